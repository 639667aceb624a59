import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recordAttempt } from '../../../commands/delivery/record-attempt.ts';
import { scheduleDelivery } from '../../../commands/delivery/schedule-delivery.ts';
import { delivery } from '../../../domain/delivery/decider.ts';
import { defaultRetrySchedule } from '../../../domain/delivery/retry-schedule.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { newId } from '../../../log/ids.ts';
import { answered, at, subject } from '../../domain/delivery/samples.ts';
import { metadata } from '../../log/metadata.ts';
import { temporaryLog } from '../../support/eventstore/temporary-log.ts';

const test = suite<Awaited<ReturnType<typeof temporaryLog>>>('scheduleDelivery');

test.before(async (context) => {
  Object.assign(context, await temporaryLog());
});
test.after(({ close }) => close());

test('planning a delivery again after its end reports the end and appends nothing', async ({ log }) => {
  // Earlier releases derived the event ids from the delivery.
  for (const isKeyed of [false, true]) {
    const deliveryId = newId();
    const plan = { subject: { ...subject, deliveryId }, dueAt: at, skip: false };
    const context = isKeyed ? { ...metadata, idempotencyKey: deliveryId } : metadata;
    const aggregates = openAggregates(log);
    assert.ok((await scheduleDelivery({ aggregates }, plan, context)).ok);
    const made = { attempt: 1, startedAt: at, durationMs: 1, at, schedule: defaultRetrySchedule };
    await recordAttempt(
      { aggregates },
      { ...made, deliveryId, outcome: answered(200), retryAfterMs: 0, random: 0 },
      metadata,
    );
    const restarted = openAggregates(log);
    assert.ok((await scheduleDelivery({ aggregates: restarted }, plan, context)).ok);
    const { state, revision } = await restarted.load(delivery, streamOf.delivery(deliveryId), 5_000);
    assert.is(state.exists && state.status, 'succeeded');
    assert.is(revision, 1);
  }
});

test.run();
