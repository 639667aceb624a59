import {
  type Backlog,
  type Batch,
  caughtUp,
  type EventLog,
  type EventPosition,
  type LogItem,
} from '../event-log.ts';
import { LogUnavailable } from '../log-errors.ts';
import {
  decodeReadMessage,
  type EventStoreClient,
  type ReadCall,
  storedOf,
  subscribeTo,
} from './client/index.ts';
import type { HeadReader } from './head.ts';
import { openMessageQueue } from './message-queue.ts';
import { toItem } from './recorded.ts';

/** The shortest interval between two look-ups of a checkpoint between events, each of which costs a read. */
const resolveIntervalMs = 1_000;

/**
 * Reads the events after a position up to an event through a subscription that also includes that event's
 * stream. The backlog ends where the event arrives, not where a node reports that it has caught up: otherwise
 * a lagging follower would hide the events between its end and the start of the feed.
 */
export const openBacklog =
  (client: Pick<EventStoreClient, 'read'>, heads: HeadReader, stallMs?: number): EventLog['backlog'] =>
  ({ after, upTo, streamPrefixes, signal }) => {
    const queue = openMessageQueue(signal, stallMs);
    const isRequested = (stream: string): boolean =>
      streamPrefixes.some((prefix) => stream.startsWith(prefix));
    let position = after ?? -1n;
    /** The position before which the server has searched in vain; null once there is a later item. */
    let searched: bigint | null = null;
    let resolvedAt = -Infinity;
    let end: EventPosition | null = null;
    let isAtEnd = false;

    async function open(): Promise<ReadCall | null> {
      end = upTo === undefined ? await heads.head() : upTo;
      if (end === null || end.position <= position) return null;
      const prefixes = isRequested(end.stream) ? streamPrefixes : [...streamPrefixes, end.stream];
      const from = after === null ? null : { commit: after, prepare: after };
      return client.read(subscribeTo(from, prefixes));
    }

    /** Returns the item of a message; null for a message without one. */
    function stepOf(message: Buffer): LogItem | null {
      const { event, checkpoint, isCaughtUp } = decodeReadMessage(message);
      if (isCaughtUp) queue.expectMessages();
      if (event) {
        const { id, stream, position: at } = event;
        if (isRequested(stream)) return toItem(storedOf(event));
        return { position: at, event: null, passed: { id, stream, position: at } };
      }
      if (!checkpoint) return null;
      if ('through' in checkpoint) return { position: checkpoint.through, event: null };
      searched = checkpoint.before;
      return end && searched > end.position ? { position: end.position, event: null } : null;
    }

    /** A message that cannot be decoded stays in the queue, and fails once it is the first. */
    function decodeSome(maxItems: number): Batch {
      const items: LogItem[] = [];
      try {
        for (let message; items.length < maxItems && (message = queue.first());) {
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

    /** Resolves a checkpoint between two events to the event before it, at which a read can begin again. */
    async function resolveCheckpoint(): Promise<Batch> {
      if (searched === null || performance.now() - resolvedAt < resolveIntervalMs) return [];
      const before = searched;
      searched = null;
      const found = await heads.before(before).catch(() => null);
      resolvedAt = performance.now();
      if (found === null || found <= position) return [];
      position = found;
      return [{ position, event: null }];
    }

    async function take(maxItems: number): Promise<Batch | null> {
      for (;;) {
        if (queue.isClosed()) return null;
        const decoded = isAtEnd ? [] : decodeSome(maxItems);
        if (decoded.length > 0) return decoded;
        if (isAtEnd || queue.isEmpty()) {
          queue.close();
          return [caughtUp];
        }
        const found = await resolveCheckpoint();
        if (found.length > 0) return found;
        await queue.changed();
      }
    }

    queue.follow(open());
    return { take, close: queue.close } satisfies Backlog;
  };
