import { type History, shapes } from './history.ts';
import type { Law } from './law.ts';

/** This many exhausted deliveries in a row disable a destination. */
const exhaustedInRow = 5;

/** The log positions at which each destination was disabled, by its id. */
export const disabledAt = (history: History): ReadonlyMap<string, bigint> =>
  new Map(
    history
      .of('DestinationDisabled', shapes.anything)
      .map(({ event }) => [event.stream.replace('destination-', ''), event.position]),
  );

/** The destination of each delivery, by the delivery's stream. */
export const destinationsIn = (history: History): ReadonlyMap<string, string> =>
  new Map(
    history
      .of('DeliveryScheduled', shapes.scheduled)
      .map(({ data, event }) => [event.stream, data.destinationId]),
  );

/** The deliveries to a destination that ended before a position, in order of the log: how each ended. */
function endsOf(history: History, destinationId: string, before: bigint): readonly string[] {
  const destinations = destinationsIn(history);
  const successes = new Set(
    history
      .of('DeliveryAttempted', shapes.attempted)
      .flatMap(({ data, event }) => (data.succeeded ? [event.position] : [])),
  );
  return history.events
    .filter(({ type, stream, position }) => {
      const isEnd = type === 'DeliveryExhausted' || successes.has(position);
      return isEnd && position < before && destinations.get(stream) === destinationId;
    })
    .map(({ type }) => type);
}

function longestRun(ends: readonly string[]): number {
  let [longest, run] = [0, 0];
  for (const end of ends) {
    run = end === 'DeliveryExhausted' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The load disables nothing, so that only failures can. */
export const disabledForFailures: Law = ({ history }) =>
  [...disabledAt(history)].flatMap(([id, position]) => {
    const run = longestRun(endsOf(history, id, position));
    return run >= exhaustedInRow ? [] : [`${id} was disabled after ${run} exhausted deliveries in a row`];
  });
