import { setFavoursSize } from '../../async/heap-growth.ts';

/** In an idle process, leases and checks of the stores take less than this share of the thread's time. */
const idleShare = 0.1;
const checkEveryMs = 1_000;
/** The number of consecutive checks below that share after which a process is idle. */
const idleChecks = 10;

/** Makes V8 return memory to the system while this process is idle. */
export function returnMemoryWhenIdle(): void {
  const isIdle = detectIdle();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    setFavoursSize(isIdle(performance.eventLoopUtilization(now, before).utilization));
    before = now;
  }, checkEveryMs).unref();
}

/**
 * Returns a function that gets the share of time that a process worked since the last call, and returns whether the
 * process is idle.
 */
export function detectIdle(): (utilization: number) => boolean {
  let checks = 0;
  return (utilization) => {
    checks = utilization < idleShare ? checks + 1 : 0;
    return checks >= idleChecks;
  };
}
