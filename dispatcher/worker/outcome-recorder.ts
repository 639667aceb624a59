import { mutex } from '../../async/mutex.ts';
import { backOff } from '../../async/pause.ts';
import { UnreadableEvent } from '../../log/codec.ts';
import { AppendTooLarge, StreamErased } from '../../log/log-errors.ts';

const firstPauseMs = 100;
const longestPauseMs = 5_000;
const firstProbeMs = 1_000;
const longestProbeMs = 5_000;

const isFinal = (error: unknown): boolean =>
  error instanceof StreamErased || error instanceof AppendTooLarge || error instanceof UnreadableEvent;

/**
 * Records the outcomes of requests, with a circuit breaker between sending and recording. A request whose outcome could
 * not be recorded is sent again; therefore, after a failed append no further request is sent until the log
 * accepts appends again.
 */
export class OutcomeRecorder {
  readonly #probe: () => Promise<void>;
  readonly #signal: AbortSignal;
  readonly #onOpened: () => void;
  readonly #clock: () => number;
  readonly #lock = mutex();
  /** Consecutive failed records; 0 while the circuit is closed. */
  #failures = 0;
  /** Outcomes that are not recorded yet. */
  #pending = 0;
  #probeAt = -Infinity;
  #probing: Promise<void> | null = null;

  /**
   * @param probe tries an append; throws if the log accepts none
   * @param signal after it, each outcome is tried once more
   * @param onOpened called when the circuit opens: no request that was not sent yet should be sent
   * @param clock monotonic milliseconds
   */
  constructor(
    probe: () => Promise<void>,
    signal: AbortSignal,
    onOpened: () => void = () => undefined,
    clock: () => number = () => performance.now(),
  ) {
    this.#probe = probe;
    this.#signal = signal;
    this.#onOpened = onOpened;
    this.#clock = clock;
  }

  /**
   * Returns whether a request may be sent now. While the circuit is open, the pending outcome is retried;
   * without a pending outcome, an append that writes nothing is tried after a delay. After true, the caller
   * must call `record` or, if nothing was sent, `releasePermit`.
   */
  async acquirePermit(): Promise<boolean> {
    if (this.#failures > 0 && this.#pending === 0 && this.#clock() >= this.#probeAt)
      await (this.#probing ??= this.#tryProbe().finally(() => (this.#probing = null)));
    if (this.#failures > 0) return false;
    this.#pending += 1;
    return true;
  }

  /** Gives back the permit of a request that was not sent. */
  releasePermit(): void {
    this.#pending -= 1;
  }

  /**
   * Records an outcome and retries until it succeeds; one outcome at a time while the circuit is open.
   * @param write must be idempotent
   * @param isWritten whether the result shows that the log accepted an append
   * @throws errors that a retry cannot solve; after the signal, the error of the last try
   */
  async record<T>(write: () => Promise<T>, isWritten: (answer: T) => boolean): Promise<T> {
    try {
      if (this.#failures === 0)
        try {
          return await this.#tryOnce(write, isWritten);
        } catch (error) {
          if (isFinal(error)) throw error;
        }
      return await this.#lock('record', () => this.#persist(write, isWritten));
    } finally {
      this.#pending -= 1;
    }
  }

  async #persist<T>(write: () => Promise<T>, isWritten: (answer: T) => boolean): Promise<T> {
    const retry = backOff(firstPauseMs, longestPauseMs);
    for (;;) {
      const isLast = this.#signal.aborted;
      try {
        return await this.#tryOnce(write, isWritten);
      } catch (error) {
        if (isLast || isFinal(error)) throw error;
        await retry.wait(this.#signal);
      }
    }
  }

  async #tryOnce<T>(write: () => Promise<T>, isWritten: (answer: T) => boolean): Promise<T> {
    try {
      const answer = await write();
      if (isWritten(answer)) this.#failures = 0;
      return answer;
    } catch (error) {
      if (!isFinal(error)) this.#failed();
      throw error;
    }
  }

  async #tryProbe(): Promise<void> {
    try {
      await this.#probe();
      this.#failures = 0;
    } catch {
      this.#failed();
    }
  }

  #failed(): void {
    this.#probeAt = this.#clock() + Math.min(firstProbeMs * 2 ** this.#failures, longestProbeMs);
    this.#failures += 1;
    if (this.#failures === 1) this.#onOpened();
  }
}
