import type { PendingWork } from './stall-watch.ts';
import { createTransientMap } from './transient-map.ts';

/** Calls that have not settled, for a stall watch. */
export interface PendingCalls {
  /** Makes a call, which is pending until it settles. */
  run<T>(name: string, call: () => Promise<T>): Promise<T>;
  pendingWork(): PendingWork;
}

export function openPendingCalls(): PendingCalls {
  const calls = createTransientMap<number, { readonly name: string }>();
  let count = 0;
  return {
    run(name, call) {
      const number = ++count;
      calls.set(number, { name });
      const ended = (): void => void calls.take(number);
      const running = call();
      running.then(ended, ended);
      return running;
    },
    *pendingWork() {
      for (const [number, { name }] of calls.entries()) yield [`${name} ${number}`, null];
    },
  };
}
