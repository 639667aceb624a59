import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DisableDestination, disableDestinations } from '../../../dispatcher/disable-policy.ts';
import { planner } from '../../../dispatcher/planner/planner.ts';
import { scheduleDeliveries } from '../../../dispatcher/planner/schedule-deliveries.ts';
import { destination } from '../../../domain/destination/decider.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { newId } from '../../../log/ids.ts';
import { startLog } from '../../projections/stores.ts';
import { actionsOf, at, configured, type History, submitted } from '../events.ts';

const { log, close } = await startLog();
const test = suite('performing plans');
test.after(close);

const context = {
  accountId: 'a1',
  actor: { kind: 'key', id: 'k1' },
  correlationId: 'c1',
  causationId: 'c1',
} as const;
const deps = () => ({ log, aggregates: openAggregates(log), now: () => new Date(at) });

const publicUrl = 'https://forms.test';
const planning = () => ({ ...deps(), publicUrl });

/** The types of a stream's events. */
async function typesIn(stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { event } of log.readStream(stream)) types.push(event.type);
  return types;
}

const append = async (stream: string, expected: number, event: DomainEvent) =>
  log.append(stream, expected, [{ id: crypto.randomUUID(), event, metadata: context }]);

test('a delivery that two processes plan is scheduled once', async () => {
  const id = newId();
  const { actions } = actionsOf(planner, [configured(id), submitted(newId())]);
  await scheduleDeliveries(planning(), actions);
  await scheduleDeliveries(planning(), actions);
  assert.is(actions.length, 1);
  assert.equal(await typesIn(streamOf.delivery(actions[0]?.subject.deliveryId ?? '')), ['DeliveryScheduled']);
});

test('a delivery to a disabled destination is scheduled and skipped in one append', async () => {
  const { actions } = actionsOf(planner, [configured(newId(), { enabled: false }), submitted(newId())]);
  await scheduleDeliveries(planning(), actions);
  await scheduleDeliveries(planning(), actions);
  const stream = streamOf.delivery(actions[0]?.subject.deliveryId ?? '');
  assert.equal(await typesIn(stream), ['DeliveryScheduled', 'DeliverySkipped']);
});

test("the form of a payment is read from the log, and only that form's destinations receive it", async () => {
  const submission = submitted(newId(), 'f1');
  const [stream, created] = submission;
  await append(stream, -1, created);
  const payment = { id: 'p', provider: 'x', amount: 1, currency: 'EUR', paidAt: at, fieldKey: 'k' };
  const paid: History[number] = [stream, { type: 'SubmissionPaymentCompleted', data: { payment, at } }];
  const events = ['submission.payment_completed' as const];
  const history = [
    configured('one', { formId: 'f1', events }),
    configured('other', { formId: 'f2', events }),
    configured('any', { events }),
    submission,
    paid,
  ];
  const { actions } = actionsOf(planner, history);
  await scheduleDeliveries(planning(), actions);
  const scheduled = await Promise.all(
    actions.map(async ({ subject }) => {
      const first = await log.readEvent(streamOf.delivery(subject.deliveryId), 0);
      const data = first?.event.type === 'DeliveryScheduled' ? first.event.data : null;
      return [subject.destinationId, data?.formId ?? null];
    }),
  );
  assert.equal(scheduled, [
    ['one', 'f1'],
    ['other', null],
    ['any', 'f1'],
  ]);
});

const disabling = (destinationId: string, position: bigint): DisableDestination => ({
  destinationId,
  accountId: 'a1',
  reason: { kind: 'gone' },
  trigger: { eventId: newId(), position },
  correlationId: 'c1',
});

test('a destination is disabled once, with the reason', async () => {
  const id = newId();
  const [stream, event] = configured(id);
  const { position } = await append(stream, -1, event);
  await disableDestinations(deps(), [disabling(id, position + 1n), disabling(id, position + 2n)]);
  await disableDestinations(deps(), [disabling(id, position + 1n)]);
  assert.equal(await typesIn(stream), ['DestinationConfigured', 'DestinationDisabled']);
  const { state } = await deps().aggregates.load(destination, stream);
  assert.equal(state.exists && state.disabledBecause, { kind: 'gone' });
});

test('a destination that was enabled after the failure stays enabled', async () => {
  const id = newId();
  const [stream, event] = configured(id, { enabled: false });
  const { position } = await append(stream, -1, event);
  await append(stream, 0, { type: 'DestinationEnabled', data: { at } });
  await disableDestinations(deps(), [disabling(id, position + 1n)]);
  assert.equal(await typesIn(stream), ['DestinationConfigured', 'DestinationEnabled']);
});

test.run();
