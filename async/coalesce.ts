import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTransientMap } from './transient-map.ts';

interface Call<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches concurrent calls under one name: calls that arrive during a run share the next run.
 * @param run processes a batch, and returns a function from item to result
 */
export function coalesce<T, R>(
  run: (name: string, items: readonly [T, ...T[]]) => Promise<(item: T) => R>,
): (name: string, item: T) => Promise<R> {
  /** The waiting calls under each name with a run in progress. */
  const waiting = createTransientMap<string, Call<T, R>[]>();

  async function work(name: string): Promise<void> {
    // Calls that arrive in the same turn of the event loop share a run.
    await nextTurn();
    for (let calls = waiting.get(name); calls; calls = waiting.get(name)) {
      const [first, ...rest] = calls;
      if (!first) break;
      waiting.set(name, []);
      try {
        const resultOf = await run(name, [first.item, ...rest.map(({ item }) => item)]);
        for (const { item, resolve } of calls) resolve(resultOf(item));
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    waiting.take(name);
  }

  return (name, item) =>
    new Promise((resolve, reject) => {
      const call = { item, resolve, reject };
      const calls = waiting.get(name);
      if (calls) calls.push(call);
      else {
        waiting.set(name, [call]);
        void work(name);
      }
    });
}
