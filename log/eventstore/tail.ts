import { UnreadableEvent } from '../codec.ts';
import { type FeedItem, type LogItem } from '../event-log.ts';
import type { Tail } from '../feed-run.ts';
import { LogUnavailable } from '../log-errors.ts';
import {
  decodeReadMessage,
  type EventStoreClient,
  type FeedEvent,
  type ReadCall,
  storedOf,
  subscribeTo,
} from './client/index.ts';
import type { HeadReader } from './head.ts';
import { toItem } from './recorded.ts';

/** How long a subscription may take to open and to be confirmed, in probes. */
const probesToConfirm = 6;

/** How often the subscription is compared with the head of the leader, in milliseconds. */
const probeMs = 5_000;

/**
 * Subscribes to the log after its last event, so that the start of the subscription is known whichever node
 * serves it. There is no filter: the server would send a checkpoint for each event in addition to the event,
 * and `X-Read-After` may contain the position of an event of any stream.
 *
 * A node that has lost its cluster leaves a subscription open and sends nothing. The head of the leader is
 * therefore read regularly, and a subscription that stays behind it and sends nothing ends.
 */
export const openTail =
  (
    client: Pick<EventStoreClient, 'read'>,
    { head }: Pick<HeadReader, 'head'>,
    everyMs = probeMs,
  ): Tail<FeedItem> =>
  ({ live, received, failed }) => {
    let call: ReadCall | null = null;
    let isLive = false;
    let isOver = false;
    let last = -1n;

    function end(error: unknown): void {
      if (isOver) return;
      stop();
      failed(error instanceof LogUnavailable ? error : new LogUnavailable(error));
    }

    function stop(): void {
      isOver = true;
      clearInterval(probing);
      clearTimeout(confirming);
      call?.cancel();
    }

    async function open(): Promise<void> {
      const start = await head();
      last = start?.position ?? last;
      const opened = await client.read(subscribeTo(start?.at ?? null));
      call = opened;
      // Also after the end: an error without a listener ends the process.
      opened.on('error', end);
      if (isOver) return opened.cancel();
      opened.on('data', (message) => receive(message, () => live(start)));
      opened.on('end', () => end(new Error('the subscription ended')));
    }

    function receive(message: Buffer, caughtUp: () => void): void {
      if (isOver) return;
      try {
        const { event, isCaughtUp } = decodeReadMessage(message);
        if (event) {
          last = event.position;
          received(toFeedItem(event));
        } else if (isCaughtUp) {
          isLive = true;
          caughtUp();
        }
      } catch (error) {
        end(error);
      }
    }

    let probed = { head: -1n, last };
    async function probe(): Promise<void> {
      if (probed.head > last && probed.last === last)
        return end(new Error('the subscription is silent behind the head of the log'));
      const now = await head();
      probed = { head: now?.position ?? -1n, last };
    }

    // A leader that does not respond does not count against the subscription.
    const probing = setInterval(() => probe().catch(() => undefined), everyMs).unref();
    const confirming = setTimeout(() => {
      if (!isLive) end(new Error('the event store does not confirm the subscription'));
    }, probesToConfirm * everyMs).unref();
    open().catch(end);
    return stop;
  };

/**
 * Decodes an event when the first reader requests it: most events are read by several readers, some by none.
 */
function toFeedItem(event: FeedEvent): FeedItem {
  const { id, position, stream, revision } = event;
  const bytes = event.message.length;
  // Either one or the other: an event that a slow reader takes late is not held in both forms.
  let decoded: { readonly message: FeedEvent } | { readonly item: LogItem } = { message: event };
  function item(): LogItem {
    if ('message' in decoded) decoded = { item: toItem(storedOf(decoded.message)) };
    return decoded.item;
  }
  return {
    id,
    position,
    stream,
    revision,
    bytes,
    item,
    read() {
      const { event: recorded, undecoded } = item();
      if (undecoded && undecoded.fault !== null)
        throw new UnreadableEvent(
          undecoded.type,
          undecoded.fault,
          `${undecoded.id}, ${stream}@${undecoded.revision}`,
        );
      return recorded;
    },
  };
}
