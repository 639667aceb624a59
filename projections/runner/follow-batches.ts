import { pause } from '../../async/pause.ts';
import type { Batch, EventLog } from '../../log/event-log.ts';
import type { Progress } from '../progress/progress.ts';
import type { Runnable } from './apply-batch.ts';
import { followLog, type FollowOptions } from './follow-log.ts';

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
function pausesAfter<Action>({ projection, perform }: Runnable<Action>, count: number, hasChanged: boolean) {
  if (!hasChanged || projection.gatherMs !== undefined) return [0, 0] as const;
  const usual = Math.min(longestPauseMs, pauseMsPerItem * count);
  return [usual, perform ? usual : Math.min(longestPauseMs, unawaitedMsPerItem * count)] as const;
}

interface Deps {
  readonly log: Pick<EventLog, 'backlog' | 'feed'>;
  readonly progress: Pick<Progress, 'pauseUntilAwaited'>;
}

/** Follows the log until the signal, with pauses between batches. @param apply returns whether it changed anything */
export async function followBatches<Action>(
  { log, progress }: Deps,
  model: Runnable<Action>,
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
      const leftAwaited = left(awaited);
      if (leftAwaited > 0) await pause(leftAwaited, signal);
      const leftUnawaited = left(unawaited);
      if (leftUnawaited > 0) await progress.pauseUntilAwaited(name, leftUnawaited, signal);
    }
    if (signal.aborted) break;
  }
}
