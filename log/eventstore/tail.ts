import type { ClientStreams, ReadStream } from './client-streams.ts';
import { LogUnavailable, type FeedItem, type LogItem } from '../event-log.ts';
import type { HeadReader } from './head.ts';
import type { Tail } from '../feed.ts';
import { everythingAfter, storedOf, tellOf, type FeedEvent } from './wire/feed-messages.ts';
import { UnreadableEvent } from '../codec.ts';
import { toItem } from './wire/recorded.ts';

/** How often the leader is asked whether the subscription has kept up, in milliseconds. */
const probeMs = 5_000;

/**
 * Subscribes to the log after its last event, so that the place where the subscription begins is known whichever node
 * serves it. Without a filter: the server would send a checkpoint for each event beside the event itself, and
 * `X-Read-After` may name the position of an event of any stream.
 *
 * A node that has lost its cluster keeps a subscription open and sends nothing. The leader is therefore asked for the
 * head from time to time; a subscription that stays behind it and sends nothing ends.
 */
export const openTail =
  (
    streams: Pick<ClientStreams, 'read'>,
    { head }: Pick<HeadReader, 'head'>,
    everyMs = probeMs,
  ): Tail<FeedItem> =>
  ({ begun, heard, ended }) => {
    let call: ReadStream | null = null;
    let isOver = false;
    let last = -1n;

    function end(error: unknown): void {
      if (isOver) return;
      stop();
      ended(error instanceof LogUnavailable ? error : new LogUnavailable(error));
    }

    function stop(): void {
      isOver = true;
      clearInterval(probing);
      call?.cancel();
    }

    async function open(): Promise<void> {
      const start = await head();
      last = start?.position ?? last;
      const opened = await streams.read(everythingAfter(start?.at ?? null));
      call = opened;
      // Past the end, too: an error without a listener ends the process.
      opened.on('error', end);
      if (isOver) return opened.cancel();
      opened.on('data', (message) => hear(message, () => begun(start)));
      opened.on('end', () => end(new Error('the subscription ended')));
    }

    function hear(message: Buffer, caughtUp: () => void): void {
      if (isOver) return;
      try {
        const { event, isCaughtUp } = tellOf(message);
        if (event) {
          last = event.position;
          heard(toHeard(event));
        } else if (isCaughtUp) caughtUp();
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

    // Where the leader gives no answer, the subscription is not to blame.
    const probing = setInterval(() => probe().catch(() => undefined), everyMs).unref();
    open().catch(end);
    return stop;
  };

/** Most of what comes is wanted by somebody, and some by nobody: it is decoded when the first one asks. */
function toHeard(event: FeedEvent): FeedItem {
  const { position, stream, revision } = event;
  // One or the other: what is slow to be taken is not kept as a message, too.
  let kept: { readonly message: FeedEvent } | { readonly item: LogItem } = { message: event };
  function item(): LogItem {
    if ('message' in kept) kept = { item: toItem(storedOf(kept.message)) };
    return kept.item;
  }
  return {
    position,
    stream,
    revision,
    item,
    read() {
      const { event: recorded, unread } = item();
      if (unread && unread.fault !== null)
        throw new UnreadableEvent(unread.type, unread.fault, `${unread.id}, ${stream}@${unread.revision}`);
      return recorded;
    },
  };
}
