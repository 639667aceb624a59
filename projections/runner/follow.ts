import { caughtUp, type EventLog, type LogItem } from '../../log/event-log.ts';
import { mutex } from '../../async/mutex.ts';
import { openApplying, type Applied, type Model } from './apply-batch.ts';
import type { Lease } from '../../read-store/leases/leases.ts';
import { openDocuments } from './documents.ts';
import { followLog } from './follow-log.ts';
import { openDocumentCache } from './document-cache.ts';
import { openCheckpointWriter } from './checkpoint-writer.ts';
import { openParkedStore } from '../parking/parked-keys.ts';
import type { ParkedKey } from '../parking/parking.ts';
import { pause } from '../../async/pause.ts';
import type { Progress } from '../progress/progress.ts';
import { modelId, type Projection } from '../projection.ts';
import type { ReadStore } from '../../read-store/read-store.ts';
import { retryParked } from '../parking/retry-parked.ts';
import { readSkips } from './skips.ts';
import { superviseParking } from '../parking/parking-supervisor.ts';

export type { Model };

export interface Surroundings {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly progress: Progress;
}

/** Reports that a runner has caught up, or the number of log items that it has processed. */
export type OnStep = (step: 'caught up' | 'moved', count?: number) => void;

/** Optional hooks of a runner. */
export interface Bounds {
  /** Awaited before the changes up to a position are stored. */
  readonly holdBack?: (position: bigint, signal: AbortSignal) => Promise<void>;
  /** Called for each key that is parked or released. */
  readonly onParked?: (key: ParkedKey, change: 'parked' | 'taken') => void;
}

const batchSize = 500;
const patientBatchSize = 4_000;
/**
 * The longest pause between batches under load, in milliseconds: events that arrive meanwhile share a batch.
 */
const longestRestMs = 20;
/**
 * A single event is often followed at once by a second that a request waits for: a reservation by its
 * submission.
 */
const restMsPerItem = 2;

/**
 * Returns the pause after a batch, in milliseconds; longer after large batches, and none after a batch
 * without changes, because an event of the model may follow at once. A model with a gathering period has
 * waited already.
 */
const restAfter = ({ patienceMs }: Projection, count: number, worked: boolean): number =>
  worked && patienceMs === undefined ? Math.min(longestRestMs, restMsPerItem * count) : 0;

/**
 * Follows the log from the lease's position under that lease, until the signal. An event that cannot be
 * applied parks its key, which is retried beside the new events.
 * @throws Fenced, TooManyParked, and any error of the log or the store
 */
export async function follow<Action>(
  model: Model<Action>,
  { store, log, progress, holdBack, onParked = () => undefined }: Surroundings & Bounds,
  lease: Lease,
  signal: AbortSignal,
  onStep: OnStep,
): Promise<void> {
  const { projection } = model;
  const { name, streamPrefixes, patienceMs } = projection;
  const id = modelId(projection);
  const documents = openDocuments(store, projection);
  const parked = openParkedStore(store, id);
  await documents.createIndexes();
  await parked.load();
  let skipped = await readSkips(log, name);
  let position = lease.position;
  const broken = new AbortController();
  const ended = AbortSignal.any([signal, broken.signal]);
  const keeper = openCheckpointWriter(lease, (error) => broken.abort(error));
  const exclusively = mutex();
  const inTurn = <T>(task: () => Promise<T>) => exclusively('apply', task);
  // A process manager never guesses that a document is new: its actions could not be undone.
  const held = openDocumentCache(documents, !model.perform);
  const applyBatch = openApplying(model, { documents, held, progress, signal: ended, holdBack });
  progress.speaks(id, ended);
  if (position !== null) progress.note(id, position);

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
      progress.note(id, reached, applied.changed);
      keeper.reach(reached, isWork ? 'now' : 'soon');
      onStep('moved', items.length);
    }
    return isWork;
  }

  async function applyOnly(items: readonly LogItem[], only: string, after: bigint | null): Promise<Applied> {
    const others = new Map(parked.keys());
    others.delete(only);
    const applied = await applyBatch(items, { skipped, parked: others, after, only });
    const heard = progress.heardOf(id);
    if (applied.changed && heard !== null) progress.note(id, heard);
    return applied;
  }

  const retrying = { log, streamPrefixes, parked, apply: applyOnly, inTurn, signal: ended };
  const tending = superviseParking({
    parked,
    signal: ended,
    async retry(scope) {
      skipped = await readSkips(log, name);
      return retryParked(retrying, scope);
    },
    onTaken: (key) => onParked(key, 'taken'),
  }).catch((error: unknown) => broken.abort(error));

  try {
    const most = patienceMs === undefined ? batchSize : patientBatchSize;
    const following = { after: lease.position, streamPrefixes, signal: ended, most, gatherMs: patienceMs };
    for await (const batch of followLog(log, following)) {
      const begun = performance.now();
      const worked = await inTurn(() => apply(batch.filter((item) => item !== caughtUp)));
      if (batch.includes(caughtUp)) onStep('caught up');
      const restMs = begun + restAfter(projection, batch.length, worked) - performance.now();
      if (batch.length < most && restMs > 0) await pause(restMs, ended);
      if (ended.aborted) break;
    }
    broken.signal.throwIfAborted();
  } finally {
    await keeper.close();
    broken.abort();
    await tending;
  }
}
