import type { Decider } from '../../domain/decider.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import type { EventLog } from '../../log/event-log.ts';
import { eventIdUnder } from '../../log/ids.ts';
import type { Folded } from '../../log/stream-cache.ts';

/**
 * Finds the events that an earlier run of a command appended to a stream under its idempotency key.
 * @returns the stream's state right after them; null if the key has appended nothing
 * @throws LogUnavailable, StreamErased
 */
export async function appendedUnder<S, C, E extends DomainEvent, R>(
  log: Pick<EventLog, 'readStream'>,
  decider: Decider<S, C, E, R>,
  stream: string,
  idempotencyKey: string,
): Promise<Folded<S> | null> {
  let state = decider.initial;
  let found: Folded<S> | null = null;
  let index = 0;
  for await (const { id, event, revision, position } of log.readStream(stream)) {
    const isOfKey = id === eventIdUnder(idempotencyKey, stream, index);
    if (found && !isOfKey) break;
    // The codec validated the event, which was written by this decider.
    state = decider.evolve(state, event as E, revision);
    if (!isOfKey) continue;
    found = { state, revision, position };
    index += 1;
  }
  return found;
}
