import type { ClientStreams, ReadStream } from './client-streams.ts';
import { UnreadableEvent } from './codec.ts';
import { LogUnavailable, caughtUp, type Batch, type EventLog, type LogItem } from './event-log.ts';
import { storedOf, tellOf, whatThereIs } from './feed-messages.ts';
import { toRecorded } from './recorded.ts';

/** How much is read ahead, as the messages that came; on the heap, what they say takes several times as much. */
const aheadBytes = 512 * 1_024;

/**
 * Reads what there is after a position, ahead of being asked for it. Messages are kept as they came and decoded when
 * they are taken; while enough of them wait, the server is held back.
 */
export const openBacklog =
  (streams: Pick<ClientStreams, 'read'>): EventLog['backlog'] =>
  ({ after, streamPrefixes, signal }) => {
    let ready: Buffer[] = [];
    let bytes = 0;
    let call: ReadStream | null = null;
    let failure: { readonly error: LogUnavailable } | null = null;
    let isOver = false;
    let wake: () => void = () => undefined;

    function hear(message: Buffer): void {
      if (isOver) return;
      ready.push(message);
      bytes += message.length;
      if (bytes >= aheadBytes) call?.pause();
      wake();
    }

    function fail(error: unknown): void {
      failure ??= { error: new LogUnavailable(error) };
      wake();
    }

    function listen(opened: ReadStream): void {
      call = opened;
      // Past the end, too: an error that nobody hears ends the process.
      opened.on('error', fail);
      if (isOver) return opened.cancel();
      opened.on('data', hear);
      opened.on('end', () => fail(new Error('the subscription ended')));
    }

    function close(): void {
      isOver = true;
      signal.removeEventListener('abort', close);
      call?.cancel();
      ready = [];
      wake();
    }

    /** What cannot be read stays where it is, and fails once it is the first. */
    function decodeSome(most: number): Batch {
      const items: (LogItem | typeof caughtUp)[] = [];
      let used = 0;
      try {
        for (let message; items.length < most && (message = ready[used]); used++) {
          const item = itemOf(message);
          bytes -= message.length;
          if (item) items.push(item);
          if (item === caughtUp) close();
        }
      } catch (error) {
        if (items.length === 0) throw error instanceof UnreadableEvent ? error : new LogUnavailable(error);
      }
      ready = ready.slice(used);
      if (bytes < aheadBytes && !isOver) call?.resume();
      return items;
    }

    async function take(most: number): Promise<Batch | null> {
      for (;;) {
        if (isOver) return null;
        const items = decodeSome(most);
        if (items.length > 0) return items;
        if (failure) throw failure.error;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }

    if (signal.aborted) close();
    else {
      signal.addEventListener('abort', close, { once: true });
      streams.read(whatThereIs(after, streamPrefixes)).then(listen, fail);
    }
    return { take, close };
  };

/** What a message says; null for one that says nothing of the log. */
function itemOf(message: Buffer): LogItem | typeof caughtUp | null {
  const { event, checkpoint, isCaughtUp } = tellOf(message);
  if (isCaughtUp) return caughtUp;
  if (!event) return checkpoint === null ? null : { position: checkpoint, event: null };
  return { position: event.position, event: toRecorded(storedOf(event)) };
}
