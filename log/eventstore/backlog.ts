import type { ClientStreams, ReadStream } from './client-streams.ts';
import {
  LogUnavailable,
  caughtUp,
  type Backlog,
  type Batch,
  type EventLog,
  type LogItem,
  type EventPosition,
} from '../event-log.ts';
import type { HeadReader } from './head.ts';
import { eventsAfter, storedOf, tellOf } from './wire/feed-messages.ts';
import { openMessageQueue } from './message-queue.ts';
import { toItem } from './wire/recorded.ts';

/** A checkpoint between two events costs a read, and is looked up no more often than this, in milliseconds. */
const lookUpMs = 1_000;

/**
 * Reads what there is after a position up to an event, through a subscription that also asks for the stream of that
 * event: the backlog ends where the event arrives, not where one node says that it has caught up. A follower that lags
 * behind would otherwise hide what lies between its end and the place where the feed begins.
 */
export const openBacklog =
  (streams: Pick<ClientStreams, 'read'>, heads: HeadReader, stallMs?: number): EventLog['backlog'] =>
  ({ after, upTo, streamPrefixes, signal }) => {
    const queue = openMessageQueue(signal, stallMs);
    const isWanted = (stream: string): boolean => streamPrefixes.some((prefix) => stream.startsWith(prefix));
    let position = after ?? -1n;
    /** Where the next record begins, when nothing before it was wanted; null once an item lies beyond. */
    let searched: bigint | null = null;
    let lookedUpAt = -Infinity;
    let end: EventPosition | null = null;
    let isAtEnd = false;

    async function open(): Promise<ReadStream | null> {
      end = upTo === undefined ? await heads.head() : upTo;
      if (end === null || end.position <= position) return null;
      const prefixes = isWanted(end.stream) ? streamPrefixes : [...streamPrefixes, end.stream];
      return streams.read(eventsAfter(after, prefixes));
    }

    /** @returns the step that a message stands for; null for a message that is none */
    function stepOf(message: Buffer): LogItem | null {
      const { event, checkpoint, isCaughtUp } = tellOf(message);
      if (isCaughtUp) queue.expectSoon();
      if (event) {
        return isWanted(event.stream) ? toItem(storedOf(event)) : { position: event.position, event: null };
      }
      if (!checkpoint) return null;
      if ('through' in checkpoint) return { position: checkpoint.through, event: null };
      searched = checkpoint.before;
      return end && searched > end.position ? { position: end.position, event: null } : null;
    }

    /** A message that is none stays where it is, and fails once it is the first. */
    function decodeSome(most: number): Batch {
      const items: LogItem[] = [];
      try {
        for (let message; items.length < most && (message = queue.first());) {
          const item = stepOf(message);
          queue.drop();
          if (!item || item.position <= position) continue;
          ({ position } = item);
          searched = null;
          items.push(item);
          isAtEnd = end !== null && position >= end.position;
          if (isAtEnd) break;
        }
      } catch (error) {
        if (items.length === 0) throw new LogUnavailable(error);
      }
      return items;
    }

    /** A checkpoint between two events, as the event before it: a read can begin there again. */
    async function lookUp(): Promise<Batch> {
      if (searched === null || performance.now() - lookedUpAt < lookUpMs) return [];
      const place = searched;
      searched = null;
      const found = await heads.before(place).catch(() => null);
      lookedUpAt = performance.now();
      if (found === null || found <= position) return [];
      position = found;
      return [{ position, event: null }];
    }

    async function take(most: number): Promise<Batch | null> {
      for (;;) {
        if (queue.isClosed()) return null;
        const decoded = isAtEnd ? [] : decodeSome(most);
        if (decoded.length > 0) return decoded;
        if (isAtEnd || queue.isEmpty()) {
          queue.close();
          return [caughtUp];
        }
        const found = await lookUp();
        if (found.length > 0) return found;
        await queue.more();
      }
    }

    queue.follow(open());
    return { take, close: queue.close } satisfies Backlog;
  };
