import type { RecoverableStatus } from '../../domain/delivery/decider.ts';
import { destination } from '../../domain/destination/decider.ts';
import type { RecoveryAction, RecoverySelection } from '../../domain/recovery/events.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { receiving } from '../delivery/replay-delivery.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';

/** Counts the deliveries in each status that a recovery would send again, or that a cancellation would cancel. */
export type CountRecoverable = (
  action: RecoveryAction,
  selection: RecoverySelection,
  accountId: string,
) => Promise<Readonly<Partial<Record<RecoverableStatus, number>>>>;

export interface RecoverableDeps extends Pick<CommandDeps, 'aggregates'> {
  readonly countRecoverable: CountRecoverable;
}

/** The deliveries that would be taken: in all, and in each status that the selection names. */
export type Recoverable = Awaited<ReturnType<CountRecoverable>> & { readonly total: number };

/**
 * Finds how many deliveries a recovery would send again, or a cancellation would cancel.
 * @returns a refusal if the account does not have the named destination, or if it would have to receive and is disabled or removed
 */
export async function findRecoverable(
  { aggregates, countRecoverable }: RecoverableDeps,
  action: RecoveryAction,
  selection: RecoverySelection,
  accountId: string,
): Promise<Result<Recoverable, Refusal>> {
  const open = await recoverableTo({ aggregates }, action, selection.destinationId, accountId);
  if (!open.ok) return open;
  const found = await countRecoverable(action, selection, accountId);
  return ok({ total: totalOf(found), ...found });
}

/** The number of deliveries in all statuses. */
export const totalOf = (counts: Awaited<ReturnType<CountRecoverable>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Returns a refusal if the account does not have the destination, or if it would have to receive and is disabled or
 * removed; none if `destinationId` is null.
 */
export async function recoverableTo(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  action: RecoveryAction,
  destinationId: string | null,
  accountId: string,
): Promise<Result<void, Refusal>> {
  if (destinationId === null) return ok(undefined);
  const { state } = await aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists || state.accountId !== accountId) return notFound;
  if (action === 'cancel') return ok(undefined);
  const open = await receiving({ aggregates }, destinationId);
  return open.ok ? ok(undefined) : open;
}
