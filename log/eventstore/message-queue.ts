import type { ReadStream } from './client-streams.ts';
import { LogUnavailable } from '../event-log.ts';

/**
 * The limit for reading ahead, in bytes of encoded messages; decoded on the heap they take several times as
 * much.
 */
const aheadBytes = 512 * 1_024;

/** The time after which a node that reports having caught up, and then sends nothing, counts as lagging. */
const defaultStallMs = 10_000;

/** The messages of one subscription, read ahead of their decoding; at the limit, the server is paused. */
export interface MessageQueue {
  /** Receives the messages of a stream; null if there is nothing to read. */
  follow(opening: Promise<ReadStream | null>): void;
  /** Returns the oldest message; undefined if there is none. */
  first(): Buffer | undefined;
  /** Removes the oldest message. */
  drop(): void;
  /** Resolves when the state has changed. @throws LogUnavailable once the stream has failed */
  more(): Promise<void>;
  /** From now on, silence is a failure. */
  expectSoon(): void;
  /** Whether there was nothing to read. */
  isEmpty(): boolean;
  isClosed(): boolean;
  /** Stops reading. */
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
    // Also after the end: an error without a listener ends the process.
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

/** The number of removed messages after which the array is cut. */
const maxUsed = 1_000;
