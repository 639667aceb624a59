import type { InHand } from './stall-watch.ts';
import { createTransientMap } from './transient-map.ts';

/** Calls that have begun and not ended, for a watch. */
export interface CallsInHand {
  /** Makes a call, and has it in hand until it has settled. */
  run<T>(name: string, call: () => Promise<T>): Promise<T>;
  inHand(): InHand;
}

export function openCallsInHand(): CallsInHand {
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
    *inHand() {
      for (const [number, { name }] of calls.entries()) yield [`${name} ${number}`, null];
    },
  };
}
