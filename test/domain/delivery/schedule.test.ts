import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { delivery } from '../../../domain/delivery/decider.ts';
import type { DeliveryEvent } from '../../../domain/delivery/events.ts';
import { plusMs } from '../../../domain/time.ts';
import { at, minute, record, scheduled, timedOut } from './samples.ts';

const test = suite('schedule of a delivery');

/** Fails every attempt, each at the moment when it is due, until there is no next one. */
function failAll(history: readonly DeliveryEvent[], random: number): DeliveryEvent[] {
  let state = fold(delivery, delivery.initial, history);
  const events: DeliveryEvent[] = [];
  while (state.exists && state.dueAt !== null) {
    const now = state.dueAt;
    const command = { ...record(state.attempts + 1, timedOut), startedAt: now, random, at: now };
    const decision = delivery.decide(command, state);
    if (!decision.ok) throw new Error(`refused: ${decision.error.code}`);
    events.push(...decision.value);
    state = fold(delivery, state, decision.value);
  }
  return events;
}

const minutesOf = (events: readonly DeliveryEvent[]) =>
  events.flatMap((event) =>
    event.type === 'DeliveryAttempted' ? [(Date.parse(event.data.at) - Date.parse(at)) / minute] : [],
  );

test('a receiver that never answers is tried nine times over 46 hours', () => {
  const events = failAll([scheduled], 0);
  assert.equal(minutesOf(events), [0, 1, 6, 21, 81, 261, 621, 1341, 2781]);
  assert.equal(events.at(-1), {
    type: 'DeliveryExhausted',
    data: { destinationId: 'd1', attempt: 9, reason: 'attempt_limit', at: plusMs(at, 2781 * minute) },
  });
});

test('jitter makes each wait longer by a tenth at most', () => {
  const most = minutesOf(failAll([scheduled], 1));
  const least = [0, 1, 6, 21, 81, 261, 621, 1341, 2781];
  most.forEach((minutes, attempt) => assert.ok(Math.abs(minutes - (least[attempt] ?? 0) * 1.1) < 0.001));
});

test('a failing replay is tried nine times more', () => {
  const first = failAll([scheduled], 0);
  const replay: DeliveryEvent = { type: 'DeliveryReplayRequested', data: { dueAt: at, at } };
  const second = failAll([scheduled, ...first, replay], 0);
  assert.equal(minutesOf(second), minutesOf(first));
  assert.equal(
    second.flatMap((event) => (event.type === 'DeliveryAttempted' ? [event.data.attempt] : [])),
    [10, 11, 12, 13, 14, 15, 16, 17, 18],
  );
});

test.run();
