import { inParallel } from '../../async/in-parallel.ts';
import { pause } from '../../async/pause.ts';
import { cancelByRequest } from '../../commands/delivery/cancel-delivery.ts';
import { receiving, replayDelivery, type ReplayDeps } from '../../commands/delivery/replay-delivery.ts';
import { cancelRecovery, pauseRecovery } from '../../commands/recovery/change-recovery.ts';
import { type ExistingRecovery, recovery, type RecoveryCommand } from '../../domain/recovery/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type { DestinationQueries } from '../../projections/read-models/destinations/queries.ts';
import { destinationsOf, type RecoveryQueries } from '../../projections/read-models/recoveries/queries.ts';

export interface RecoveryDeps extends ReplayDeps {
  readonly recoveries: Pick<RecoveryQueries, 'next'>;
  readonly destinations: Pick<DestinationQueries, 'list'>;
  readonly progress: Pick<Progress, 'waitFor'>;
  /** The largest number of deliveries in a batch. */
  readonly largestBatch?: number;
  /** Called after each completed batch. */
  readonly onBatch?: () => void;
}

/** A running recovery is reloaded this often, so that it stops soon after a request. */
const batchesPerSecond = 2;
const parallelReplays = 8;
/** A disabled destination is noticed within this time. */
const destinationMaxAgeMs = 500;

/**
 * Runs a recovery until it is completed, paused or cancelled, or until the signal. It may be called again at
 * any time, also after a crash: each step follows from the log and is done once.
 * @throws LogUnavailable, and any error of the read models
 */
export async function runRecovery(
  deps: RecoveryDeps,
  recoveryId: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    const { state, position } = await deps.aggregates.load(recovery, streamOf.recovery(recoveryId));
    if (!state.exists) return;
    if (state.inProgress) {
      await changeBatch(deps, state, state.inProgress);
      deps.onBatch?.();
      const paceMs = (state.inProgress.length / state.perSecond) * 1_000;
      await pause(Math.max(0, paceMs - (performance.now() - startedAt)), signal);
    } else if (state.status !== 'running') return;
    else if (await isReceiving(deps, state)) await startBatch(deps, state, position, signal);
    else return;
  }
}

/** Replays or cancels the deliveries of a batch and records the outcome. */
async function changeBatch(
  deps: RecoveryDeps,
  state: ExistingRecovery,
  deliveryIds: readonly string[],
): Promise<void> {
  const { recoveryId, batch } = state;
  let replayed = 0;
  await inParallel(parallelReplays, deliveryIds, async (deliveryId) => {
    const outcome = await changeDelivery(deps, state, deliveryId);
    // Changed now, or by an earlier run of this batch.
    if (outcome.ok && outcome.value.delivery.recoveries.includes(recoveryId)) replayed += 1;
  });
  const passedOver = deliveryIds.length - replayed;
  await execute(deps, state, {
    type: 'RecordProgress',
    batch,
    replayed,
    passedOver,
    at: deps.now().toISOString(),
  });
}

function changeDelivery(deps: RecoveryDeps, state: ExistingRecovery, deliveryId: string) {
  const { recoveryId, action, note, selection } = state;
  const context = { ...contextOf(state), idempotencyKey: `recovery:${recoveryId}:${deliveryId}` };
  if (action === 'cancel') return cancelByRequest(deps, { deliveryId, note, recoveryId }, context);
  const requestedBy = { id: recoveryId, statuses: selection.statuses };
  return replayDelivery(deps, { deliveryId, recovery: requestedBy, destinationMaxAgeMs }, context);
}

/** Whether the recovery's only destination is enabled; otherwise pauses or cancels the recovery. */
async function isReceiving(deps: RecoveryDeps, state: ExistingRecovery): Promise<boolean> {
  const { recoveryId, action, selection } = state;
  if (selection.destinationId === null || action === 'cancel') return true;
  const destination = await receiving(deps, selection.destinationId);
  if (destination.ok) return true;
  if (destination.error.code === 'destination_disabled')
    await pauseRecovery(deps, { recoveryId, reason: 'destination_disabled' }, contextOf(state));
  else await cancelRecovery(deps, { recoveryId }, contextOf(state));
  return false;
}

/** Starts the next batch, or completes the recovery if no deliveries are left. */
async function startBatch(
  deps: RecoveryDeps,
  state: ExistingRecovery,
  position: bigint | null,
  signal: AbortSignal,
): Promise<void> {
  const { largestBatch = 100 } = deps;
  const { action, selection, batch, place, perSecond, accountId } = state;
  if (batch === 0 && position !== null && !(await modelsHaveRead(deps, position, signal))) return;
  const destinationIds = await destinationsOf(deps.destinations, action, selection.destinationId, accountId);
  const limit = Math.min(largestBatch, Math.max(1, Math.floor(perSecond / batchesPerSecond)));
  const places = await deps.recoveries.next(
    { accountId, destinationIds, selection },
    place ?? undefined,
    limit,
  );
  const last = places.at(-1);
  const at = deps.now().toISOString();
  if (!last) return execute(deps, state, { type: 'CompleteRecovery', batch, at });
  const deliveryIds = places.map(({ id }) => id);
  return execute(deps, state, { type: 'TakeBatch', batch: batch + 1, deliveryIds, place: { ...last }, at });
}

/** Waits until the read models have reached the position of the recovery's request. */
async function modelsHaveRead(
  { progress }: RecoveryDeps,
  position: bigint,
  signal: AbortSignal,
): Promise<boolean> {
  const models = ['deliveries', 'destinations'];
  while (!signal.aborted) if (await progress.waitFor(models, position, 1_000, signal)) return true;
  return false;
}

/** A refusal means that another writer was faster; the next load shows the new state. */
async function execute(
  { aggregates }: RecoveryDeps,
  state: ExistingRecovery,
  command: RecoveryCommand,
): Promise<void> {
  await aggregates.execute(recovery, streamOf.recovery(state.recoveryId), [command], contextOf(state));
}

const contextOf = ({ accountId, recoveryId }: ExistingRecovery): CommandContext => ({
  accountId,
  actor: { kind: 'system', id: 'recovery' },
  correlationId: recoveryId,
  causationId: recoveryId,
});
