import { type EventPosition } from '../event-log.ts';
import type { EventIdentity } from '../event-position.ts';
import { LogUnavailable } from '../log-errors.ts';
import { type EventStoreClient, isInsideRecord, type Position, readAll } from './client/index.ts';
import { leaderPages } from './pages.ts';

/** The last event of the log, with its position in the event store's form. */
export interface Head extends EventPosition {
  readonly at: Position;
}

/** Reads single events of the log from the leader. @throws LogUnavailable */
export interface HeadReader {
  /** Returns the leader's last event of any kind; null for an empty log. */
  head(): Promise<Head | null>;
  /** Returns the position of the last event before the start of a record; null if there is none. */
  before(place: bigint): Promise<bigint | null>;
  /** Returns the event at exactly this position; null if there is none. */
  eventAt(position: bigint): Promise<EventIdentity | null>;
}

const defaultLimitMs = 10_000;

/** @param limitMs the time after which an event that has not arrived counts as failed, in milliseconds */
export function headReader(
  client: Pick<EventStoreClient, 'readLeader'>,
  limitMs = defaultLimitMs,
): HeadReader {
  const page = leaderPages(client, limitMs);

  async function last(before?: Position): Promise<Head | null> {
    try {
      const [event] = await page(readAll({ direction: 'backwards', from: before, count: 1 }));
      return event ? { position: event.position.commit, stream: event.streamId, at: event.position } : null;
    } catch (error) {
      throw new LogUnavailable(error);
    }
  }

  async function eventAt(position: bigint): Promise<EventIdentity | null> {
    try {
      const from = { commit: position, prepare: position };
      const [event] = await page(readAll({ direction: 'forwards', from, count: 1 }));
      return event?.position.commit === position ? { position, id: event.id, stream: event.streamId } : null;
    } catch (error) {
      if (isInsideRecord(error)) return null;
      throw new LogUnavailable(error);
    }
  }

  return {
    head: () => last(),
    before: async (place) => (await last({ commit: place, prepare: place }))?.position ?? null,
    eventAt,
  };
}
