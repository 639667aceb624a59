import { delivery, type ExistingDelivery } from '../domain/delivery/decider.ts';
import { destination } from '../domain/destination/decider.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { CommandDeps } from './deps.ts';
import { notFound, type Refusal } from './refusal.ts';

export interface ReplayedDelivery {
  readonly delivery: ExistingDelivery;
  readonly position: bigint | null;
}

/**
 * Sends a delivery of the context's account again, from the start of the retry schedule. One that is pending
 * stays as it is; one whose destination is disabled or removed is refused.
 */
export async function replayDelivery(
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  { deliveryId }: { readonly deliveryId: string },
  context: CommandContext,
): Promise<Result<ReplayedDelivery, Refusal>> {
  const stream = streamOf.delivery(deliveryId);
  const { state } = await deps.aggregates.load(delivery, stream);
  if (!state.exists || state.subject.accountId !== context.accountId) return notFound;
  const target = await deps.aggregates.load(destination, streamOf.destination(state.subject.destinationId));
  if (!target.state.exists || !target.state.enabled) {
    const from =
      target.state.exists && !target.state.removed ? 'destination disabled' : 'destination removed';
    return err({ code: 'invalid_transition', from, to: 'pending' });
  }
  const at = deps.now().toISOString();
  const replayed = await deps.aggregates.execute(delivery, stream, [{ type: 'ReplayDelivery', at }], context);
  if (!replayed.ok) return replayed;
  const { state: now, position } = replayed.value;
  return now.exists ? ok({ delivery: now, position }) : notFound;
}
