import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AttemptOutcome, DeliveryEvent } from '../../../domain/delivery/events.ts';
import type { RecordedPlan } from '../../../domain/delivery/subject.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { documentsOf } from '../documents-of.ts';
import {
  configured,
  type Fact,
  inDelivery,
  inDestination,
  minute,
  scheduled,
  submitted,
} from '../samples.ts';
import { pendingDocument } from './pending-document.ts';

const test = suite('projections/read-models/deliveries that begin with their source events');

/** A log with a source event, in which `d1` and `d2` subscribe; the second is disabled. */
const source = { ...submitted('s1'), id: 'e1' };
const begun = [configured('d1'), configured('d2', { enabled: false }), source];
const [to1, to2] = [derivedId('e1', 'd1'), derivedId('e1', 'd2')];
const sourceOf = { stream: 'submission-s1', revision: 0, position: '30', event_id: 'e1' };

const refused: AttemptOutcome = { kind: 'response', status: 503, excerpt: 'later' };
const taken: AttemptOutcome = { kind: 'response', status: 204, excerpt: '' };

/** The document of a delivery to `d1` that has no events yet. */
const fromSource = pendingDocument('30', 'e1');

test('a submission begins a delivery to each destination, skipped if the destination is disabled', () => {
  const { 'subscriptions:acme': state, ...listed } = documentsOf(deliveries, ...begun);
  const skipped = { status: 'skipped', destination_id: 'd2', next_attempt_at: null, shard: null };
  assert.equal(listed, { [to1]: fromSource, [to2]: { ...fromSource, ...skipped } });
  assert.is(JSON.stringify(state).includes('"id":"d2"'), true);
});

test('an event before its destination or after it, and an incomplete submission, begin none', () => {
  const ids = (...history: Fact[]) =>
    Object.keys(documentsOf(deliveries, ...history)).filter((id) => !id.startsWith('subscriptions:'));
  const removed = inDestination('d1', { type: 'DestinationRemoved', data: { at: minute(4) } });
  assert.equal(ids(source, configured('d1')), []);
  assert.equal(ids(configured('d1'), removed, source), []);
  assert.equal(ids(configured('d1'), submitted('s1', { isComplete: false })), []);
});

/** The plan that the first event of a delivery holds. */
const plan = (destinationId: string, deliveryId: string): RecordedPlan => ({
  deliveryId,
  accountId: 'acme',
  destinationId,
  kind: 'submission.created',
  stream: 'submission-s1',
  revision: 0,
  position: '30',
  eventId: 'e1',
  formId: 'f1',
  publicUrl: 'https://forms.test',
  bodyVersion: 3,
  at: minute(5),
});

test('the first event changes the delivery that its source began, and is enough to list it without', () => {
  const firsts: readonly DeliveryEvent[] = [
    ...[refused, taken].map((outcome, index): DeliveryEvent => ({
      type: 'DeliveryAttempted',
      data: {
        destinationId: 'd1',
        attempt: 1,
        startedAt: minute(6),
        durationMs: 12.5,
        outcome,
        ...(index === 0 ? { nextAttemptAt: minute(8) } : { nextAttemptAt: null, succeeded: true }),
        at: minute(6),
      },
    })),
    { type: 'DeliverySkipped', data: { reason: 'destination_disabled', at: minute(6) } },
    { type: 'DeliveryCancelled', data: { reason: 'requested', at: minute(6) } },
    { type: 'DeliveryReplayRequested', data: { dueAt: minute(6), at: minute(6) } },
  ];
  for (const event of firsts) {
    const after = inDelivery(to1, {
      ...event,
      data: { ...event.data, planned: plan('d1', to1) },
    } as DeliveryEvent);
    const listed = documentsOf(deliveries, ...begun, after)[to1];
    assert.equal(documentsOf(deliveries, after)[to1], listed, event.type);
    assert.not.equal(listed, fromSource);
    // As after the event with which earlier releases began.
    const earlier = inDelivery(to1, event);
    assert.equal(documentsOf(deliveries, ...begun, scheduledAs(to1, 'd1'), earlier)[to1], listed, event.type);
  }
});

/** The event with which earlier releases planned a delivery of `source`. */
function scheduledAs(deliveryId: string, destinationId: string): Fact {
  const fact = scheduled(deliveryId, { destinationId });
  if (fact.event.type !== 'DeliveryScheduled') throw new Error('another event');
  const { stream, revision, position, event_id: eventId } = sourceOf;
  const data = { ...fact.event.data, source: { stream, revision, position, eventId } };
  return { ...fact, event: { ...fact.event, data } };
}

test('the log of an earlier release leads to the same documents as in its own version', () => {
  const { previous } = deliveries;
  assert.ok(previous);
  const skipped = inDelivery(to2, {
    type: 'DeliverySkipped',
    data: { reason: 'destination_disabled', at: minute(5) },
  });
  const made = { destinationId: 'd1', attempt: 1, startedAt: minute(6), durationMs: 12.5, outcome: refused };
  const attempt = inDelivery(to1, {
    type: 'DeliveryAttempted',
    data: { ...made, nextAttemptAt: minute(8), at: minute(6) },
  });
  const replay = inDelivery(to2, {
    type: 'DeliveryReplayRequested',
    data: { dueAt: minute(9), recoveryId: 'r1', at: minute(9) },
  });
  const log = [
    ...begun,
    scheduledAs(to1, 'd1'),
    scheduledAs(to2, 'd2'),
    skipped,
    attempt,
    replay,
    scheduled('w1'),
  ];
  for (let length = begun.length + 3; length <= log.length; length++) {
    const { 'subscriptions:acme': state, ...now } = documentsOf(deliveries, ...log.slice(0, length));
    assert.ok(state);
    assert.is(
      JSON.stringify(sorted(now)),
      JSON.stringify(sorted(documentsOf(previous, ...log.slice(0, length)))),
    );
  }
});

const sorted = (documents: Readonly<Record<string, unknown>>) =>
  Object.entries(documents).sort(([a], [b]) => (a < b ? -1 : 1));

test.run();
