import { LRUCache } from 'lru-cache';
import { limitHeapGrowth } from '../../async/heap-growth.ts';
import { pause } from '../../async/pause.ts';
import type { Lease } from '../../coordination/leases/leases.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { lastIdentity } from '../../log/continuity.ts';
import { type Backlog, type Batch, caughtUp, type EventLog, type LogItem } from '../../log/event-log.ts';
import { collectionsOf } from '../collections.ts';
import { openParkedStore } from '../parking/parked-keys.ts';
import type { Projection } from '../projection.ts';
import { openBatchApplier } from '../runner/apply-batch.ts';
import { CheckpointWriter } from '../runner/checkpoint-writer.ts';
import { openDocumentCache } from '../runner/document-cache.ts';
import { type Documents, isCount, openDocuments } from '../runner/documents.ts';
import { foldBatch, type VersionedDocument } from '../runner/fold-batch.ts';
import { keysOf, planBatch } from '../runner/plan-batch.ts';
import { resumeAfter } from '../runner/resume.ts';
import { readSkips } from '../runner/skips.ts';
import { type WriteBehind, writeBehind } from '../runner/write-behind.ts';
import { type BloomFilter, openBloomFilter, shareOf } from './bloom-filter.ts';
import { type Seed, seedFrom } from './seed.ts';

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

interface BuildDeps {
  readonly store: ReadStore;
  readonly log: Pick<EventLog, 'backlog' | 'readStream' | 'head' | 'eventAt' | 'readEvent'>;
  readonly onProgress?: ((steps: number) => void) | undefined;
  /** Whether requests are being served, which take precedence: batches are then small and pauses long. */
  readonly isBusy: () => boolean;
}

/**
 * The batch size, and the pause after a batch as a multiple of the time that it took. The store commits each
 * batch; larger ones, together with those read ahead and being written, would outlive the young generation of
 * the heap.
 */
const idlePace = { batchSize: 500, pauseFactor: 0 } as const;
const busyPace = { batchSize: 25, pauseFactor: 4 } as const;
const cachedDocuments = 100;
/** The store writes one batch while the next is on its way and the one after that waits for it. */
const concurrentWrites = 3;

/**
 * Builds a generation from the log under its lease, in large batches, reading ahead while it writes. A
 * resumed build continues from its checkpoint. The collection is not emptied first: no other generation has
 * this number, and a builder that lost its lease must not empty its successor's work. Keys whose events
 * cannot be applied are parked.
 * @returns false if the signal came before the end
 * @throws LogDiverged before anything is written; Fenced, TooManyParked, EventRefused unless careful, and any error of
 * the log or the store
 */
export async function build(
  { projection, name, seed, upTo, share = 1, isCareful = false }: Build,
  { store, log, onProgress, isBusy }: BuildDeps,
  lease: Lease,
  signal: AbortSignal,
): Promise<boolean> {
  const failure = new AbortController();
  const ended = AbortSignal.any([signal, failure.signal]);
  const after = await resumeAfter(log, lease);
  const documents = openDocuments(store, projection);
  const filter = await filterFor(store, projection, lease);
  const parked = openParkedStore(store, lease.id);
  await parked.load();
  await documents.createIndexes();
  if (seed && lease.position === null)
    await seedFrom(store, seed, projection, ended, (key) => filter?.add(key));
  const skipped = await readSkips(log, name);
  const writing = writeBehind(documents, concurrentWrites, (key) => isCount(projection, key));
  const cache = openBuildCache(documents, filter, writing);
  const checkpoint = new CheckpointWriter(lease, (error) => failure.abort(error));
  const { streamPrefixes } = projection;
  const backlog = log.backlog({ after, streamPrefixes, signal: ended });
  let isDone = false;

  const isIncluded = (key: string) => share >= 1 || shareOf(key) < share;
  let position = after;
  const planning = () => ({ skipped, parked: parked.keys(), after: position, isIncluded });

  function reached(items: readonly LogItem[]): () => void {
    position = items.at(-1)?.position ?? position;
    const to = position;
    const event = lastIdentity(items);
    return () => {
      if (to !== null) checkpoint.advance(to, 'soon', event);
      onProgress?.(items.length);
    };
  }

  async function apply(items: readonly LogItem[]): Promise<void> {
    const plan = planBatch(projection, items, planning());
    const known = await cache.load(new Set(plan.steps.flatMap(keysOf)));
    const outcome = foldBatch<never>(projection, plan, known);
    cache.update(outcome.changes);
    await parked.write(outcome.parked);
    await writing.begin(known, outcome.changes, reached(items));
  }

  const applyBatch = openBatchApplier(
    { projection },
    { documents, cache: openDocumentCache(documents, false), signal: ended },
  );
  async function applyCarefully(items: readonly LogItem[]): Promise<void> {
    const applied = await applyBatch(items, planning());
    await parked.write(applied.parked);
    reached(items)();
  }

  const releaseHeapLimit = limitHeapGrowth();
  try {
    while (!isDone && !ended.aborted) {
      const { batchSize, pauseFactor } = isBusy() ? busyPace : idlePace;
      const startedAt = performance.now();
      const batch = await takeUpTo(backlog, batchSize);
      const end = batch.findIndex((item) => item === caughtUp || (upTo !== null && item.position > upTo));
      isDone = end !== -1;
      const items = (isDone ? batch.slice(0, end) : batch).filter((item) => item !== caughtUp);
      if (items.length > 0) await (isCareful ? applyCarefully(items) : apply(items));
      if (pauseFactor === 0) continue;
      await writing.settled();
      await pause(pauseFactor * (performance.now() - startedAt), ended);
    }
    await writing.settled();
    failure.signal.throwIfAborted();
    return isDone;
  } finally {
    await writing.settled().catch(() => undefined);
    await checkpoint.close();
    failure.abort();
    backlog.close();
    releaseHeapLimit();
  }
}

/** A new build begins with an empty filter; a resumed one has none and must look up stored keys. */
async function filterFor(store: ReadStore, projection: Projection, { position }: Lease) {
  const isNew = position === null && (await collectionsOf(store)(projection).findOne()) === null;
  return isNew ? openBloomFilter() : null;
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

/** Caches the documents of a build, and reads from the store only those that may exist. */
function openBuildCache(
  documents: Documents,
  filter: BloomFilter | null,
  writing: Pick<WriteBehind, 'pending'>,
) {
  const recent = new LRUCache<string, VersionedDocument>({ max: cachedDocuments });

  async function load(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, VersionedDocument>> {
    const known = new Map<string, VersionedDocument>();
    const missing: string[] = [];
    for (const key of keys) {
      if (filter !== null && !filter.add(key)) continue;
      const stored = recent.get(key) ?? writing.pending(key);
      if (stored) known.set(key, stored);
      else missing.push(key);
    }
    for (const [key, stored] of await documents.load(missing)) known.set(key, stored);
    return known;
  }

  return {
    load,
    update(changes: ReadonlyMap<string, VersionedDocument>): void {
      for (const [key, stored] of changes) recent.set(key, stored);
    },
  };
}
