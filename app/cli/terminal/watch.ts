import { pause } from '../../../async/pause.ts';
import type { Result } from '../../../domain/result.ts';
import type { ApiResponse } from '../client/client.ts';
import { failureOf } from '../client/explain.ts';
import type { ApiFailure } from '../client/responses.ts';
import { onInterrupt } from './interrupt.ts';

const everyMs = 500;

/**
 * Polls the service until a condition holds. After the first answer, the watch outlasts a restart of the service
 * and delayed read models. An interrupt ends the watch, not the work.
 * @param isOver receives every answer, and may print it
 * @returns the last answer; null after an interrupt
 * @throws CommandFailure for a permanent failure
 */
export async function watch<T>(
  poll: (signal: AbortSignal) => Promise<Result<ApiResponse<T>, ApiFailure>>,
  isOver: (value: T) => boolean,
): Promise<T | null> {
  const { signal, dispose } = onInterrupt();
  const isInterrupted = () => signal.aborted;
  let hasResponded = false;
  try {
    while (!isInterrupted()) {
      const response = await poll(signal);
      if (isInterrupted()) break;
      if (response.ok) {
        hasResponded = true;
        if (isOver(response.value.value)) return response.value.value;
      } else if (!hasResponded || !isTransient(response.error)) throw failureOf(response.error);
      await pause(everyMs, signal);
    }
    return null;
  } finally {
    dispose();
  }
}

/** Whether a later call may succeed. */
export const isTransient = (failure: ApiFailure): boolean =>
  failure.kind === 'unreachable' ||
  (failure.kind === 'refused' && (failure.status === 503 || failure.status === 429));
