import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { replayDelivery } from '../../../commands/delivery/replay-delivery.ts';
import { openSecretBox } from '../../../commands/secret-box.ts';
import { makeAttempt } from '../../../dispatcher/worker/attempt.ts';
import { OutcomeRecorder } from '../../../dispatcher/worker/outcome-recorder.ts';
import { openSourceEventCache } from '../../../dispatcher/worker/source-event-cache.ts';
import type { DeliveryEvent } from '../../../domain/delivery/events.ts';
import type { DestinationSettings } from '../../../domain/destination/events.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { openPlannedDeliveries } from '../../../log/planned-deliveries.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { copiedForm, nameQuestion, noForms } from '../../support/forms.ts';
import { at, configured, type History, scheduledTo, submitted } from '../events.ts';
import { allRead } from './all-read.ts';
import { firstAttempt } from './planned.ts';

const test = suite('attempts and replays of a withdrawn delivery');

const context = {
  accountId: 'a1',
  actor: { kind: 'system', id: 'test' },
  correlationId: 'c',
  causationId: 'c',
} as const;
/** The first attempt of the delivery of `s1`. */
const asked = firstAttempt('first of submission-s1', 'submission-s1', 'x');
const { deliveryId } = asked;
const stream = `delivery-${deliveryId}`;
const scheduled = scheduledTo('x', deliveryId)[1];
const phone = { ...nameQuestion, fieldId: 'q2', key: 'phone', label: 'Phone' };
const attempted: DeliveryEvent = {
  type: 'DeliveryAttempted',
  data: {
    destinationId: 'x',
    attempt: 1,
    startedAt: at,
    durationMs: 1,
    at,
    nextAttemptAt: at,
    outcome: { kind: 'response', status: 503, excerpt: '' },
  },
};

/** A delivery of a submission with a name and a phone number, after some events of its own; planned if it has none. */
function world(changed: Partial<DestinationSettings>, ...history: DomainEvent[]) {
  const now = () => new Date(at);
  const log = openMemoryLog(now);
  const secrets = openSecretBox(randomBytes(32));
  const [submission, created] = submitted('s1');
  const [to, made] = configured('x');
  if (created.type !== 'SubmissionCreated' || made.type !== 'DestinationConfigured') throw new Error('other');
  const form = copiedForm({ questions: [nameQuestion, phone] });
  const facts: History = [
    [to, { ...made, data: { ...made.data, secret: secrets.seal('a secret', 'x') } }],
    [submission, { ...created, data: { ...created.data, form, answers: ['Ada', '1'] } }],
    ...history.map((event) => [stream, event] as const),
    [to, { type: 'DestinationChanged', data: { settings: changed, at } }],
  ];
  for (const [n, [name, event]] of facts.entries()) {
    const id = name === submission ? `first of ${submission}` : `e${n}`;
    log.append(name, log.stream(name).length - 1, [{ id, event, metadata: context }]);
  }
  const own = logOf(log, async (effect) => effect());
  const aggregates = openAggregates(own);
  const deliveries = openPlannedDeliveries({
    aggregates,
    log: own,
    publicUrl: 'https://forms.test',
    originOf: async () => asked.origin ?? null,
  });
  let posts = 0;
  const post = async () => {
    posts += 1;
    const outcome = { kind: 'response', status: 204, excerpt: '' } as const;
    return { outcome, durationMs: 5, retryAfterMs: 0 };
  };
  const recorder = new OutcomeRecorder(async () => undefined, new AbortController().signal);
  const schedule = { delaysMs: [1_000], jitter: 0, retryAfterCapMs: 1_000 };
  const shared = { aggregates, deliveries, secrets, now, recorder };
  const deps = { ...shared, progress: allRead, client: { post }, schedule };
  return {
    posts: () => posts,
    attempt: (attempt: number) =>
      makeAttempt({ ...deps, product: 'Service' }, openSourceEventCache(own, noForms), {
        ...asked,
        attempt,
      }),
    replay: () =>
      replayDelivery({ aggregates, deliveries, now, definitions: noForms }, { deliveryId }, context),
    erase(): void {
      const data = { submissionId: 's1', formId: 'f1', at };
      const erased = { id: 'erased', event: { type: 'SubmissionErased' as const, data }, metadata: context };
      log.append('audit-a1', -1, [erased]);
    },
    last: () => log.stream(stream).at(-1)?.event,
  };
}

const narrower: readonly (readonly [string, Partial<DestinationSettings>])[] = [
  ['event_withdrawn', { events: ['form.published'] }],
  ['form_withdrawn', { formId: 'f2' }],
  ['questions_withdrawn', { includedQuestions: ['Name'] }],
  ['questions_withdrawn', { includedFields: [{ formId: 'f1', fieldIds: ['q1'] }] }],
];

for (const [reason, settings] of narrower) {
  test(`${reason}: neither a first attempt nor a retry is sent, and the delivery says why`, async () => {
    for (const [history, nth] of [
      [[], 1],
      [[scheduled], 1],
      [[scheduled, attempted], 2],
    ] as const) {
      const { attempt, posts, last } = world(settings, ...history);
      assert.is((await attempt(nth)).result, 'done');
      assert.is(posts(), 0);
      const event = last();
      if (event?.type !== 'DeliveryCancelled') throw new Error('it was not cancelled');
      const { planned, ...data } = event.data;
      assert.equal(data, { reason, at });
      assert.is(planned?.deliveryId, history.length === 0 ? deliveryId : undefined);
    }
  });

  test(`${reason}: a manual replay is refused, and the delivery stays ended`, async () => {
    const end: DeliveryEvent = {
      type: 'DeliveryExhausted',
      data: { destinationId: 'x', attempt: 1, reason: 'rejected', at },
    };
    const { replay, last } = world(settings, scheduled, attempted, end);
    assert.equal(await replay(), { ok: false, error: { code: 'no_longer_wanted', reason } });
    assert.equal(last(), end);
  });
}

test('settings that still include the delivery do not change it', async () => {
  const { attempt, posts } = world({ includedQuestions: ['Name', 'Phone'], formId: 'f1' });
  assert.is((await attempt(1)).result, 'done');
  assert.is(posts(), 1);
});

test('a delivery of a submission whose erasure was requested is cancelled while its event is still there', async () => {
  const { attempt, erase, posts, last } = world({});
  erase();
  await attempt(1);
  const event = last();
  assert.is(event?.type === 'DeliveryCancelled' && event.data.reason, 'source_erased');
  assert.is(posts(), 0);
});

test.run();
