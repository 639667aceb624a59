import type { InHand } from './stall-watch.ts';

/** Calls that have begun and not ended, for a watch. */
export interface CallsInHand {
  /** Makes a call, and has it in hand until it has settled. */
  run<T>(name: string, call: () => Promise<T>): Promise<T>;
  inHand(): InHand;
}

/** A list through the calls themselves: it is changed for every call, and read every few seconds. */
interface Link {
  readonly name: string;
  before: Link | null;
  after: Link | null;
}

export function openCallsInHand(): CallsInHand {
  const first: Link = { name: '', before: null, after: null };
  let last = first;
  /** Tells calls of one name apart. */
  const numbers = new WeakMap<Link, number>();
  let count = 0;

  function remove(link: Link): void {
    if (link.before) link.before.after = link.after;
    if (link.after) link.after.before = link.before;
    else if (link.before) last = link.before;
  }

  function numberOf(link: Link): number {
    const number = numbers.get(link) ?? ++count;
    numbers.set(link, number);
    return number;
  }

  return {
    run(name, call) {
      const link: Link = { name, before: last, after: null };
      last.after = link;
      last = link;
      const ended = (): void => remove(link);
      const running = call();
      running.then(ended, ended);
      return running;
    },
    *inHand() {
      for (let link = first.after; link; link = link.after) yield [`${link.name} ${numberOf(link)}`, null];
    },
  };
}
