import { syncBuiltinESMExports } from 'node:module';
import promises from 'node:timers/promises';

/**
 * Time that passes only when everybody waits. While it is in force, timers and the monotonic clock of the whole
 * thread follow it, so that the code under test runs as it is, and always in the same order.
 */
export interface VirtualTime {
  /** Milliseconds since the epoch. */
  now(): number;
  date(): Date;
  /** Fires timers, one after the other, until the time has come to `until`. `onStep` follows each. */
  run(until: number, onStep?: () => void): Promise<void>;
  /** How many timers have fired. */
  steps(): number;
  /** Gives the thread its own time back. */
  end(): void;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  fire: (() => void) | null;
}

const isBefore = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** A binary heap of timers, the soonest first; cancelled ones stay until their turn. */
function timerHeap() {
  const heap: Timer[] = [];
  const at = (index: number): Timer => {
    const timer = heap[index];
    if (!timer) throw new Error('beyond the heap');
    return timer;
  };
  function swap(a: number, b: number): void {
    const kept = at(a);
    heap[a] = at(b);
    heap[b] = kept;
  }
  function push(timer: Timer): void {
    let index = heap.push(timer) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(at(index), at(parent))) return;
      swap(index, parent);
      index = parent;
    }
  }
  function pop(): void {
    swap(0, heap.length - 1);
    heap.pop();
    for (let index = 0; ;) {
      let least = index;
      for (const child of [2 * index + 1, 2 * index + 2])
        if (child < heap.length && isBefore(at(child), at(least))) least = child;
      if (least === index) return;
      swap(index, least);
      index = least;
    }
  }
  return { push, pop, first: () => heap[0] };
}

/** Whoever waited is told so; nobody looks at where it was made. */
const aborted = new DOMException('aborted', 'AbortError');

/** Puts time in force. @param startAt milliseconds since the epoch */
export function openVirtualTime(startAt: number): VirtualTime {
  const own = {
    setImmediate: globalThis.setImmediate,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    now: performance.now.bind(performance),
    delay: promises.setTimeout,
  };
  const timers = timerHeap();
  let nowMs = startAt;
  let order = 0;
  let steps = 0;

  function after(ms: number, fire: () => void): Timer {
    const timer = { at: nowMs + Math.max(0, ms), order: order++, fire };
    timers.push(timer);
    return timer;
  }

  const cancel = (timer: Timer | undefined): void => {
    if (timer) timer.fire = null;
  };

  function delay<T>(ms = 0, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        cancel(timer);
        reject(aborted);
      };
      const timer = after(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }

  const replaced = {
    setTimeout: (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      Object.assign(
        after(ms, () => fire(...args)),
        { unref: () => undefined, ref: () => undefined, hasRef: () => false },
      ),
    clearTimeout: cancel,
  };
  Object.assign(globalThis, replaced);
  Object.assign(promises, { setTimeout: delay });
  Object.assign(performance, { now: () => nowMs - startAt });
  syncBuiltinESMExports();

  /** Lets everything that can go on without the time passing do so. */
  const settle = (): Promise<void> => new Promise((resolve) => own.setImmediate(resolve));

  async function run(until: number, onStep: () => void = () => undefined): Promise<void> {
    await settle();
    for (let next = timers.first(); next && next.at <= until; next = timers.first()) {
      timers.pop();
      if (!next.fire) continue;
      nowMs = Math.max(nowMs, next.at);
      steps += 1;
      next.fire();
      await settle();
      onStep();
    }
    nowMs = Math.max(nowMs, until);
  }

  return {
    run,
    now: () => nowMs,
    date: () => new Date(nowMs),
    steps: () => steps,
    end() {
      const { setTimeout, clearTimeout } = own;
      Object.assign(globalThis, { setTimeout, clearTimeout });
      Object.assign(promises, { setTimeout: own.delay });
      Object.assign(performance, { now: own.now });
      syncBuiltinESMExports();
    },
  };
}
