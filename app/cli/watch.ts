import type { Result } from '../../domain/result.ts';
import { pause } from '../../async/pause.ts';
import type { Answer, ApiFailure } from './client.ts';
import { failureOf } from './explain.ts';
import { onInterrupt } from './interrupt.ts';

const everyMs = 500;

/**
 * Asks the service again and again until it answers what is waited for. Once it has answered, a restart of it, or
 * read models that are behind, are waited for. An interrupt ends the watching, not the work.
 * @param isOver is given each answer, and may show it
 * @returns the last answer; null after an interrupt
 * @throws CommandFailure when waiting does not help
 */
export async function watch<T>(
  ask: (signal: AbortSignal) => Promise<Result<Answer<T>, ApiFailure>>,
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

/** Whether the same may be asked again a little later. */
export const mayPass = (failure: ApiFailure): boolean =>
  failure.kind === 'unreachable' ||
  (failure.kind === 'refused' && (failure.status === 503 || failure.status === 429));
