import type { ReadStream } from './client-streams.ts';
import { LogUnavailable } from '../event-log.ts';

/** How much is read ahead, as encoded messages; decoded on the heap they take several times as much. */
const aheadBytes = 512 * 1_024;

/** A node that says that it has caught up, and sends nothing for so long, does not hold what is waited for. */
const defaultStallMs = 10_000;

/** The messages of one subscription, read ahead of their decoding; while enough of them wait, the server is held back. */
export interface MessageQueue {
  /** Takes in what a stream gives; null where there is nothing to be read. */
  follow(opening: Promise<ReadStream | null>): void;
  /** The oldest message; undefined when none waits. */
  first(): Buffer | undefined;
  /** Removes the oldest message. */
  drop(): void;
  /** Settles when something has changed. @throws LogUnavailable once the stream has failed */
  more(): Promise<void>;
  /** From now on a silence is a failure. */
  expectSoon(): void;
  /** Whether there was nothing to be read. */
  isEmpty(): boolean;
  isClosed(): boolean;
  /** Reads no further. */
  close(): void;
}

export function openMessageQueue(signal: AbortSignal, stallMs = defaultStallMs): MessageQueue {
  let ready: Buffer[] = [];
  let used = 0;
  let bytes = 0;
  let call: ReadStream | null = null;
  let failure: { readonly error: LogUnavailable } | null = null;
  let [isOver, hasNothing] = [false, false];
  let wake: () => void = () => undefined;
  let stall: NodeJS.Timeout | undefined;

  function fail(error: unknown): void {
    failure ??= { error: error instanceof LogUnavailable ? error : new LogUnavailable(error) };
    wake();
  }

  function close(): void {
    isOver = true;
    signal.removeEventListener('abort', close);
    clearTimeout(stall);
    call?.cancel();
    ready = [];
    used = 0;
    wake();
  }

  function receive(message: Buffer): void {
    if (isOver) return;
    stall?.refresh();
    ready.push(message);
    bytes += message.length;
    if (bytes >= aheadBytes) call?.pause();
    wake();
  }

  function listen(opened: ReadStream | null): void {
    if (opened === null) {
      hasNothing = true;
      return wake();
    }
    call = opened;
    // Past the end, too: an error without a listener ends the process.
    opened.on('error', fail);
    if (isOver) return opened.cancel();
    opened.on('data', receive);
    opened.on('end', () => fail(new Error('the subscription ended')));
  }

  function drop(): void {
    bytes -= ready[used]?.length ?? 0;
    used += 1;
    if (used === ready.length || used > maxUsed) {
      ready = ready.slice(used);
      used = 0;
    }
    if (bytes < aheadBytes && !isOver) call?.resume();
  }

  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });

  return {
    follow: (opening) => void opening.then(listen, fail),
    first: () => ready[used],
    drop,
    async more() {
      if (failure) throw failure.error;
      if (isOver || hasNothing || used < ready.length) return;
      await new Promise<void>((resolve) => (wake = resolve));
    },
    expectSoon() {
      const silence = new Error('the node of the event store lags behind the head of the log');
      stall ??= setTimeout(() => fail(silence), stallMs).unref();
    },
    isEmpty: () => hasNothing,
    isClosed: () => isOver,
    close,
  };
}

/** Of the messages that were decoded, so many at most are kept until the array is cut. */
const maxUsed = 1_000;
