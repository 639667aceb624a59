/** Tracks which read models requests are waiting for. The runner of any other model may take larger batches. */
export interface Demand {
  /** Records that a request begins to wait for some models. @returns a function that records the end of its wait */
  begin(names: readonly string[]): () => void;
  /** Resolves once a request waits for the model, after some milliseconds, or at the signal. */
  pause(name: string, ms: number, signal: AbortSignal): Promise<void>;
}

/** Opens the tracker; no model is in demand. */
export function openDemand(): Demand {
  /** The number of requests that wait for each model. */
  const counts = new Map<string, number>();
  const paused = new Map<string, Set<() => void>>();

  function change(names: readonly string[], by: 1 | -1): void {
    for (const name of names) {
      counts.set(name, (counts.get(name) ?? 0) + by);
      if (by === 1) for (const wake of paused.get(name) ?? []) wake();
    }
  }

  function pause(name: string, ms: number, signal: AbortSignal): Promise<void> {
    if ((counts.get(name) ?? 0) > 0 || signal.aborted) return Promise.resolve();
    const runners = paused.get(name) ?? new Set();
    paused.set(name, runners);
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        runners.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake, { once: true });
      runners.add(wake);
    });
  }

  return {
    begin(names) {
      change(names, 1);
      return () => change(names, -1);
    },
    pause,
  };
}
