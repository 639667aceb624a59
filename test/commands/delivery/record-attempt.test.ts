import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Attempt,
  cancelDelivery,
  type DeliveryRef,
  recordAttempt,
  skipDelivery,
} from '../../../commands/delivery/record-attempt.ts';
import { delivery } from '../../../domain/delivery/decider.ts';
import { defaultRetrySchedule } from '../../../domain/delivery/retry-schedule.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { newId } from '../../../log/ids.ts';
import { answered, at, subject } from '../../domain/delivery/samples.ts';
import { metadata } from '../../log/metadata.ts';
import { temporaryLog } from '../../support/eventstore/temporary-log.ts';

const test = suite<Awaited<ReturnType<typeof temporaryLog>>>('recordAttempt');

test.before(async (context) => {
  Object.assign(context, await temporaryLog());
});
test.after(({ close }) => close());

const attempt: Attempt = {
  attempt: 1,
  startedAt: at,
  durationMs: 1,
  outcome: answered(200),
  schedule: defaultRetrySchedule,
  retryAfterMs: null,
  random: 0,
  at,
};

/** A delivery without events, as the processes that know it from its source event name it. */
function newRef(): DeliveryRef {
  const deliveryId = newId();
  return { deliveryId, planned: { subject: { ...subject, deliveryId }, isSkipped: false } };
}

test('a first attempt that is recorded again is stale, and whatever else comes after the end appends nothing', async ({
  log,
}) => {
  const ref = newRef();
  const first = await recordAttempt({ aggregates: openAggregates(log) }, ref, attempt, metadata);
  assert.ok(first.ok);
  const restarted = { aggregates: openAggregates(log), now: () => new Date(at) };
  const again = await recordAttempt(restarted, ref, attempt, metadata);
  assert.is(again.ok ? 'recorded' : again.error.code, 'stale');
  for (const late of [
    await skipDelivery(restarted, ref, metadata),
    await cancelDelivery(restarted, ref, 'destination_removed', metadata),
  ])
    assert.equal(late, first, 'it reports the end');
  const stream = streamOf.delivery(ref.deliveryId);
  const { state, revision } = await restarted.aggregates.load(delivery, stream, 5_000);
  assert.is(state.exists && state.status, 'succeeded');
  assert.is(revision, 0);
});

test('of two processes that record the first attempt at once, one succeeds', async ({ log }) => {
  const ref = newRef();
  const both = await Promise.all(
    [1, 2].map(() => recordAttempt({ aggregates: openAggregates(log) }, ref, attempt, metadata)),
  );
  assert.equal(both.map((done) => (done.ok ? 'recorded' : done.error.code)).sort(), ['recorded', 'stale']);
});

test('a delivery without a plan and without events has no attempts', async ({ log }) => {
  const ref = { ...newRef(), planned: null };
  const done = await recordAttempt({ aggregates: openAggregates(log) }, ref, attempt, metadata);
  assert.is(done.ok ? 'recorded' : done.error.code, 'not_found');
});

test.run();
