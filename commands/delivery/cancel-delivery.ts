import { delivery } from '../../domain/delivery/decider.ts';
import type { ExistingDelivery } from '../../domain/delivery/state.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'deliveries' | 'now'>;

export interface CancelledDelivery {
  readonly delivery: ExistingDelivery;
  readonly position: bigint | null;
}

interface Cancelling {
  readonly deliveryId: string;
  /** The words of the person who requests it. */
  readonly note?: string | undefined;
  /** The cancellation of a backlog that requests it; absent if a person names the delivery. */
  readonly recoveryId?: string;
}

/**
 * Cancels a waiting delivery of the context's account for good. An attempt in progress is still recorded, and no other
 * follows it. A cancelled delivery is returned unchanged; one with another end is refused if a person names it, and
 * returned unchanged to the cancellation of a backlog.
 */
export async function cancelByRequest(
  deps: Deps,
  { deliveryId, note, recoveryId }: Cancelling,
  context: CommandContext,
): Promise<Result<CancelledDelivery, Refusal>> {
  const stream = streamOf.delivery(deliveryId);
  try {
    const { state, planned } = await deps.deliveries.load(deliveryId);
    if (!state.exists || state.subject.accountId !== context.accountId) return notFound;
    const given = { ...(note !== undefined && { note }), ...(recoveryId !== undefined && { recoveryId }) };
    const at = deps.now().toISOString();
    const command = { type: 'CancelDelivery', reason: 'requested', ...given, planned, at } as const;
    const cancelled = await deps.aggregates.execute(delivery, stream, [command], context);
    if (!cancelled.ok) return cancelled;
    const { state: now, position } = cancelled.value;
    return ok({ delivery: now.exists ? now : state, position });
  } catch (error) {
    if (error instanceof StreamErased) return err({ code: 'erased' });
    throw error;
  }
}
