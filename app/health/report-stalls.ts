import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import {
  openStallWatch,
  type Stall,
  type StallListener,
  type StallTimes,
  type StallWatch,
} from '../../async/stall-watch.ts';

/** Opens the watch of a process. A stall writes a log line, and its end another. */
export function reportStalls(
  logger: Pick<Logger, 'error' | 'warn'>,
  registry: Registry,
  times?: StallTimes,
): StallWatch {
  const listener: StallListener = {
    stalled: ({ part, work, count, seconds }) =>
      logger.error({ part, work, count, seconds }, 'a part of the service makes no progress'),
    recovered: ({ part, work }) => logger.warn({ part, work }, 'a part of the service makes progress again'),
    processPaused: (ms) => logger.warn({ ms: Math.round(ms) }, 'the process did not run for a while'),
  };
  const stalls = openStallWatch(listener, times);
  new Gauge({
    name: 'formlog_stalled_parts',
    help: 'Parts of this process that have work and have made no progress for a minute.',
    registers: [registry],
    collect() {
      this.set(stalls.stalls().length);
    },
  });
  return stalls;
}

/** A stall for `/readyz`, in words. */
export const describeStall = ({ part, work, count, seconds }: Stall): string => {
  const others = count > 1 ? `, and ${count - 1} more` : '';
  return `${part}: ${work === '' ? '' : `${work}${others}, `}no progress for ${seconds} s`;
};
