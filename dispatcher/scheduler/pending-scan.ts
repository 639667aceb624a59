import type {
  DueDelivery,
  DuePlace,
  DueQueries,
} from '../../projections/read-models/deliveries/due-deliveries.ts';
import { shardOf } from '../../projections/read-models/deliveries/shard.ts';
import type { DestinationQueues } from './queues/destination-queues.ts';
import { firstShardOf, lastShardOf } from './shards.ts';

interface Deps {
  readonly queue: Pick<DueQueries, 'pendingAfter'>;
  readonly queues: Pick<DestinationQueues, 'markBacklogged'>;
  readonly isOwn: (destinationId: string) => boolean;
  /** Returns the ranges of shards that this process holds. */
  readonly ownRanges: () => readonly number[];
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

const pageSize = 500;
const pagesPerCall = 4;
/**
 * A regular scan finds deliveries that the incremental reads missed, for example after the clock was set back.
 */
const scanEveryMs = 60_000;

interface Scan {
  readonly lastShard: number;
  readonly place: DuePlace;
}

/**
 * Scans the pending deliveries of ranges of shards by destination. If a destination has more than a page of pending
 * deliveries, the rest is left to its own queue.
 */
export class PendingScan {
  readonly #deps: Deps;
  /** Ranges that await a scan. */
  readonly #ranges = new Set<number>();
  /** The progress of the present scan; null between scans. */
  #current: Scan | null = null;
  #scannedAt: number;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#scannedAt = deps.clock();
  }

  /** Schedules a scan of a range. */
  add(range: number): void {
    this.#ranges.add(range);
  }

  /**
   * Reads some pages of the scan.
   * @param onFound called with the deliveries of each page
   * @returns whether more can be read at once
   * @throws an error of the store; the next call continues at the failed page
   */
  async run(onFound: (found: readonly DueDelivery[]) => void): Promise<boolean> {
    const { queue, queues, isOwn, ownRanges, clock } = this.#deps;
    if (clock() - this.#scannedAt >= scanEveryMs) {
      this.#scannedAt = clock();
      for (const range of ownRanges()) this.#ranges.add(range);
    }
    for (let n = 0; n < pagesPerCall; n++) {
      this.#current ??= takeAdjacent(this.#ranges);
      if (!this.#current) return false;
      const { lastShard, place } = this.#current;
      const found = await queue.pendingAfter(place, lastShard, pageSize);
      onFound(found);
      const last = found.length === pageSize ? found.at(-1) : undefined;
      if (last && isOwn(last.destinationId)) queues.markBacklogged(last.destinationId);
      this.#current = last
        ? { lastShard, place: { shard: shardOf(last.destinationId), destinationId: last.destinationId } }
        : null;
    }
    return this.#current !== null || this.#ranges.size > 0;
  }
}

/** Adjacent ranges are scanned together, so that their destinations start at the same time. */
function takeAdjacent(ranges: Set<number>): Scan | null {
  const [first] = [...ranges].sort((a, b) => a - b);
  if (first === undefined) return null;
  let last = first;
  while (ranges.has(last + 1)) last++;
  for (let range = first; range <= last; range++) ranges.delete(range);
  return { lastShard: lastShardOf(last), place: { shard: firstShardOf(first), destinationId: '' } };
}
