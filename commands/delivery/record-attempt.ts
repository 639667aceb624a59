import { delivery, type DeliveryCommand } from '../../domain/delivery/decider.ts';
import type { CancelReason } from '../../domain/delivery/events.ts';
import type { PlannedDelivery } from '../../domain/delivery/state.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import type { Refusal } from '../refusal.ts';

export type Attempt = Omit<Extract<DeliveryCommand, { type: 'RecordAttempt' }>, 'type' | 'planned'>;

/** Names a delivery; with its plan if it has no events yet. */
export interface DeliveryRef {
  readonly deliveryId: string;
  readonly planned: PlannedDelivery | null;
}

export interface DeliveryMoved {
  /** The log position of the resulting event; null for a delivery that does not exist. */
  readonly position: bigint | null;
}

/** Records the outcome of an attempt, and with it when the next attempt is due, if any. */
export const recordAttempt = (
  deps: Pick<CommandDeps, 'aggregates'>,
  ref: DeliveryRef,
  attempt: Attempt,
  context: CommandContext,
): Promise<Result<DeliveryMoved, Refusal>> => run(deps, ref, { type: 'RecordAttempt', ...attempt }, context);

/** Skips a pending delivery because its destination is disabled; has no effect on a finished delivery. */
export const skipDelivery = (
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  ref: DeliveryRef,
  context: CommandContext,
): Promise<Result<DeliveryMoved, Refusal>> =>
  run(deps, ref, { type: 'SkipDelivery', at: deps.now().toISOString() }, context);

/** Cancels a pending delivery that must not be sent any more; has no effect on a finished delivery. */
export const cancelDelivery = (
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  ref: DeliveryRef,
  reason: CancelReason,
  context: CommandContext,
): Promise<Result<DeliveryMoved, Refusal>> =>
  run(deps, ref, { type: 'CancelDelivery', reason, at: deps.now().toISOString() }, context);

async function run(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  { deliveryId, planned }: DeliveryRef,
  command: DeliveryCommand,
  context: CommandContext,
): Promise<Result<DeliveryMoved, Refusal>> {
  const stream = streamOf.delivery(deliveryId);
  const commands = [{ ...command, planned }];
  const done = await aggregates.execute(delivery, stream, commands, context, { isNew: planned !== null });
  return done.ok ? ok({ position: done.value.position }) : done;
}
