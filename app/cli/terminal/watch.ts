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
  ask: (signal: AbortSignal) => Promise<Result<ApiResponse<T>, ApiFailure>>,
  isOver: (value: T) => boolean,
): Promise<T | null> {
  const { signal, dispose } = onInterrupt();
  const isInterrupted = () => signal.aborted;
  let hasAnswered = false;
  try {
    while (!isInterrupted()) {
      const asked = await ask(signal);
      if (isInterrupted()) break;
      if (asked.ok) {
        hasAnswered = true;
        if (isOver(asked.value.value)) return asked.value.value;
      } else if (!hasAnswered || !mayPass(asked.error)) throw failureOf(asked.error);
      await pause(everyMs, signal);
    }
    return null;
  } finally {
    dispose();
  }
}

/** Whether a later call may succeed. */
export const mayPass = (failure: ApiFailure): boolean =>
  failure.kind === 'unreachable' ||
  (failure.kind === 'refused' && (failure.status === 503 || failure.status === 429));
