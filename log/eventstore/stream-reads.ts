import type { EventLog, RecordedEvent, StreamPage, StreamPageRequest } from '../event-log.ts';
import { LogUnavailable, StreamErased } from '../log-errors.ts';
import type { EventStoreClient, Stored, StreamPart } from './client/index.ts';
import { exceptionOf, readStream as streamRequest } from './client/index.ts';
import { leaderPages } from './pages.ts';
import { toRecorded } from './recorded.ts';

/** Reads of single streams from the leader. */
export interface StreamReads extends Pick<EventLog, 'readStream' | 'readPage' | 'readEvent'> {
  /**
   * Reads a stream's events from a revision on, oldest first, without decoding them; none for a stream that
   * does not exist. @throws StreamErased, LogUnavailable
   */
  stored(stream: string, fromRevision?: number): AsyncGenerator<Stored>;
}

/** The number of events that are read at once, and therefore held in memory. */
const pageSize = 500;

/** @param limitMs the time after which a page that has not arrived counts as failed, in milliseconds */
export function openStreamReads(client: Pick<EventStoreClient, 'readLeader'>, limitMs?: number): StreamReads {
  const page = leaderPages(client, limitMs);

  async function read(part: StreamPart): Promise<Stored[]> {
    try {
      return await page(streamRequest(part));
    } catch (error) {
      if (exceptionOf(error) === 'stream-deleted') throw new StreamErased(part.stream);
      throw new LogUnavailable(error);
    }
  }

  async function* stored(stream: string, fromRevision = 0): AsyncGenerator<Stored> {
    for (let from: number | null = fromRevision; from !== null;) {
      const events = await read({ stream, direction: 'forwards', from, count: pageSize });
      yield* events;
      const last = events.at(-1);
      from = last && events.length === pageSize ? last.revision + 1 : null;
    }
  }

  async function* readStream(stream: string, fromRevision?: number): AsyncGenerator<RecordedEvent> {
    for await (const event of stored(stream, fromRevision)) {
      const recorded = toRecorded(event);
      if (recorded) yield recorded;
    }
  }

  async function readPage(
    stream: string,
    { direction, from, limit }: StreamPageRequest,
  ): Promise<StreamPage> {
    const found = await read({ stream, direction, from, count: limit + 1 });
    const following = found[limit];
    return {
      events: found.slice(0, limit).flatMap((event) => toRecorded(event) ?? []),
      next: following ? following.revision : null,
    };
  }

  async function readEvent(stream: string, revision: number): Promise<RecordedEvent | null> {
    const [event] = await read({ stream, direction: 'forwards', from: revision, count: 1 });
    return event && event.revision === revision ? toRecorded(event) : null;
  }

  return { stored, readStream, readPage, readEvent };
}
