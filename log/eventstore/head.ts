import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import { type EventPosition } from '../event-log.ts';
import { LogUnavailable } from '../log-errors.ts';
import type { Position } from './wire/feed-messages.ts';
import { fromLeader } from './reads.ts';

/** The last event of the log, with its position in the event store's form. */
export interface Head extends EventPosition {
  readonly at: Position;
}

/** Reads the last event of the log, or the last one before a position. @throws LogUnavailable */
export interface HeadReader {
  /** Returns the leader's last event of any kind; null for an empty log. */
  head(): Promise<Head | null>;
  /** Returns the position of the last event before the start of a record; null if there is none. */
  before(place: bigint): Promise<bigint | null>;
}

export function headReader(client: EventStoreDBClient): HeadReader {
  async function last(fromPosition: typeof END | Position): Promise<Head | null> {
    try {
      let found: Head | null = null;
      const options = { direction: BACKWARDS, fromPosition, maxCount: 1 } as const;
      for await (const { event } of fromLeader((leader) => client.readAll({ ...options, ...leader })))
        if (event) found = { position: event.position.commit, stream: event.streamId, at: event.position };
      return found;
    } catch (error) {
      throw new LogUnavailable(error);
    }
  }

  return {
    head: () => last(END),
    before: async (place) => (await last({ commit: place, prepare: place }))?.position ?? null,
  };
}
