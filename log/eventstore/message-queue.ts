import { LogUnavailable } from '../log-errors.ts';
import type { ReadCall } from './client/index.ts';

/**
 * The limit for reading ahead, in bytes of encoded messages; decoded on the heap they take several times as
 * much.
 */
const readAheadBytes = 512 * 1_024;

/** The time after which a node that reports having caught up, and then sends nothing, counts as lagging. */
const defaultStallMs = 10_000;
/** A subscription is confirmed at once, and searches report how far they are: any longer silence means that it is lost. */
const silenceStalls = 3;

/** The messages of one subscription, read ahead of their decoding; at the limit, the server is paused. */
export interface MessageQueue {
  /**
   * Receives the messages of a stream; null if there is nothing to read. A stream that sends nothing for long counts as
   * lost, unless it is paused.
   */
  follow(opening: Promise<ReadCall | null>): void;
  /** Returns the oldest message; undefined if there is none. */
  first(): Buffer | undefined;
  /** Removes the oldest message. */
  drop(): void;
  /** Resolves when the state has changed. @throws LogUnavailable once the stream has failed */
  changed(): Promise<void>;
  /** From now on, silence is a failure. */
  expectMessages(): void;
  /** Whether there was nothing to read. */
  isEmpty(): boolean;
  isClosed(): boolean;
  /** Stops reading. */
  close(): void;
}

export function openMessageQueue(signal: AbortSignal, stallMs = defaultStallMs): MessageQueue {
  let ready: Buffer[] = [];
  let removed = 0;
  let bytes = 0;
  let call: ReadCall | null = null;
  let failure: { readonly error: LogUnavailable } | null = null;
  let [isEnded, hasNothing] = [false, false];
  let wake: () => void = () => undefined;
  let isWaking = false;
  let stall: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;

  /** Wakes the reader at the end of this turn of the event loop, in which a packet brings many messages. */
  function wakeSoon(): void {
    if (isWaking) return;
    isWaking = true;
    setImmediate(() => {
      isWaking = false;
      wake();
    });
  }

  function fail(error: unknown): void {
    failure ??= { error: error instanceof LogUnavailable ? error : new LogUnavailable(error) };
    wake();
  }

  function silent(): void {
    if (bytes < readAheadBytes) return fail(new Error('the event store has stopped sending'));
    silence?.refresh();
  }

  function close(): void {
    isEnded = true;
    signal.removeEventListener('abort', close);
    clearTimeout(stall);
    clearTimeout(silence);
    call?.cancel();
    ready = [];
    removed = 0;
    wake();
  }

  function receive(message: Buffer): void {
    if (isEnded) return;
    silence?.refresh();
    stall?.refresh();
    ready.push(message);
    bytes += message.length;
    if (bytes >= readAheadBytes) call?.pause();
    wakeSoon();
  }

  function attach(opened: ReadCall | null): void {
    if (opened === null) {
      hasNothing = true;
      clearTimeout(silence);
      return wake();
    }
    call = opened;
    // Also after the end: an error without a listener ends the process.
    opened.on('error', fail);
    if (isEnded) return opened.cancel();
    opened.on('data', receive);
    opened.on('end', () => fail(new Error('the subscription ended')));
  }

  function drop(): void {
    bytes -= ready[removed]?.length ?? 0;
    removed += 1;
    if (removed === ready.length || removed > maxRemoved) {
      ready = ready.slice(removed);
      removed = 0;
    }
    if (bytes < readAheadBytes && !isEnded) call?.resume();
  }

  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });

  return {
    follow(opening) {
      if (!isEnded) silence = setTimeout(silent, silenceStalls * stallMs).unref();
      void opening.then(attach, fail);
    },
    first: () => ready[removed],
    drop,
    async changed() {
      if (failure) throw failure.error;
      if (isEnded || hasNothing || removed < ready.length) return;
      await new Promise<void>((resolve) => (wake = resolve));
    },
    expectMessages() {
      const lag = new Error('the node of the event store lags behind the head of the log');
      stall ??= setTimeout(() => fail(lag), stallMs).unref();
    },
    isEmpty: () => hasNothing,
    isClosed: () => isEnded,
    close,
  };
}

/** The number of removed messages after which the array is cut. */
const maxRemoved = 1_000;
