import { type StoredEvent } from '../event-log.ts';
import { LogUnavailable, StreamErased } from '../log-errors.ts';
import { isInsideRecord, type Position, readAll, type Stored } from './client/index.ts';
import type { ReadPage } from './pages.ts';
import type { StreamReads } from './stream-reads.ts';

interface Range {
  /** The position of the first event; null for the start of the log. */
  readonly from: bigint | null;
  /** Restricts the read to the events of this stream. */
  readonly stream?: string | undefined;
}

/**
 * Yields the service's events from a position on, up to the end of the log at the time when the read reaches
 * it.
 * @throws StreamErased, LogUnavailable
 */
export async function* readStored(
  page: ReadPage,
  reads: Pick<StreamReads, 'stored'>,
  { from, stream }: Range,
): AsyncGenerator<StoredEvent> {
  const source = stream === undefined ? allStored(page, from) : reads.stored(stream);
  try {
    for await (const event of source) {
      // The names of the event store's own events and streams begin with a dollar sign.
      if (event.streamId.startsWith('$') || event.type.startsWith('$')) continue;
      const position = event.position.commit;
      if (from !== null && position < from) continue;
      yield {
        id: event.id,
        type: event.type,
        stream: event.streamId,
        revision: event.revision,
        position,
        recordedAt: event.created,
        data: event.data,
        metadata: event.metadata,
      };
    }
  } catch (error) {
    if (error instanceof StreamErased || error instanceof LogUnavailable) throw error;
    throw new LogUnavailable(error);
  }
}

/** The number of events that are read at once, and therefore held in memory. */
const pageSize = 500;

async function* allStored(page: ReadPage, from: bigint | null): AsyncGenerator<Stored> {
  let events = await firstPage(page, from);
  yield* events;
  while (events.length === pageSize) {
    const last = events.at(-1)?.position;
    events = await page(readAll({ direction: 'forwards', from: last, count: pageSize }));
    // The page begins with the last event of the page before it.
    yield* events.filter(({ position }) => !isSame(position, last));
  }
}

/**
 * EventStoreDB reads from a position only at the start of a record; positions from operators may lie
 * elsewhere.
 */
async function firstPage(page: ReadPage, from: bigint | null): Promise<Stored[]> {
  const position = from === null ? undefined : { commit: from, prepare: from };
  const part = { direction: 'forwards', count: pageSize } as const;
  try {
    return await page(readAll({ ...part, from: position }));
  } catch (error) {
    if (position === undefined || !isInsideRecord(error)) throw error;
    return page(readAll(part));
  }
}

const isSame = ({ commit, prepare }: Position, other: Position | undefined): boolean =>
  commit === other?.commit && prepare === other.prepare;
