import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import { timeLimit } from '../../async/time-limit.ts';
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

/** A read may be lost without an error, for example while its connection is replaced. */
const defaultLimitMs = 10_000;

/** @param limitMs the time after which an event that has not arrived counts as failed, in milliseconds */
export function headReader(
  client: Pick<EventStoreDBClient, 'readAll'>,
  limitMs = defaultLimitMs,
): HeadReader {
  async function read(fromPosition: typeof END | Position): Promise<Head | null> {
    let found: Head | null = null;
    const options = { direction: BACKWARDS, fromPosition, maxCount: 1, deadline: limitMs } as const;
    for await (const { event } of fromLeader((leader) => client.readAll({ ...options, ...leader })))
      if (event) found = { position: event.position.commit, stream: event.streamId, at: event.position };
    return found;
  }

  function last(fromPosition: typeof END | Position): Promise<Head | null> {
    const late = (): never => {
      throw new Error(`no event within ${limitMs} ms`);
    };
    // The deadline of the call does not include finding a node and connecting to it.
    return timeLimit(read(fromPosition), limitMs, late).catch((error: unknown) => {
      throw new LogUnavailable(error);
    });
  }

  return {
    head: () => last(END),
    before: async (place) => (await last({ commit: place, prepare: place }))?.position ?? null,
  };
}
