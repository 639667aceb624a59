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

/** The deliveries to a destination that ended before a position, in order of the log: how each ended. */
function endsOf(history: History, destinationId: string, before: bigint): readonly string[] {
  const ends = [
    ...history.of('DeliveryAttempted', shapes.attempted).filter(({ data }) => data.succeeded),
    ...history.of('DeliveryExhausted', shapes.ended),
  ];
  return ends
    .filter(({ data, event }) => event.position < before && data.destinationId === destinationId)
    .map(({ event }) => event)
    .sort((a, b) => (a.position < b.position ? -1 : 1))
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
