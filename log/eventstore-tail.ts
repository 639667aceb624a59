import type { ClientStreams, ReadStream } from './client-streams.ts';
import { LogUnavailable, type Heard, type RecordedEvent } from './event-log.ts';
import type { Tail } from './feed.ts';
import { storedOf, tellOf, whatComes, type FeedEvent } from './feed-messages.ts';
import { toRecorded } from './recorded.ts';

/**
 * Listens to the end of the event store's log. Without a filter: the server would tell a position for each event
 * beside the event itself, and somebody may be waiting for the position of an event of any stream.
 */
export const openTail =
  (streams: Pick<ClientStreams, 'read'>): Tail<Heard> =>
  ({ begun, heard, ended }) => {
    let call: ReadStream | null = null;
    let isOver = false;

    function end(error: unknown): void {
      if (isOver) return;
      stop();
      ended(new LogUnavailable(error));
    }

    function stop(): void {
      isOver = true;
      call?.cancel();
    }

    function hear(message: Buffer): void {
      if (isOver) return;
      try {
        const tell = tellOf(message);
        if (tell.event) heard(toHeard(tell.event));
        else if (tell.isCaughtUp) begun();
      } catch (error) {
        end(error);
      }
    }

    function listen(opened: ReadStream): void {
      call = opened;
      // Past the end, too: an error that nobody hears ends the process.
      opened.on('error', end);
      if (isOver) return opened.cancel();
      opened.on('data', hear);
      opened.on('end', () => end(new Error('the subscription ended')));
    }

    streams.read(whatComes).then(listen, end);
    return stop;
  };

/** Most of what comes is wanted by somebody, and some by nobody: it is decoded when the first one asks. */
function toHeard(event: FeedEvent): Heard {
  const { position, stream } = event;
  // One or the other: what is slow to be taken is not kept as a message, too.
  let kept: { readonly unread: FeedEvent } | { readonly recorded: RecordedEvent | null } = { unread: event };
  return {
    position,
    stream,
    read() {
      if ('unread' in kept) kept = { recorded: toRecorded(storedOf(kept.unread)) };
      return kept.recorded;
    },
  };
}
