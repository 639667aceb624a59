import { delivery, type DeliveryCommand } from '../../domain/delivery/decider.ts';
import type { CancelReason } from '../../domain/delivery/events.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import type { Refusal } from '../refusal.ts';

export type Attempt = Omit<Extract<DeliveryCommand, { type: 'RecordAttempt' }>, 'type'>;

export interface DeliveryMoved {
  /** The log position of the resulting event; null for a delivery that does not exist. */
  readonly position: bigint | null;
}

/** Records the outcome of an attempt, and with it when the next attempt is due, if any. */
export const recordAttempt = (
  deps: Pick<CommandDeps, 'aggregates'>,
  { deliveryId, ...attempt }: Attempt & { readonly deliveryId: string },
  context: CommandContext,
): Promise<Result<DeliveryMoved, Refusal>> =>
  run(deps, deliveryId, { type: 'RecordAttempt', ...attempt }, context);

/** Skips a pending delivery because its destination is disabled; has no effect on a finished delivery. */
export const skipDelivery = (
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  deliveryId: string,
  context: CommandContext,
): Promise<Result<DeliveryMoved, Refusal>> =>
  run(deps, deliveryId, { type: 'SkipDelivery', at: deps.now().toISOString() }, context);

/** Cancels a pending delivery that must not be sent any more; has no effect on a finished delivery. */
export const cancelDelivery = (
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  deliveryId: string,
  reason: CancelReason,
  context: CommandContext,
): Promise<Result<DeliveryMoved, Refusal>> =>
  run(deps, deliveryId, { type: 'CancelDelivery', reason, at: deps.now().toISOString() }, context);

async function run(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  deliveryId: string,
  command: DeliveryCommand,
  context: CommandContext,
): Promise<Result<DeliveryMoved, Refusal>> {
  const done = await aggregates.execute(delivery, streamOf.delivery(deliveryId), [command], context);
  return done.ok ? ok({ position: done.value.position }) : done;
}
