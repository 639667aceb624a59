import { pause } from '../../../async/pause.ts';
import type { Lease } from '../../../coordination/leases/lease.ts';
import { lastIdentity } from '../../../log/continuity.ts';
import { type Backlog, type Batch, caughtUp, type LogItem } from '../../../log/event-log.ts';
import type { ParkedStore } from '../../parking/parked-keys.ts';
import type { Projection } from '../../projection.ts';
import type { openBatchApplier } from '../../runner/apply-batch.ts';
import type { Origins } from '../../runner/beginnings.ts';
import { foldBatch } from '../../runner/fold-batch.ts';
import { keysOf, planBatch } from '../../runner/plan-batch.ts';
import type { WriteBehind } from '../../runner/write-behind.ts';
import { shareOf } from './bloom-filter.ts';
import type { BuildCache } from './build-cache.ts';
import type { Seed } from './seed.ts';

export interface Build {
  /** The model under the generation's id. */
  readonly projection: Projection;
  /** The model whose skipped events apply. */
  readonly name: string;
  readonly seed: Seed | null;
  /** The last position to read; null for the end of the log. */
  readonly upTo: bigint | null;
  /** The share of keys to build, from 0 to 1. */
  readonly share?: number;
  /**
   * Whether each batch is stored before the next is read, so that a document that cannot be stored parks its
   * key.
   */
  readonly isCareful?: boolean;
}

/**
 * The batch size, and the pause after a batch as a multiple of the time that it took. The store commits each
 * batch; larger ones, together with those read ahead and being written, would outlive the young generation of
 * the heap.
 */
const idlePace = { batchSize: 500, pauseFactor: 0 } as const;
const busyPace = { batchSize: 25, pauseFactor: 4 } as const;
export interface BuildParts {
  readonly onProgress?: ((steps: number) => void) | undefined;
  /** Whether requests are being served, which take precedence: batches are then small and pauses long. */
  readonly isBusy: () => boolean;
  readonly parked: ParkedStore;
  readonly skipped: ReadonlySet<string>;
  readonly writing: WriteBehind;
  readonly lease: Lease;
  readonly cache: BuildCache;
  /** Returns what decides which documents a batch begins. */
  readonly originsOf: (items: readonly LogItem[]) => Promise<Origins>;
  readonly applyBatch: ReturnType<typeof openBatchApplier>;
}

/** Applies the log to the documents of a generation, batch by batch. */
export class Building {
  readonly #wanted: Build;
  readonly #parts: BuildParts;
  #position: bigint | null;
  #isDone = false;

  constructor(wanted: Build, after: bigint | null, parts: BuildParts) {
    this.#wanted = wanted;
    this.#position = after;
    this.#parts = parts;
  }

  /** Whether everything up to the end has been applied. */
  get isDone(): boolean {
    return this.#isDone;
  }

  async run(backlog: Backlog, signal: AbortSignal): Promise<void> {
    const { isBusy, writing } = this.#parts;
    while (!this.#isDone && !signal.aborted) {
      const { batchSize, pauseFactor } = isBusy() ? busyPace : idlePace;
      const startedAt = performance.now();
      const items = this.#beforeEnd(await takeUpTo(backlog, batchSize));
      if (items.length > 0) await (this.#wanted.isCareful ? this.#applyCarefully(items) : this.#apply(items));
      if (pauseFactor === 0) continue;
      await writing.settled();
      await pause(pauseFactor * (performance.now() - startedAt), signal);
    }
  }

  #beforeEnd(batch: Batch): readonly LogItem[] {
    const { upTo } = this.#wanted;
    const end = batch.findIndex((item) => item === caughtUp || (upTo !== null && item.position > upTo));
    this.#isDone = end !== -1;
    return (this.#isDone ? batch.slice(0, end) : batch).filter((item) => item !== caughtUp);
  }

  async #apply(items: readonly LogItem[]): Promise<void> {
    const { cache, originsOf, parked, writing } = this.#parts;
    const { projection } = this.#wanted;
    const origins = await originsOf(items);
    const plan = planBatch(projection, items, { ...this.#planning(), origins });
    const stored = await cache.load(new Set(plan.steps.flatMap(keysOf)));
    const known = new Map([...stored, ...origins.states]);
    const outcome = foldBatch<never>(projection, plan, known);
    cache.update(outcome.changes);
    await parked.write(outcome.parked);
    await writing.begin(known, outcome.changes, this.#reached(items));
  }

  async #applyCarefully(items: readonly LogItem[]): Promise<void> {
    const { applyBatch, parked } = this.#parts;
    const applied = await applyBatch(items, this.#planning());
    await parked.write(applied.parked);
    this.#reached(items)();
  }

  #planning() {
    const { skipped, parked } = this.#parts;
    const { share = 1 } = this.#wanted;
    const isIncluded = (key: string): boolean => share >= 1 || shareOf(key) < share;
    return { skipped, parked: parked.keys(), after: this.#position, isIncluded };
  }

  /** Returns a function to call once these items are stored. */
  #reached(items: readonly LogItem[]): () => void {
    const to = (this.#position = items.at(-1)?.position ?? this.#position);
    const event = lastIdentity(items);
    return () => {
      const { lease, onProgress } = this.#parts;
      if (to !== null) lease.advance(to, 'soon', event);
      onProgress?.(items.length);
    };
  }
}

/**
 * Returns up to `count` items, fewer at the end of the log: items that are written together are committed
 * together. If the backlog fails, the items read so far come first; the next take fails again.
 */
async function takeUpTo({ take }: Backlog, count: number): Promise<Batch> {
  const items: Batch[number][] = [];
  try {
    while (items.length < count && items.at(-1) !== caughtUp) {
      const more = await take(count - items.length);
      if (!more) break;
      items.push(...more);
    }
  } catch (error) {
    if (items.length === 0) throw error;
  }
  return items;
}
