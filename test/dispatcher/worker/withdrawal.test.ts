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
import { openAggregates } from '../../../log/aggregates.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { copiedForm, nameQuestion, noForms } from '../../support/forms.ts';
import { at, configured, type History, scheduledTo, submitted } from '../events.ts';
import { allRead } from './all-read.ts';

const test = suite('attempts and replays of a withdrawn delivery');

const context = {
  accountId: 'a1',
  actor: { kind: 'system', id: 'test' },
  correlationId: 'c',
  causationId: 'c',
} as const;
const stream = 'delivery-w1';
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

/** A delivery of a submission with a name and a phone number, after some events of its own. */
function world(changed: Partial<DestinationSettings>, ...history: DeliveryEvent[]) {
  const now = () => new Date(at);
  const log = openMemoryLog(now);
  const secrets = openSecretBox(randomBytes(32));
  const [submission, created] = submitted('s1');
  const [to, made] = configured('x');
  if (created.type !== 'SubmissionCreated' || made.type !== 'DestinationConfigured') throw new Error('other');
  const form = copiedForm({ questions: [nameQuestion, phone] });
  const facts: History = [
    [submission, { ...created, data: { ...created.data, form, answers: ['Ada', '1'] } }],
    [to, { ...made, data: { ...made.data, secret: secrets.seal('a secret', 'x') } }],
    scheduledTo('x', 'w1'),
    ...history.map((event) => [stream, event] as const),
    [to, { type: 'DestinationChanged', data: { settings: changed, at } }],
  ];
  for (const [n, [name, event]] of facts.entries())
    log.append(name, log.stream(name).length - 1, [{ id: `e${n}`, event, metadata: context }]);
  const own = logOf(log, async (effect) => effect());
  const aggregates = openAggregates(own);
  let posts = 0;
  const post = async () => {
    posts += 1;
    const outcome = { kind: 'response', status: 204, excerpt: '' } as const;
    return { outcome, durationMs: 5, retryAfterMs: 0 };
  };
  const recorder = new OutcomeRecorder(async () => undefined, new AbortController().signal);
  const schedule = { delaysMs: [1_000], jitter: 0, retryAfterCapMs: 1_000 };
  const deps = { aggregates, secrets, now, recorder, progress: allRead, client: { post }, schedule };
  return {
    posts: () => posts,
    attempt: (attempt: number) =>
      makeAttempt({ ...deps, product: 'Service' }, openSourceEventCache(own, noForms), {
        deliveryId: 'w1',
        attempt,
        again: false,
      }),
    replay: () =>
      replayDelivery({ aggregates, now, log: own, definitions: noForms }, { deliveryId: 'w1' }, context),
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
    for (const history of [[], [attempted]]) {
      const { attempt, posts, last } = world(settings, ...history);
      assert.is((await attempt(history.length + 1)).result, 'done');
      assert.is(posts(), 0);
      assert.equal(last(), { type: 'DeliveryCancelled', data: { reason, at } });
    }
  });

  test(`${reason}: a manual replay is refused, and the delivery stays ended`, async () => {
    const end: DeliveryEvent = {
      type: 'DeliveryExhausted',
      data: { destinationId: 'x', attempt: 1, reason: 'rejected', at },
    };
    const { replay, last } = world(settings, attempted, end);
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
