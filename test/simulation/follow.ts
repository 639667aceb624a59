import { mutex } from '../../async/mutex.ts';
import type { Lease } from '../../coordination/leases/lease.ts';
import type { Leases } from '../../coordination/leases/leases.ts';
import { retryParked } from '../../projections/parking/retry-parked.ts';
import { modelId, type Projection } from '../../projections/projection.ts';
import { openBatchApplier, type Runnable } from '../../projections/runner/apply-batch.ts';
import { StateCache } from '../../projections/runner/beginnings.ts';
import { openDocumentCache } from '../../projections/runner/document-cache.ts';
import type { Documents } from '../../projections/runner/documents.ts';
import { type RunnerLogger, runUnderLeadership } from '../../projections/runner/runner.ts';
import type { MemoryCollection } from './memory/memory-collection.ts';
import { documentsIn } from './memory/memory-collection.ts';
import { backlogsOf, isOf } from './memory/memory-feed.ts';
import type { Call } from './memory/memory-leases.ts';
import type { MemoryLog, Place, UsedLog } from './memory/memory-log.ts';
import type { MemoryParked } from './memory/memory-parked.ts';
import type { Random } from './random.ts';

interface FollowDeps {
  readonly call: Call;
  readonly leases: Leases;
  readonly logger: RunnerLogger;
  readonly log: MemoryLog;
  readonly ownLog: Pick<UsedLog, 'readEvent'>;
  readonly collection: MemoryCollection;
  readonly parked: MemoryParked;
  readonly random: Random;
  /** The documents and the batches as this runner has them. */
  readonly documents: (own: Documents, projection: Projection) => Documents;
  readonly batch: (own: readonly Place[]) => readonly Place[];
}

/** Runs a model as the real runner does, over a log and documents in memory, until the signal. */
export function followInMemory<Action>(
  deps: FollowDeps,
  model: Runnable<Action>,
  signal: AbortSignal,
): Promise<void> {
  const { leases, logger } = deps;
  const id = modelId(model.projection);
  return runUnderLeadership(id, { leases, signal, logger }, async (lease, leading, worked) => {
    const failure = new AbortController();
    const ended = AbortSignal.any([leading, failure.signal]);
    const follower = await openFollower(deps, model, lease, ended);
    const retrying = follower.retry().catch((error: unknown) => failure.abort(error));
    try {
      while (!ended.aborted) {
        const position = await follower.step();
        worked();
        if ((position ?? 0n) === deps.log.head()) await deps.log.changed(ended);
      }
      failure.signal.throwIfAborted();
    } finally {
      failure.abort();
      await retrying;
    }
    return 'stopped';
  });
}

async function openFollower<Action>(
  { call, log, ownLog, collection, parked, random, ...wrong }: FollowDeps,
  model: Runnable<Action>,
  lease: Lease,
  signal: AbortSignal,
) {
  const { projection } = model;
  const { streamPrefixes } = projection;
  const documents = wrong.documents(documentsIn(collection, projection, { call, random }), projection);
  const cache = openDocumentCache(documents, !model.perform, projection.beginnings !== undefined);
  const states = new StateCache(documents.load);
  const apply = openBatchApplier(model, { documents, cache, states, log: ownLog, signal });
  const keys = parked.keysFor(call);
  const locks = mutex();
  const exclusively = <T>(task: () => Promise<T>): Promise<T> => locks('apply', task);
  let { position } = lease;
  if (lease.isFirst) await documents.clear();
  await keys.load();

  async function step(): Promise<bigint | null> {
    const most = random.between(1, 100);
    const places = await call(() => log.after(position ?? 0n).slice(0, most));
    const last = places.at(-1);
    if (!last) return position;
    const items = wrong.batch(places.filter((place) => isOf(place, streamPrefixes)));
    await exclusively(async () => {
      const applied = await apply(items, { parked: keys.keys(), after: position });
      // No event of this world is beyond a process manager.
      for (const { reason } of applied.parked.values()) if (model.perform) throw new Error(reason);
      await keys.write(applied.parked);
    });
    lease.advance(last.position, 'now');
    await lease.save();
    return (position = last.position);
  }

  /** Retries each parked key at the start, and when an operator asks for it. */
  async function retry(): Promise<void> {
    const applyOnly = async (items: readonly Place[], only: string, after: bigint | null) => {
      const others = new Map(keys.keys());
      others.delete(only);
      return apply(items, { parked: others, after, onlyScope: only });
    };
    const retrying = {
      log: { backlog: backlogsOf(log, call) },
      streamPrefixes,
      parked: keys,
      apply: applyOnly,
      exclusively,
      signal,
    };
    for (let names = [...keys.keys().keys()]; !signal.aborted; names = [...(await keys.retryRequests())]) {
      for (const name of names) if (keys.keys().has(name)) await retryParked(retrying, name);
      await parked.requested(signal);
    }
  }

  return { step, retry };
}
