import { LRUCache } from 'lru-cache';
import { caughtUp, type Backlog, type Batch, type EventLog, type LogItem } from '../../log/event-log.ts';
import type { Lease } from '../../read-store/leases/leases.ts';
import { openApplying } from '../runner/apply-batch.ts';
import { isCount, openDocuments, type Documents } from '../runner/documents.ts';
import { foldBatch, keysOf, planBatch, type Kept } from '../runner/fold-batch.ts';
import { openDocumentCache } from '../runner/document-cache.ts';
import { openCheckpointWriter } from '../runner/checkpoint-writer.ts';
import { openBloomFilter, shareOf, type BloomFilter } from './bloom-filter.ts';
import { openParkedStore } from '../parking/parked-keys.ts';
import { pause } from '../../async/pause.ts';
import type { Projection } from '../projection.ts';
import type { ReadStore } from '../../read-store/read-store.ts';
import { seedFrom, type Seed } from './seed.ts';
import { readSkips } from '../runner/skips.ts';
import { keepHeapSmall } from './small-heap.ts';
import { writeBehind, type WriteBehind } from '../runner/write-behind.ts';
import { collectionsOf } from '../collections.ts';

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

interface Surroundings {
  readonly store: ReadStore;
  readonly log: Pick<EventLog, 'backlog' | 'readStream'>;
  readonly onWork?: ((steps: number) => void) | undefined;
  /** Whether requests are being served, which take precedence: batches are then small and pauses long. */
  readonly isBusy: () => boolean;
}

/**
 * The batch size, and the pause after a batch as a multiple of the time that it took. Larger batches,
 * together with those read ahead and being written, would outlive the young generation of the heap.
 */
const alone = { batchSize: 200, rest: 0 } as const;
const amongOthers = { batchSize: 25, rest: 4 } as const;
const cachedDocuments = 100;
/** A read model performs no actions, so a build waits for no other model. */
const waitsForNone = { waitFor: () => Promise.resolve(true) };
/** The store writes one batch while the next is on its way. */
const writesAtOnce = 2;

/**
 * Builds a generation from the log under its lease, in large batches, reading ahead while it writes. A
 * resumed build continues from its checkpoint. The collection is not emptied first: no other generation has
 * this number, and a builder that lost its lease must not empty its successor's work. Keys whose events
 * cannot be applied are parked.
 * @returns false if the signal came before the end
 * @throws Fenced, TooManyParked, EventRefused unless careful, and any error of the log or the store
 */
export async function build(
  { projection, name, seed, upTo, share = 1, isCareful = false }: Build,
  { store, log, onWork, isBusy }: Surroundings,
  lease: Lease,
  signal: AbortSignal,
): Promise<boolean> {
  const broken = new AbortController();
  const ended = AbortSignal.any([signal, broken.signal]);
  const documents = openDocuments(store, projection);
  // A resumed build has no filter of stored keys and must look them up.
  const isNew = lease.position === null && (await collectionsOf(store)(projection).findOne()) === null;
  const filter = isNew ? openBloomFilter() : null;
  const parked = openParkedStore(store, lease.id);
  await parked.load();
  await documents.createIndexes();
  if (seed && lease.position === null)
    await seedFrom(store, seed, projection, ended, (key) => filter?.add(key));
  const skipped = await readSkips(log, name);
  const writing = writeBehind(documents, writesAtOnce, (key) => isCount(projection, key));
  const held = openHeld(documents, filter, writing);
  const keeper = openCheckpointWriter(lease, (error) => broken.abort(error));
  const { streamPrefixes } = projection;
  const backlog = log.backlog({ after: lease.position, streamPrefixes, signal: ended });
  let isDone = false;

  const isWanted = (key: string) => share >= 1 || shareOf(key) < share;
  let position = lease.position;
  const planning = () => ({ skipped, parked: parked.keys(), after: position, isWanted });

  function reached(items: readonly LogItem[]): () => void {
    position = items.at(-1)?.position ?? position;
    const to = position;
    return () => {
      if (to !== null) keeper.reach(to, 'soon');
      onWork?.(items.length);
    };
  }

  async function apply(items: readonly LogItem[]): Promise<void> {
    const plan = planBatch(projection, items, planning());
    const known = await held.load(new Set(plan.steps.flatMap(keysOf)));
    const outcome = foldBatch<never>(projection, plan, known);
    held.keep(outcome.changes);
    await parked.write(outcome.parked);
    await writing.begin(known, outcome.changes, reached(items));
  }

  const applyBatch = openApplying(
    { projection },
    { documents, held: openDocumentCache(documents, false), progress: waitsForNone, signal: ended },
  );
  async function applyCarefully(items: readonly LogItem[]): Promise<void> {
    const applied = await applyBatch(items, planning());
    await parked.write(applied.parked);
    reached(items)();
  }

  const letHeapGrow = keepHeapSmall();
  try {
    while (!isDone && !ended.aborted) {
      const { batchSize, rest } = isBusy() ? amongOthers : alone;
      const begun = performance.now();
      const batch = await gather(backlog, batchSize);
      const end = batch.findIndex((item) => item === caughtUp || (upTo !== null && item.position > upTo));
      isDone = end !== -1;
      const items = (isDone ? batch.slice(0, end) : batch).filter((item) => item !== caughtUp);
      if (items.length > 0) await (isCareful ? applyCarefully(items) : apply(items));
      if (rest === 0) continue;
      await writing.settled();
      await pause(rest * (performance.now() - begun), ended);
    }
    await writing.settled();
    broken.signal.throwIfAborted();
    return isDone;
  } finally {
    await writing.settled().catch(() => undefined);
    await keeper.close();
    broken.abort();
    backlog.close();
    letHeapGrow();
  }
}

/**
 * Returns up to `count` items, fewer at the end of the log: items that are written together are committed
 * together. If the backlog fails, the items read so far come first; the next take fails again.
 */
async function gather({ take }: Backlog, count: number): Promise<Batch> {
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

/** Caches the documents of a build, and reads from the store only those that may exist. */
function openHeld(documents: Documents, filter: BloomFilter | null, writing: Pick<WriteBehind, 'pending'>) {
  const recent = new LRUCache<string, Kept>({ max: cachedDocuments });

  async function load(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, Kept>> {
    const known = new Map<string, Kept>();
    const wanted: string[] = [];
    for (const key of keys) {
      const isNew = filter !== null && !filter.add(key);
      const kept = recent.get(key) ?? writing.pending(key);
      if (kept) known.set(key, kept);
      else if (!isNew) wanted.push(key);
    }
    for (const [key, kept] of await documents.load(wanted)) known.set(key, kept);
    return known;
  }

  return {
    load,
    keep(changes: ReadonlyMap<string, Kept>): void {
      for (const [key, kept] of changes) recent.set(key, kept);
    },
  };
}
