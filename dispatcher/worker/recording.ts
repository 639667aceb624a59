import { mutex } from '../../async/mutex.ts';
import { backOff } from '../../async/pause.ts';
import { UnreadableEvent } from '../../log/codec.ts';
import { AppendTooLarge, StreamErased } from '../../log/log-errors.ts';

/**
 * The circuit breaker between sending requests and recording their outcomes. A request whose outcome could
 * not be recorded is sent again; therefore, after a failed append no further request is sent until the log
 * accepts appends again.
 */
export interface Recording {
  /**
   * Returns whether a request may be sent now. While the circuit is open, the pending outcome is retried;
   * without a pending outcome, an append that writes nothing is tried after a delay. After true, the caller
   * must call `record` or, if nothing was sent, `withdraw`.
   */
  admit(): Promise<boolean>;
  /** Takes back an admission whose request was not sent. */
  withdraw(): void;
  /**
   * Records an outcome and retries until it succeeds; one outcome at a time while the circuit is open.
   * @param write must be idempotent
   * @param isWritten whether the result shows that the log accepted an append
   * @throws errors that a retry cannot solve; after the signal, the error of the last try
   */
  record<T>(write: () => Promise<T>, isWritten: (answer: T) => boolean): Promise<T>;
}

const firstPauseMs = 100;
const longestPauseMs = 5_000;
const firstProbeMs = 1_000;
const longestProbeMs = 5_000;

const isFinal = (error: unknown): boolean =>
  error instanceof StreamErased || error instanceof AppendTooLarge || error instanceof UnreadableEvent;

/**
 * Opens the circuit breaker in its closed state.
 * @param probe tries an append @throws if the log accepts none
 * @param signal after it, each outcome is tried once more
 * @param onOpened called when the circuit opens: no request that was not sent yet should be sent
 * @param clock monotonic milliseconds
 */
export function openRecording(
  probe: () => Promise<void>,
  signal: AbortSignal,
  onOpened: () => void = () => undefined,
  clock: () => number = () => performance.now(),
): Recording {
  const lock = mutex();
  /** Consecutive failed records; 0 while the circuit is closed. */
  let failures = 0;
  /** Outcomes that are not recorded yet. */
  let pending = 0;
  let probeAt = -Infinity;
  let probing: Promise<void> | null = null;

  function failed(): void {
    probeAt = clock() + Math.min(firstProbeMs * 2 ** failures, longestProbeMs);
    failures += 1;
    if (failures === 1) onOpened();
  }

  async function tryProbe(): Promise<void> {
    try {
      await probe();
      failures = 0;
    } catch {
      failed();
    }
  }

  async function admit(): Promise<boolean> {
    if (failures > 0 && pending === 0 && clock() >= probeAt)
      await (probing ??= tryProbe().finally(() => (probing = null)));
    const isAdmitted = failures === 0;
    if (isAdmitted) pending += 1;
    return isAdmitted;
  }

  async function tryOnce<T>(write: () => Promise<T>, isWritten: (answer: T) => boolean): Promise<T> {
    try {
      const answer = await write();
      if (isWritten(answer)) failures = 0;
      return answer;
    } catch (error) {
      if (!isFinal(error)) failed();
      throw error;
    }
  }

  async function persist<T>(write: () => Promise<T>, isWritten: (answer: T) => boolean): Promise<T> {
    const retry = backOff(firstPauseMs, longestPauseMs);
    for (;;) {
      const isLast = signal.aborted;
      try {
        return await tryOnce(write, isWritten);
      } catch (error) {
        if (isLast || isFinal(error)) throw error;
        await retry.wait(signal);
      }
    }
  }

  return {
    admit,
    withdraw: () => void (pending -= 1),
    async record(write, isWritten) {
      try {
        if (failures === 0)
          try {
            return await tryOnce(write, isWritten);
          } catch (error) {
            if (isFinal(error)) throw error;
          }
        return await lock('record', () => persist(write, isWritten));
      } finally {
        pending -= 1;
      }
    },
  };
}
