import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import { LogUnavailable, type EventPosition } from '../event-log.ts';
import type { Position } from './wire/feed-messages.ts';
import { fromLeader } from './from-leader.ts';

/** The last event of the log, with its position as the event store has it. */
export interface Head extends EventPosition {
  readonly at: Position;
}

/** Reads the last event of the log, or the last one before a place. @throws LogUnavailable */
export interface HeadReader {
  /** The last event that the leader holds, of whatever kind; null in an empty log. */
  head(): Promise<Head | null>;
  /** The last event before the place where a record begins; null where there is none. */
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
