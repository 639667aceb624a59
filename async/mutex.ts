import { createTransientMap } from './transient-map.ts';

/**
 * Returns a function that runs tasks of the same name one after the other, so that a process does not
 * conflict with itself.
 */
export function mutex() {
  const tails = createTransientMap<string, Promise<unknown>>();
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const previous = tails.get(name) ?? Promise.resolve();
    const mine = previous.then(task, task);
    tails.set(name, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(name) === mine) void tails.take(name);
    }
  };
}
