import { setImmediate as nextTurn } from 'node:timers/promises';
import { timeLimit } from '../../async/time-limit.ts';
import type { ClientStreams, ReadStream } from './client-streams.ts';
import { exceptionOf, maxHops } from './grpc-errors.ts';
import type { EventLog, RecordedEvent, StreamPage, StreamPageRequest } from '../event-log.ts';
import { LogUnavailable, StreamErased } from '../log-errors.ts';
import { decodeReadMessage, storedOf } from './wire/feed-messages.ts';
import { toRecorded, type Stored } from './wire/recorded.ts';
import { streamRequest, type StreamRange } from './wire/stream-messages.ts';

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

/** A read may be lost without an error, for example while its connection is replaced. */
const defaultLimitMs = 30_000;

/** @param limitMs the time after which a page that has not arrived counts as failed, in milliseconds */
export function openStreamReads(
  streams: Pick<ClientStreams, 'readLeader'>,
  limitMs = defaultLimitMs,
): StreamReads {
  function page(request: Buffer): Promise<Stored[]> {
    let call: ReadStream | null = null;
    const arriving = streams.readLeader(request).then((opened) => {
      call = opened;
      return eventsOf(opened);
    });
    return timeLimit(arriving, limitMs, () => {
      call?.cancel();
      throw new Error(`no page within ${limitMs} ms`);
    });
  }

  /** A follower refuses and names the leader; the client connects to the leader, and the read is repeated. */
  async function read(range: StreamRange): Promise<Stored[]> {
    const request = streamRequest(range);
    for (let hops = 0; ; hops++) {
      try {
        return await page(request);
      } catch (error) {
        const exception = exceptionOf(error);
        if (exception === 'stream-deleted') throw new StreamErased(range.stream);
        if (exception !== 'not-leader' || hops === maxHops) throw new LogUnavailable(error);
        // The client switches to the leader after this error.
        await nextTurn();
      }
    }
  }

  async function* stored(stream: string, fromRevision = 0): AsyncGenerator<Stored> {
    for (let from: number | null = fromRevision; from !== null;) {
      const events = await read({ stream, direction: 'forwards', from, count: pageSize });
      yield* events;
      const last = events.at(-1);
      from = last && events.length === pageSize ? Number(last.revision) + 1 : null;
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
      next: following ? Number(following.revision) : null,
    };
  }

  async function readEvent(stream: string, revision: number): Promise<RecordedEvent | null> {
    const [event] = await read({ stream, direction: 'forwards', from: revision, count: 1 });
    return event && Number(event.revision) === revision ? toRecorded(event) : null;
  }

  return { stored, readStream, readPage, readEvent };
}

/** Collects the events of a call. A stream that does not exist has none. */
const eventsOf = (call: ReadStream): Promise<Stored[]> =>
  new Promise((resolve, reject) => {
    const events: Stored[] = [];
    call.on('error', reject);
    call.on('end', () => resolve(events));
    call.on('data', (message) => {
      try {
        const { event } = decodeReadMessage(message);
        if (event) events.push(storedOf(event));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        call.cancel();
      }
    });
  });
