import { backOff } from '../../async/pause.ts';
import { LogUnavailable } from '../../log/log-errors.ts';

const firstPauseMs = 200;
const longestPauseMs = 2_000;

/**
 * Repeats idempotent work until the log answers: on a busy machine a single read may take longer than its limit, which
 * is no reason to give up a start.
 * @param waitMs for how long the work is repeated
 * @param onWaiting called once, after the first failure
 * @throws LogUnavailable after that time; any other error at once
 */
export async function untilLogAnswers<T>(
  work: () => Promise<T>,
  waitMs: number,
  onWaiting: () => void,
): Promise<T> {
  const until = performance.now() + waitMs;
  const retry = backOff(firstPauseMs, longestPauseMs);
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LogUnavailable) || performance.now() >= until) throw error;
      if (isFirst) onWaiting();
      await retry.wait(new AbortController().signal);
    }
  }
}
