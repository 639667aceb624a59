import { returnMemory } from '../../async/heap-growth.ts';

/** At rest, leases and looks at the stores take less than this share of the thread's time. */
const restfulShare = 0.1;
const lookEveryMs = 1_000;
/** The number of restful looks, one after the other, from which on a process is at rest. */
const restfulLooks = 10;

/** Has V8 return memory to the system while this process is at rest. */
export function returnMemoryAtRest(): void {
  const isAtRest = watchForRest();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    returnMemory(isAtRest(performance.eventLoopUtilization(now, before).utilization));
    before = now;
  }, lookEveryMs).unref();
}

/**
 * Returns a function that is told the share of time that a process worked since the last call, and returns whether the
 * process is at rest.
 */
export function watchForRest(): (utilization: number) => boolean {
  let looks = 0;
  return (utilization) => {
    looks = utilization < restfulShare ? looks + 1 : 0;
    return looks >= restfulLooks;
  };
}
