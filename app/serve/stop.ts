import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Supervisor } from '../supervisor.ts';
import { exitInTime } from './exit-in-time.ts';

/** Resolves with the first stop signal; a second signal ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((received) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        received(signal);
      });
    }
  });
}

/** The shortest time for connections to close after the last part has stopped, in milliseconds. */
const minIdleMs = 1_000;

/** @returns whether every part has stopped in time; the process then ends by itself, or is ended when the time is over */
export async function stopWithin(
  { STOP_TIMEOUT_S }: Pick<Config, 'STOP_TIMEOUT_S'>,
  supervisor: Supervisor,
  logger: Logger,
): Promise<boolean> {
  const until = performance.now() + STOP_TIMEOUT_S * 1000;
  const hasStopped = await pTimeout(
    supervisor.stop().then(() => true),
    { milliseconds: STOP_TIMEOUT_S * 1000, fallback: () => false },
  );
  if (hasStopped) exitInTime(logger, Math.max(minIdleMs, until - performance.now()));
  return hasStopped;
}
