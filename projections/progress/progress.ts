import { setTimeout as delay } from 'node:timers/promises';
import { pause } from '../../async/pause.ts';
import { createTransientMap, type TransientMap } from '../../async/transient-map.ts';
import { readPositions } from '../../coordination/leases/checkpoints.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { modelId, nameOf, type Projection } from '../projection.ts';
import { readModels } from '../registry.ts';
import { openDemand } from './demand.ts';

/** Tracks the positions of the read models, so that requests can wait for them. */
export interface Progress {
  /**
   * Registers a runner in this process, which reports the position of its model (`modelId`) through `report`.
   * Until the signal, the model's checkpoint need not be polled. Forgets what an earlier runner has reported.
   */
  registerRunner(id: string, until: AbortSignal): void;
  /** Records that a model holds everything up to `position`, and whether the last batch changed it. */
  report(id: string, position: bigint, isChange?: boolean): void;
  /**
   * Waits until all the named models hold everything up to `position`.
   * @returns false after a timeout or the signal
   */
  waitFor(
    names: readonly string[],
    position: bigint,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /**
   * Waits until a model is changed by an event after `position`. Most events change few models.
   * @returns false after a timeout or the signal
   */
  waitForChange(name: string, position: bigint, timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
  /** Pauses the runner of a model until a request waits for the model, for some milliseconds, or until the signal. */
  pauseUntilAwaited(name: string, ms: number, signal: AbortSignal): Promise<void>;
  /** The last known position of a model, which the model may have passed; null if none is known. */
  positionOf(name: string): bigint | null;
  /** The last known position of one generation, by its `modelId`; null if none is known. */
  positionOfGeneration(id: string): bigint | null;
}

const shortestPollMs = 5;
/** The longest intervals between two polls: while a request waits, and while only workers wait for changes. */
const longestPollMs = { requests: 50, changes: 500 } as const;

/**
 * Opens the tracker. Runners of this process report through `report`; the checkpoints of other processes are
 * polled, and only while a request waits.
 * @param generationsInUse the generations of a model that requests may be reading
 */
export function openProgress(
  store: ReadStore,
  projections: readonly Pick<Projection, 'name' | 'version'>[] = readModels,
  generationsInUse: (model: Pick<Projection, 'name' | 'version'>) => readonly string[] = (model) => [
    modelId(model),
  ],
): Progress {
  const models = new Map(projections.map((projection) => [projection.name, projection]));
  const positions = new Map<string, bigint>();
  /**
   * The position of each model's last change. For models that run in other processes every new position
   * counts as a change.
   */
  const changes = new Map<string, bigint>();
  /** The models with a runner in this process, and the signal that ends each runner. */
  const localRunners = new Map<string, AbortSignal>();
  const waits = openWaits();
  const demand = openDemand();
  let polling = false;
  let pollMs = shortestPollMs;
  let requests = 0;
  /** Aborted when another wait begins. */
  let wake = new AbortController();

  function idsOf(name: string): readonly string[] {
    const model = models.get(name);
    if (!model) throw new Error(`no read model is named ${name}`);
    return generationsInUse(model);
  }

  function record(id: string, position: bigint, isChange: boolean): void {
    positions.set(id, position);
    if (isChange) changes.set(id, position);
    waits.check(nameOf(id));
  }

  async function poll(): Promise<void> {
    polling = true;
    while (waits.names().length > 0) {
      wake = new AbortController();
      await delay(shortestPollMs);
      if (pollMs > shortestPollMs) await pause(pollMs - shortestPollMs, wake.signal);
      pollMs = Math.min(pollMs * 2, requests > 0 ? longestPollMs.requests : longestPollMs.changes);
      const silent = [...new Set(waits.names().flatMap(idsOf))].filter(
        (id) => localRunners.get(id)?.aborted !== false,
      );
      if (silent.length === 0) continue;
      // A failed poll is repeated; each wait has its own timeout.
      const found = await readPositions(store, silent).catch(() => new Map<string, bigint | null>());
      // A checkpoint may lag behind the position that its runner reported.
      for (const [id, position] of found)
        if (position !== null && position > (positions.get(id) ?? -1n)) record(id, position, true);
    }
    polling = false;
  }

  async function wait(...call: Parameters<typeof waits.wait>): Promise<boolean> {
    const waited = waits.wait(...call);
    pollMs = shortestPollMs;
    wake.abort('awaited');
    if (!polling && waits.names().length > 0) void poll();
    return waited;
  }

  async function waitFor(...[names, position, timeoutMs, signal]: Parameters<Progress['waitFor']>) {
    const holds = (id: string) => (positions.get(id) ?? -1n) >= position;
    const isReached = () => names.every((name) => idsOf(name).every(holds));
    if (isReached()) return true;
    const end = demand.begin(names);
    requests++;
    return wait(names, isReached, timeoutMs, signal).finally(() => {
      requests--;
      end();
    });
  }

  function waitForChange(...[name, position, timeoutMs, signal]: Parameters<Progress['waitForChange']>) {
    const changed = (id: string) => (changes.get(id) ?? -1n) > position;
    return wait([name], () => idsOf(name).some(changed), timeoutMs, signal);
  }

  return {
    registerRunner(id, until) {
      localRunners.set(id, until);
      positions.delete(id);
    },
    report: (id, position, isChange = true) => record(id, position, isChange),
    waitFor,
    waitForChange,
    pauseUntilAwaited: demand.pause,
    positionOf: (name) => positions.get(idsOf(name)[0] ?? '') ?? null,
    positionOfGeneration: (id) => positions.get(id) ?? null,
  };
}

/** Requests that wait for a condition on some models. */
function openWaits() {
  const waiting = new Map<string, TransientMap<number, () => void>>();
  let count = 0;

  function add(name: string, number: number, check: () => void): void {
    const known = waiting.get(name) ?? createTransientMap();
    known.set(number, check);
    waiting.set(name, known);
  }

  return {
    /** Returns the models that requests wait for. */
    names: (): readonly string[] => [...waiting.keys()].filter((name) => waiting.get(name)?.size),
    /** Checks the conditions on a model. */
    check(name: string): void {
      const checks = waiting.get(name);
      // Reported for each event and each model, and seldom awaited.
      if (checks && checks.size > 0) for (const check of checks.values()) check();
    },
    /** Waits for a condition, until a timeout or the signal. @returns whether it holds */
    wait(
      names: readonly string[],
      isMet: () => boolean,
      timeoutMs: number,
      signal?: AbortSignal,
    ): Promise<boolean> {
      if (isMet()) return Promise.resolve(true);
      if (signal?.aborted) return Promise.resolve(false);
      return new Promise<boolean>((resolve) => {
        const number = ++count;
        const settle = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', settle);
          for (const name of names) waiting.get(name)?.take(number);
          resolve(isMet());
        };
        const check = (): void => {
          if (isMet()) settle();
        };
        const timer = setTimeout(settle, timeoutMs);
        signal?.addEventListener('abort', settle, { once: true });
        for (const name of names) add(name, number, check);
      });
    },
  };
}
