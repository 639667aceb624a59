import type { ParkedDestinations } from '../../coordination/parked-destinations.ts';
import type { ParkedEntries } from './parked-entries.ts';

/** The ranges of shards whose parked destinations are in memory. */
export interface ParkedRanges {
  /** Schedules loading a range that this process has gained. */
  add(range: number): void;
  /** Forgets the parked destinations of a range that this process has released. */
  remove(range: number): void;
  /** Whether the range of a destination is loaded. */
  isLoaded(destinationId: string): boolean;
  /** Loads the added ranges; now and then all ranges again. @throws an error of the store */
  load(): Promise<void>;
}

interface Deps {
  readonly stored: Pick<ParkedDestinations, 'list'>;
  readonly isOwn: (destinationId: string) => boolean;
  readonly rangeOf: (destinationId: string) => number;
  /** Called once the parked destinations of a range are loaded. */
  readonly onLoaded: (range: number) => void;
  /** The time in milliseconds since the epoch. */
  readonly ms: () => number;
}

const reloadEveryMs = 30_000;

/** Opens the ranges, none of which is loaded. */
export function openParkedRanges(
  entries: ParkedEntries,
  { stored, isOwn, rangeOf, onLoaded, ms }: Deps,
): ParkedRanges {
  const toLoad = new Set<number>();
  const loaded = new Set<number>();
  let loadedAt = -Infinity;

  const isLoaded = (destinationId: string): boolean => loaded.has(rangeOf(destinationId));

  return {
    isLoaded,
    add: (range) => void toLoad.add(range),
    remove(range) {
      toLoad.delete(range);
      loaded.delete(range);
      entries.drop((id) => rangeOf(id) === range);
    },
    async load() {
      if (toLoad.size === 0 && ms() - loadedAt < reloadEveryMs) return;
      const ranges = [...toLoad];
      for (const parked of await stored.list(Infinity)) {
        if (entries.isKnown(parked.id) || !isOwn(parked.id)) continue;
        const retryAt = isLoaded(parked.id) ? Date.parse(parked.nextRetryAt) : ms();
        entries.set({ parked, isRetrying: false, retryAt });
      }
      loadedAt = ms();
      for (const range of ranges) {
        toLoad.delete(range);
        loaded.add(range);
        onLoaded(range);
      }
    },
  };
}
