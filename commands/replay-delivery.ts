import { delivery, type ExistingDelivery } from '../domain/delivery/decider.ts';
import { destination } from '../domain/destination/decider.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { StreamErased } from '../log/event-log.ts';
import type { CommandDeps } from './support/deps.ts';
import { notFound, type Refusal } from './support/refusal.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

export interface ReplayedDelivery {
  readonly delivery: ExistingDelivery;
  readonly position: bigint | null;
}

interface Replay {
  readonly deliveryId: string;
  /** The recovery that asks for it; by hand without one. */
  readonly recoveryId?: string;
  /** Up to which age the destination is trusted as this process remembers it. */
  readonly destinationMaxAgeMs?: number;
}

/**
 * Sends a delivery of the context's account again, from the start of the retry schedule: one that has ended, or
 * one that waits for a later attempt. One that is due already stays as it is; one whose destination is disabled
 * or removed is refused, and so is one that was cancelled or erased. To a recovery that has sent it again before, it
 * answers as it is.
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
  // Whatever has become of it since: what a recovery has done stays done.
  if (recoveryId !== undefined && state.recoveries.includes(recoveryId))
    return ok({ delivery: state, position: before });
  const { destinationId, kind } = state.subject;
  const open = await receiving(deps, destinationId, destinationMaxAgeMs);
  // A test goes to a disabled destination too.
  const isTest = kind === 'ping' && !open.ok && open.error.code === 'destination_disabled';
  if (!open.ok && !isTest) return open;
  const at = deps.now().toISOString();
  const command = { type: 'ReplayDelivery', ...(recoveryId !== undefined && { recoveryId }), at } as const;
  const replayed = await deps.aggregates.execute(delivery, stream, [command], context);
  if (!replayed.ok) return replayed;
  const { state: now, position } = replayed.value;
  return now.exists ? ok({ delivery: now, position }) : notFound;
}

/** Whether a destination receives: refused where it is disabled, or removed. */
export async function receiving(
  { aggregates }: Pick<Deps, 'aggregates'>,
  destinationId: string,
  maxAgeMs = 0,
): Promise<Result<void, Refusal>> {
  const { state } = await aggregates.load(destination, streamOf.destination(destinationId), maxAgeMs);
  if (!state.exists || state.removed) return err({ code: 'destination_removed' });
  return state.enabled ? ok(undefined) : err({ code: 'destination_disabled', destinationId });
}
