import { limitHeapGrowth } from '../../../async/heap-growth.ts';
import type { Lease } from '../../../coordination/leases/lease.ts';
import type { ReadStore } from '../../../coordination/read-store.ts';
import type { EventLog, LogItem } from '../../../log/event-log.ts';
import { collectionsOf } from '../../collections.ts';
import { openParkedStore } from '../../parking/parked-keys.ts';
import type { Projection } from '../../projection.ts';
import { openBatchApplier } from '../../runner/apply-batch.ts';
import { isState, loadOrigins, StateCache } from '../../runner/beginnings.ts';
import { openDocumentCache } from '../../runner/document-cache.ts';
import { isCount, openDocuments } from '../../runner/documents.ts';
import { resumeAfter } from '../../runner/resume.ts';
import { readSkips } from '../../runner/skips.ts';
import { WriteBehind } from '../../runner/write-behind.ts';
import { openPace } from '../pace.ts';
import { openBloomFilter } from './bloom-filter.ts';
import { BuildCache } from './build-cache.ts';
import { type Build, Building, type BuildParts } from './building.ts';
import { seedFrom } from './seed.ts';

interface BuildDeps extends Pick<BuildParts, 'isBusy' | 'onProgress'> {
  readonly store: ReadStore;
  readonly log: Pick<EventLog, 'backlog' | 'readStream' | 'head' | 'eventAt' | 'readEvent'>;
}

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
  wanted: Build,
  { store, log, onProgress, isBusy }: BuildDeps,
  lease: Lease,
  signal: AbortSignal,
): Promise<boolean> {
  const { projection, name, seed } = wanted;
  const after = await resumeAfter(log, lease);
  const documents = openDocuments(store, projection);
  const filter = await filterFor(store, projection, lease);
  const parked = openParkedStore(store, lease.id);
  await parked.load();
  await documents.createIndexes();
  if (seed && lease.position === null)
    await seedFrom(store, seed, projection, signal, openPace(isBusy), (key) => filter?.add(key));
  const skipped = await readSkips(log, { ...projection, name });
  const writing = new WriteBehind(documents, concurrentWrites, {
    isOrdered: (key) => isCount(projection, key),
    isLast: (key) => isState(projection, key),
  });
  const cache = new BuildCache(documents, filter, writing);
  const careful = { documents, cache: openDocumentCache(documents, false), states: new StateCache(documents.load) };
  const applyBatch = openBatchApplier({ projection }, { ...careful, log, signal });
  const originsOf = (items: readonly LogItem[]) => loadOrigins(projection, items, (ids) => cache.load(ids), log);
  const parts = { parked, skipped, writing, lease, cache, originsOf, applyBatch, isBusy, onProgress };
  const building = new Building(wanted, after, parts);
  const backlog = log.backlog({ after, streamPrefixes: projection.streamPrefixes, signal });
  const releaseHeapLimit = limitHeapGrowth();
  try {
    await building.run(backlog, signal);
    await writing.settled();
    return building.isDone;
  } finally {
    await writing.settled().catch(() => undefined);
    backlog.close();
    releaseHeapLimit();
  }
}

/** A new build begins with an empty filter; a resumed one has none and must look up stored keys. */
async function filterFor(store: ReadStore, projection: Projection, { position }: Lease) {
  const isNew = position === null && (await collectionsOf(store)(projection).findOne()) === null;
  return isNew ? openBloomFilter() : null;
}
