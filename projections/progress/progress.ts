import { setTimeout as delay } from 'node:timers/promises';
import { createTransientMap } from '../../async/transient-map.ts';
import { readModels } from '../registry.ts';
import { readPositions } from '../../read-store/leases/leases.ts';
import { modelId, nameOf, type Projection } from '../projection.ts';
import type { ReadStore } from '../../read-store/read-store.ts';

/** How far the read models have come, for those who wait for a position. */
export interface Progress {
  /**
   * Announces a runner of this process, which speaks for its model (`modelId`) through `note`: until the signal there
   * is no need to ask for it elsewhere.
   */
  speaks(id: string, until: AbortSignal): void;
  /** A runner's word that its model holds everything up to `position`, and whether that changed it. */
  note(id: string, position: bigint, isChange?: boolean): void;
  /**
   * Waits until all the named models hold everything up to `position`.
   * @returns whether they did before the time was over or the signal came
   */
  waitFor(
    names: readonly string[],
    position: bigint,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /**
   * Waits until a model was changed after `position`: most of what comes into the log changes few of them.
   * @returns whether it was before the time was over or the signal came
   */
  waitForChange(name: string, position: bigint, timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
  /** The position last heard of, which the model may have passed; null when nothing was heard yet. */
  positionOf(name: string): bigint | null;
  /** The same of one generation, by its `modelId`. */
  heardOf(id: string): bigint | null;
}

const shortestPollMs = 5;
const longestPollMs = 50;

/**
 * Runners of this process speak through `note`; for those of others the checkpoints are polled, and only
 * while somebody waits.
 * @param readBy the generations of a model that somebody may be reading
 */
export function openProgress(
  store: ReadStore,
  projections: readonly Pick<Projection, 'name' | 'version'>[] = readModels,
  readBy: (model: Pick<Projection, 'name' | 'version'>) => readonly string[] = (model) => [modelId(model)],
): Progress {
  const models = new Map(projections.map((projection) => [projection.name, projection]));
  const positions = new Map<string, bigint>();
  /** Where models were changed last; of those of other processes this is not known, and their position tells. */
  const changes = new Map<string, bigint>();
  /** The models that have a runner in this process, with the signal that ends it. */
  const speakers = new Map<string, AbortSignal>();
  const waiting = createTransientMap<number, { readonly names: readonly string[]; check(): void }>();
  let waits = 0;
  let polling = false;
  let pollMs = shortestPollMs;

  function idsOf(name: string): readonly string[] {
    const model = models.get(name);
    if (!model) throw new Error(`there is no read model ${name}`);
    return readBy(model);
  }

  function learn(id: string, position: bigint, isChange: boolean): void {
    positions.set(id, position);
    if (isChange) changes.set(id, position);
    const name = nameOf(id);
    for (const { names, check } of waiting.values()) if (names.includes(name)) check();
  }

  async function poll(): Promise<void> {
    polling = true;
    while (waiting.size > 0) {
      await delay(pollMs);
      pollMs = Math.min(pollMs * 2, longestPollMs);
      const silent = [...new Set([...waiting.values()].flatMap(({ names }) => names.flatMap(idsOf)))].filter(
        (id) => speakers.get(id)?.aborted !== false,
      );
      if (silent.length === 0) continue;
      // A store that does not answer is asked again; the waits have their own end.
      const found = await readPositions(store, silent).catch(() => new Map<string, bigint | null>());
      // A checkpoint lies behind what its runner said, and takes nothing of that back.
      for (const [id, position] of found)
        if (position !== null && position > (positions.get(id) ?? -1n)) learn(id, position, true);
    }
    polling = false;
  }

  function wait(names: readonly string[], reached: () => boolean, timeoutMs: number, signal?: AbortSignal) {
    if (reached()) return Promise.resolve(true);
    if (signal?.aborted) return Promise.resolve(false);
    return new Promise<boolean>((resolve) => {
      const number = ++waits;
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', settle);
        waiting.take(number);
        resolve(reached());
      };
      const check = () => reached() && settle();
      const timer = setTimeout(settle, timeoutMs);
      signal?.addEventListener('abort', settle, { once: true });
      waiting.set(number, { names, check });
      pollMs = shortestPollMs;
      if (!polling) void poll();
    });
  }

  function waitFor(...[names, position, timeoutMs, signal]: Parameters<Progress['waitFor']>) {
    const holds = (id: string) => (positions.get(id) ?? -1n) >= position;
    return wait(names, () => names.every((name) => idsOf(name).every(holds)), timeoutMs, signal);
  }

  function waitForChange(...[name, position, timeoutMs, signal]: Parameters<Progress['waitForChange']>) {
    const changed = (id: string) => (changes.get(id) ?? -1n) > position;
    return wait([name], () => idsOf(name).some(changed), timeoutMs, signal);
  }

  return {
    speaks: (id, until) => void speakers.set(id, until),
    note: (id, position, isChange = true) => learn(id, position, isChange),
    waitFor,
    waitForChange,
    positionOf: (name) => positions.get(idsOf(name)[0] ?? '') ?? null,
    heardOf: (id) => positions.get(id) ?? null,
  };
}
