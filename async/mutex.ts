import { createTransientMap } from './transient-map.ts';

/**
 * Returns a function that runs tasks of the same name one after the other, so that a process does not
 * conflict with itself.
 */
export function mutex() {
  const lastRuns = createTransientMap<string, Promise<unknown>>();
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const previous = lastRuns.get(name) ?? Promise.resolve();
    const run = previous.then(task, task);
    lastRuns.set(name, run);
    try {
      return await run;
    } finally {
      if (lastRuns.get(name) === run) void lastRuns.take(name);
    }
  };
}
