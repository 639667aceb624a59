import { END, type AllStreamResolvedEvent, type EventStoreDBClient } from '@eventstore/db-client';
import { LogUnavailable, type Heard } from './event-log.ts';
import type { Tail } from './feed.ts';
import { toRecorded } from './recorded.ts';

/**
 * Listens to the end of the event store's log. Without a filter: the server would tell a position for each event
 * beside the event itself, and somebody may be waiting for the position of an event of any stream.
 */
export const openTail =
  (client: EventStoreDBClient): Tail<Heard> =>
  ({ begun, heard, ended }) => {
    const subscription = client.subscribeToAll({ fromPosition: END });
    const end = (error: unknown): void => ended(new LogUnavailable(error));
    subscription
      .on('caughtUp', begun)
      .on('error', end)
      .on('end', () => end(new Error('the subscription ended')))
      .on('data', (step: AllStreamResolvedEvent) => heard(toHeard(step)));
    return () => void subscription.unsubscribe().catch(() => undefined);
  };

function toHeard({ event }: AllStreamResolvedEvent): Heard {
  if (!event) throw new Error('a subscription without links delivered no event');
  let read = () => {
    const recorded = toRecorded(event);
    read = () => recorded;
    return recorded;
  };
  return { position: event.position.commit, stream: event.streamId, read: () => read() };
}
