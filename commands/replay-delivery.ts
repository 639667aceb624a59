import { delivery, type ExistingDelivery } from '../domain/delivery/decider.ts';
import { destination } from '../domain/destination/decider.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { StreamErased } from '../log/log-errors.ts';
import type { CommandDeps } from './support/deps.ts';
import { notFound, type Refusal } from './support/refusal.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

export interface ReplayedDelivery {
  readonly delivery: ExistingDelivery;
  readonly position: bigint | null;
}

interface Replay {
  readonly deliveryId: string;
  /** The recovery that requests the replay; absent if an operator requests it. */
  readonly recoveryId?: string;
  /** The greatest age of the cached destination, in milliseconds. */
  readonly destinationMaxAgeMs?: number;
}

/**
 * Replays a delivery of the context's account from the start of the retry schedule: a finished delivery, or
 * one that waits for a later attempt. A delivery that is already due is not changed. A delivery is refused if
 * its destination is disabled or removed, or if it was cancelled or erased. A delivery that the recovery has
 * replayed before is returned unchanged.
 */
export async function replayDelivery(
  ...call: Parameters<typeof replay>
): Promise<Result<ReplayedDelivery, Refusal>> {
  try {
    return await replay(...call);
  } catch (error) {
    if (error instanceof StreamErased) return err({ code: 'erased' });
    throw error;
  }
}

async function replay(
  deps: Deps,
  { deliveryId, recoveryId, destinationMaxAgeMs = 0 }: Replay,
  context: CommandContext,
): Promise<Result<ReplayedDelivery, Refusal>> {
  const stream = streamOf.delivery(deliveryId);
  const { state, position: before } = await deps.aggregates.load(delivery, stream);
  if (!state.exists || state.subject.accountId !== context.accountId) return notFound;
  // Regardless of later events: a recovery replays a delivery once.
  if (recoveryId !== undefined && state.recoveries.includes(recoveryId))
    return ok({ delivery: state, position: before });
  const { destinationId, kind } = state.subject;
  const open = await receiving(deps, destinationId, destinationMaxAgeMs);
  // A test is also sent to a disabled destination.
  const isTest = kind === 'ping' && !open.ok && open.error.code === 'destination_disabled';
  if (!open.ok && !isTest) return open;
  const at = deps.now().toISOString();
  const command = { type: 'ReplayDelivery', ...(recoveryId !== undefined && { recoveryId }), at } as const;
  const replayed = await deps.aggregates.execute(delivery, stream, [command], context);
  if (!replayed.ok) return replayed;
  const { state: now, position } = replayed.value;
  return now.exists ? ok({ delivery: now, position }) : notFound;
}

/** Returns a refusal if a destination is disabled or removed. */
export async function receiving(
  { aggregates }: Pick<Deps, 'aggregates'>,
  destinationId: string,
  maxAgeMs = 0,
): Promise<Result<void, Refusal>> {
  const { state } = await aggregates.load(destination, streamOf.destination(destinationId), maxAgeMs);
  if (!state.exists || state.removed) return err({ code: 'destination_removed' });
  return state.enabled ? ok(undefined) : err({ code: 'destination_disabled', destinationId });
}
