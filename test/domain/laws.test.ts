import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AccountCommand } from '../../domain/account/commands.ts';
import { account } from '../../domain/account/decider.ts';
import { apiKey, type ApiKeyCommand } from '../../domain/api-key/decider.ts';
import { type Decider, fold } from '../../domain/decider.ts';
import {
  delivery,
  type DeliveryCommand,
  recoverableStatuses,
  undeliveredStatuses,
} from '../../domain/delivery/decider.ts';
import type { DeliveryEvent } from '../../domain/delivery/events.ts';
import { defaultRetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { type DeliverySubject, recordedPlanOf } from '../../domain/delivery/subject.ts';
import { destination, type DestinationCommand } from '../../domain/destination/decider.ts';
import { defaultLimits } from '../../domain/destination/events.ts';
import type { FormCommand } from '../../domain/form/commands.ts';
import { form } from '../../domain/form/decider.ts';
import { quota, type QuotaCommand } from '../../domain/quota/decider.ts';
import { submission, type SubmissionCommand } from '../../domain/submission/decider.ts';
import { play } from '../support/spec.ts';

const test = suite('laws of the deciders');
const at = '2026-03-01T12:00:00.000Z';
const someIds = ['a', 'b', 'c', 'd'];
const secret = { keyId: 'm', nonce: 'n', ciphertext: 'c', tag: 't' };

/**
 * Over random histories: the events of a command that was accepted lead to a state in which giving the command
 * again is of no effect, so that a caller who saw no answer may simply repeat it. And folding all events at
 * once leads to the state that was reached one by one.
 */
function repeatable<State, Command, Event>(
  name: string,
  decider: Decider<State, Command, Event, { readonly code: string }>,
  commands: readonly Command[],
  isExcepted: (command: Command) => boolean = () => false,
) {
  test(`${name}: a repeated command changes nothing`, () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...commands)),
        fc.constantFrom(...commands),
        (history, command) => {
          const { state, events } = play(decider, history);
          assert.equal(fold(decider, decider.initial, events), state);
          const first = decider.decide(command, state);
          if (!first.ok || isExcepted(command)) return;
          const again = decider.decide(command, fold(decider, state, first.value));
          assert.equal(again.ok ? again.value : [], []);
        },
      ),
    );
  });
}

const accountCommands: AccountCommand[] = [
  { type: 'OpenAccount', accountId: 'acc', name: 'Acme', plan: 'free', at },
  { type: 'ChangePlan', plan: 'pro', at },
  { type: 'ChangePlan', plan: 'free', at },
  ...someIds.map((formId) => ({ type: 'GrantPublication', formId, limit: 2, at }) as const),
  ...someIds.map((formId) => ({ type: 'ReleasePublication', formId, at }) as const),
];
repeatable('account', account, accountCommands);

const key = { keyId: 'k', accountId: 'acc', name: 'x', hash: 'h', expiresAt: null, at };
const keyCommands: ApiKeyCommand[] = [
  { type: 'IssueApiKey', ...key, scopes: ['forms:read'] },
  { type: 'RevokeApiKey', at },
];
repeatable('API key', apiKey, keyCommands);

const formCommands: FormCommand[] = [
  {
    type: 'CreateForm',
    formId: 'f',
    accountId: 'acc',
    title: 'a',
    description: '',
    slug: 'a',
    fields: [],
    at,
  },
  { type: 'ChangeFormFields', fields: [], at },
  { type: 'ChangeFormDetails', title: 'b', at },
  { type: 'ChangeFormDetails', title: 'a', description: 'c', at },
  { type: 'PublishForm', at },
  { type: 'CloseForm', at },
  { type: 'ReturnFormToDraft', at },
  { type: 'ArchiveForm', at },
];
// Each set of fields counts as a version of its own.
repeatable('form', form, formCommands, ({ type }) => type === 'ChangeFormFields');

const payment = { id: 'p', provider: 'stripe', amount: 1, currency: 'EUR', paidAt: at, fieldKey: 'fee' };
const submitted = {
  submissionId: 's',
  accountId: 'acc',
  form: { id: 'f', revision: 1 },
  answers: [],
  isComplete: true,
  requestHash: 'h',
  at,
};
const submissionCommands: SubmissionCommand[] = [
  ...(['published', 'closed'] as const).map(
    (formStatus) =>
      ({
        type: 'CreateSubmission',
        ...submitted,
        source: 'api',
        formStatus,
      }) as const,
  ),
  { type: 'CompletePayment', payment, at },
  { type: 'CompletePayment', payment: { ...payment, id: 'other' }, at },
  ...[1, 2].map(
    (amount) =>
      ({
        type: 'RefusePayment',
        reason: 'different_amount',
        payment: { id: 'p', provider: 'stripe', amount, currency: 'EUR', paidAt: null, field: 'fee' },
        expected: null,
        at,
      }) as const,
  ),
];
repeatable('submission', submission, submissionCommands);

const settings = { label: 'x', url: 'https://example.org', formId: null, includedQuestions: [] };
const destinationCommands: DestinationCommand[] = [
  {
    type: 'ConfigureDestination',
    destinationId: 'd',
    accountId: 'acc',
    settings: { ...settings, ...defaultLimits, events: [], signature: 'timestamped' },
    enabled: true,
    secret,
    at,
  },
  { type: 'EnableDestination', at },
  { type: 'DisableDestination', reason: { kind: 'operator' }, at },
  { type: 'RotateDestinationSecret', secret, previousUntil: null, at },
  { type: 'ResealDestinationSecret', secret, previous: null, at },
  { type: 'ChangeDestination', settings: { label: 'y' }, at },
  { type: 'PingDestination', deliveryId: 'p', at },
  { type: 'RemoveDestination', at },
];
// Whoever asks for a new secret again wants another one.
repeatable('destination', destination, destinationCommands, ({ type }) => type === 'RotateDestinationSecret');

const attemptOf = (attempt: number, status: number): DeliveryCommand => ({
  type: 'RecordAttempt',
  attempt,
  startedAt: at,
  durationMs: 1,
  outcome: { kind: 'response', status, excerpt: '' },
  schedule: defaultRetrySchedule,
  retryAfterMs: null,
  random: 0.5,
  at,
});
const source = { stream: 'submission-s', revision: 0, position: '1', eventId: 'e' };
const subject: DeliverySubject = {
  deliveryId: 'dl',
  accountId: 'acc',
  destinationId: 'd',
  kind: 'submission.created',
  source,
  formId: 'f',
  submissionId: 's',
  includedQuestions: [],
  publicUrl: 'https://forms.test',
  at,
};
const unplannedCommands: DeliveryCommand[] = [
  ...[1, 2, 3, 4].flatMap((attempt) => [200, 404, 410, 500].map((status) => attemptOf(attempt, status))),
  { type: 'SkipDelivery', at },
  { type: 'CancelDelivery', reason: 'source_erased', at },
  { type: 'CancelDelivery', reason: 'requested', note: 'ticket 12', at },
  { type: 'CancelDelivery', reason: 'requested', recoveryId: 'r3', at },
  { type: 'ReplayDelivery', at },
  { type: 'ReplayDelivery', recovery: { id: 'r1', statuses: undeliveredStatuses }, at },
  { type: 'ReplayDelivery', recovery: { id: 'r2', statuses: recoverableStatuses }, at },
];
/** Whoever gives a delivery its first command has planned it, as pending or as skipped. */
const deliveryCommands = unplannedCommands.flatMap((command) =>
  [false, true].map((isSkipped) => ({ ...command, planned: { subject, isSkipped } })),
);
repeatable('delivery', delivery, deliveryCommands);

test('delivery: without a plan nothing is recorded', () => {
  assert.equal(play(delivery, unplannedCommands).events, []);
});

test('delivery: its first event alone holds the plan', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...deliveryCommands), { maxLength: 40 }), (commands) => {
      const { state, events } = play(delivery, commands);
      assert.equal(
        events.map(({ data }) => 'planned' in data && data.planned),
        events.map((_, index) => index === 0 && recordedPlanOf(subject)),
      );
      if (state.exists) assert.equal(state.subject, subject);
    }),
  );
});

test('delivery: one that begins with its first attempt goes on as one of an earlier release, which was scheduled', () => {
  const scheduled: DeliveryEvent = { type: 'DeliveryScheduled', data: { ...subject, dueAt: at } };
  const asPlanned = unplannedCommands.map((command) => ({
    ...command,
    planned: { subject, isSkipped: false },
  }));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...asPlanned), { maxLength: 40 }), (commands) => {
      let before = fold(delivery, delivery.initial, [scheduled]);
      const later: DeliveryEvent[] = [];
      for (const command of commands) {
        const decided = delivery.decide(command, before);
        if (!decided.ok) continue;
        later.push(...decided.value);
        before = fold(delivery, before, decided.value);
      }
      const { state, events } = play(delivery, commands);
      assert.equal(events.map(withoutPlan), later);
      if (events.length > 0) assert.equal(state, before);
    }),
  );
});

function withoutPlan({ type, data }: DeliveryEvent) {
  const { planned: _, ...rest } = { planned: null, ...data };
  return { type, data: rest };
}

test('delivery: a recovery replays it once at most', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...deliveryCommands), { maxLength: 40 }), (commands) => {
      const { events } = play(delivery, commands);
      const by = events.flatMap((event) =>
        event.type === 'DeliveryReplayRequested' ? (event.data.recoveryId ?? []) : [],
      );
      assert.is(new Set(by).size, by.length);
    }),
  );
});

test('delivery: an attempt is due exactly while the delivery is pending', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...deliveryCommands), { maxLength: 40 }), (commands) => {
      const { state } = play(delivery, commands);
      assert.is(state.exists && state.status === 'pending', state.exists && state.dueAt !== null);
    }),
  );
});

test('delivery: a cancelled one is not due again, unless it arrived nevertheless and is replayed', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...deliveryCommands), { maxLength: 40 }), (commands) => {
      const { events } = play(delivery, commands);
      const end = events.findIndex(({ type }) => type === 'DeliveryCancelled');
      const [attempted, replayed] = end < 0 ? [] : events.slice(end + 1);
      // At most one attempt was in progress.
      if (attempted) assert.is(attempted.type === 'DeliveryAttempted' && attempted.data.nextAttemptAt, null);
      if (replayed) {
        assert.is(replayed.type, 'DeliveryReplayRequested');
        assert.ok(attempted?.type === 'DeliveryAttempted' && attempted.data.succeeded);
      }
    }),
  );
});

test('account: the published forms never exceed the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...accountCommands), { maxLength: 40 }), (commands) => {
      const { state } = play(account, commands);
      assert.ok(!state.exists || state.published.size <= 2);
    }),
  );
});

test('quota: the reservations never exceed the limit, and each one counts until it is released', () => {
  const limit = 40;
  const step = fc.record({ isSettled: fc.boolean(), count: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const open = new Map<number, readonly string[]>();
      let created = 0;
      let state = quota.initial;
      let revision = 0;
      steps.forEach(({ isSettled, count }, index) => {
        const [block = 0, ids = []] = [...open][0] ?? [];
        const command: QuotaCommand = isSettled
          ? { type: 'SettleBlocks', settlements: [{ block, unused: ids.slice(count) }], at }
          : {
              type: 'ReserveBlock',
              submissionIds: Array.from({ length: count }, (_, number) => `${index}-${number}`),
              spareIds: [`${index}-x`, `${index}-y`, `${index}-z`],
              limit,
              at,
            };
        const result = quota.decide(command, state);
        assert.is(result.ok, isSettled || state.used < limit, 'refused exactly when nothing is left');
        if (!result.ok) return;
        if (isSettled && open.delete(block)) created += Math.min(count, ids.length);
        for (const [number, event] of result.value.entries())
          if (event.type === 'SubmissionQuotaReserved')
            open.set(revision + number, [...event.data.submissionIds]);
        state = fold(quota, state, result.value, revision);
        revision += result.value.length;
        assert.is(state.used, created + [...open.values()].flat().length);
        assert.ok(state.used <= limit);
      });
    }),
  );
});

test.run();
