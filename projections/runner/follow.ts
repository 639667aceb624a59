import { mutex } from '../../async/mutex.ts';
import { pause } from '../../async/pause.ts';
import type { Lease } from '../../coordination/leases/leases.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { identityOf, lastIdentity } from '../../log/continuity.ts';
import { type Batch, caughtUp, type EventLog, type LogItem } from '../../log/event-log.ts';
import { openParkedStore } from '../parking/parked-keys.ts';
import type { ParkedKey } from '../parking/parking.ts';
import { superviseParking } from '../parking/parking-supervisor.ts';
import { retryParked } from '../parking/retry-parked.ts';
import type { Progress } from '../progress/progress.ts';
import { modelId } from '../projection.ts';
import { type Applied, type Model, openBatchApplier } from './apply-batch.ts';
import { openCheckpointWriter } from './checkpoint-writer.ts';
import { openDocumentCache } from './document-cache.ts';
import { openDocuments } from './documents.ts';
import { followLog, type FollowOptions } from './follow-log.ts';
import { resumeAfter } from './resume.ts';
import { readSkips } from './skips.ts';

export type { Model };

export interface RunnerDeps {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly progress: Progress;
}

/** Reports that a runner has caught up, or the number of log items that it has processed. */
export type OnStep = (step: 'caught up' | 'moved', count?: number) => void;

/** Optional hooks of a runner. */
export interface RunnerHooks {
  /** Awaited before the changes up to a position are stored. */
  readonly holdBack?: (position: bigint, signal: AbortSignal) => Promise<void>;
  /** Called for each key that is parked or released. */
  readonly onParked?: (key: ParkedKey, change: 'parked' | 'released') => void;
}

const batchSize = 500;
const gatheredBatchSize = 4_000;
/**
 * The longest pause between batches under load, in milliseconds: events that arrive meanwhile share a batch.
 */
const longestPauseMs = 20;
/**
 * A few events are stored almost at once, because a request or a webhook may wait for them. A burst makes larger
 * batches, these make longer pauses, and its events share fewer writes.
 */
const pauseMsPerItem = 0.25;
/** As `pauseMsPerItem`, for a model that no request of this process waits for. */
const unawaitedMsPerItem = 2;

/**
 * Returns two pauses after a batch, in milliseconds: the first while a request waits for the model, the second while
 * none does. Larger batches are followed by longer pauses. A batch without changes is followed by none, because an event
 * of the model may follow at once; nor is a batch of a model with a gathering period, which has waited already. Requests
 * do not wait for process managers, so the two pauses of a process manager are equal.
 */
function pausesAfter<Action>({ projection, perform }: Model<Action>, count: number, hasChanged: boolean) {
  if (!hasChanged || projection.gatherMs !== undefined) return [0, 0] as const;
  const usual = Math.min(longestPauseMs, pauseMsPerItem * count);
  return [usual, perform ? usual : Math.min(longestPauseMs, unawaitedMsPerItem * count)] as const;
}

/**
 * Follows the log from the lease's position under that lease, until the signal. An event that cannot be
 * applied parks its key, which is retried beside the new events.
 * @throws LogDiverged before anything is written; Fenced, TooManyParked, and any error of the log or the store
 */
export async function follow<Action>(
  model: Model<Action>,
  { store, log, progress, holdBack, onParked = () => undefined }: RunnerDeps & RunnerHooks,
  lease: Lease,
  signal: AbortSignal,
  onStep: OnStep,
): Promise<void> {
  const { projection } = model;
  const { name, streamPrefixes } = projection;
  const id = modelId(projection);
  const after = await resumeAfter(log, lease);
  const documents = openDocuments(store, projection);
  const parked = openParkedStore(store, id);
  // If MongoDB was emptied under an earlier runner, that runner may have written once more, without what was there.
  if (lease.isFirst && performance.now() < lease.until) await documents.clear();
  await documents.createIndexes();
  await parked.load();
  let skipped = await readSkips(log, name);
  let position = after;
  const failure = new AbortController();
  const ended = AbortSignal.any([signal, failure.signal]);
  const checkpoint = openCheckpointWriter(lease, (error) => failure.abort(error));
  const locks = mutex();
  const exclusively = <T>(task: () => Promise<T>) => locks('apply', task);
  // A process manager never guesses that a document is new: its actions could not be undone.
  const cache = openDocumentCache(documents, !model.perform);
  const applyBatch = openBatchApplier(model, { documents, cache, signal: ended, holdBack });
  progress.registerRunner(id, ended);
  if (position !== null) progress.report(id, position);

  /** Applies a batch. @returns whether the batch changed anything */
  async function apply(items: readonly LogItem[]): Promise<boolean> {
    const keys = parked.keys();
    const applied = await applyBatch(items, { skipped, parked: keys, after: position });
    await parked.write(applied.parked);
    for (const [scope, key] of applied.parked) if (!keys.has(scope)) onParked(key, 'parked');
    const isWork = applied.changed || applied.acted || applied.parked.size > 0;
    const reached = items.at(-1)?.position;
    if (reached !== undefined) {
      position = reached;
      progress.report(id, reached, applied.changed);
      checkpoint.advance(reached, isWork ? 'now' : 'soon', lastIdentity(items));
      onStep('moved', items.length);
    }
    return isWork;
  }

  /** Moves past events that are not of the model. Most events are of few models, so this must cost next to nothing. */
  function passOver(last: LogItem): void {
    ({ position } = last);
    progress.report(id, last.position, false);
    checkpoint.advance(last.position, 'soon', identityOf(last));
    onStep('moved', 1);
  }

  async function applyOnly(items: readonly LogItem[], only: string, from: bigint | null): Promise<Applied> {
    const others = new Map(parked.keys());
    others.delete(only);
    const applied = await applyBatch(items, { skipped, parked: others, after: from, onlyScope: only });
    const known = progress.positionOfGeneration(id);
    if (applied.changed && known !== null) progress.report(id, known);
    return applied;
  }

  const retrying = { log, streamPrefixes, parked, apply: applyOnly, exclusively, signal: ended };
  const parkingSupervisor = superviseParking({
    parked,
    signal: ended,
    async retry(scope) {
      skipped = await readSkips(log, name);
      return retryParked(retrying, scope);
    },
    onReleased: (key) => onParked(key, 'released'),
  }).catch((error: unknown) => failure.abort(error));

  try {
    const following = { after, streamPrefixes, signal: ended, passedOver: passOver };
    await followBatches({ log, progress }, model, following, async (batch) => {
      const hasChanged = await exclusively(() => apply(batch.filter((item) => item !== caughtUp)));
      if (batch.includes(caughtUp)) onStep('caught up');
      return hasChanged;
    });
    failure.signal.throwIfAborted();
  } finally {
    await checkpoint.close();
    failure.abort();
    await parkingSupervisor;
  }
}

/** Follows the log until the signal, with pauses between batches. @param apply returns whether it changed anything */
async function followBatches<Action>(
  { log, progress }: Pick<RunnerDeps, 'log' | 'progress'>,
  model: Model<Action>,
  following: Omit<FollowOptions, 'maxItems' | 'gatherMs'>,
  apply: (batch: Batch) => Promise<boolean>,
): Promise<void> {
  const { name, gatherMs } = model.projection;
  const { signal } = following;
  const maxItems = gatherMs === undefined ? batchSize : gatheredBatchSize;
  for await (const batch of followLog(log, { ...following, maxItems, gatherMs })) {
    const startedAt = performance.now();
    const hasChanged = await apply(batch);
    if (batch.length < maxItems) {
      const [awaited, unawaited] = pausesAfter(model, batch.length, hasChanged);
      const left = (pauseMs: number) => startedAt + pauseMs - performance.now();
      if (left(awaited) > 0) await pause(left(awaited), signal);
      if (left(unawaited) > 0) await progress.pauseUntilAwaited(name, left(unawaited), signal);
    }
    if (signal.aborted) break;
  }
}
