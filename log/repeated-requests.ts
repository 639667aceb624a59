import type { Decider } from '../domain/decider.ts';
import { derivedId } from '../domain/derived-id.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import type { EventLog, RecordedEvent } from './event-log.ts';
import { eventIdUnder } from './ids.ts';
import type { Folded } from './stream-cache.ts';

/** How long a request has the same outcome under its idempotency key, in milliseconds. */
export const requestLifetimeMs = 24 * 3_600_000;

/** What a stream holds of a request that may be repeated. */
export interface RequestInStream<S> {
  /** The state right after the events of the request's last run; null if there was no run in the last 24 hours. */
  readonly done: Folded<S> | null;
  /** The key from which the ids of the events of the next run derive. */
  readonly eventKey: string;
}

/**
 * Finds the events that an earlier run of a request appended to a stream. A request that is made again after 24 hours
 * has other event ids: its nth run is found only if all runs before it are.
 * @param requestKey names the request, for ever
 * @throws LogUnavailable, StreamErased
 */
export async function findRequest<S, C, E extends DomainEvent, R>(
  log: Pick<EventLog, 'readStream'>,
  decider: Decider<S, C, E, R>,
  stream: string,
  requestKey: string,
  now: Date,
): Promise<RequestInStream<S>> {
  const events: RecordedEvent[] = [];
  const indexes = new Map<string, number>();
  for await (const recorded of log.readStream(stream)) {
    indexes.set(recorded.id, events.length);
    events.push(recorded);
  }
  for (let run = 0; ; run++) {
    const eventKey = run === 0 ? requestKey : derivedId(requestKey, String(run));
    const first = indexes.get(eventIdUnder(eventKey, stream, 0));
    const begun = first === undefined ? undefined : events[first];
    if (first === undefined || !begun) return { done: null, eventKey };
    if (now.getTime() - begun.recordedAt.getTime() >= requestLifetimeMs) continue;
    let last = first;
    while (events[last + 1]?.id === eventIdUnder(eventKey, stream, last + 1 - first)) last += 1;
    return { done: foldUpTo(decider, events, last), eventKey };
  }
}

function foldUpTo<S, C, E extends DomainEvent, R>(
  decider: Decider<S, C, E, R>,
  events: readonly RecordedEvent[],
  last: number,
): Folded<S> | null {
  let folded: Folded<S> | null = null;
  for (const { event, revision, position } of events.slice(0, last + 1))
    // The codec validated the event, which was written by this decider.
    folded = {
      state: decider.evolve(folded ? folded.state : decider.initial, event as E, revision),
      revision,
      position,
    };
  return folded;
}
