import type { Static } from 'typebox';
import { recoverableTo } from '../../../commands/recovery/request-recovery.ts';
import type { RecoveryAction, RecoverySelection } from '../../../domain/recovery/events.ts';
import {
  destinationsOf,
  type RecoveryCounts,
  type RecoveryQueries,
} from '../../../projections/read-models/recoveries/queries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { refused } from '../../errors/errors.ts';
import type { Found } from './recovery-schemas.ts';

/** The number of deliveries in all statuses. */
export const totalOf = (counts: RecoveryCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Counts the deliveries that a recovery would send again, or that a cancellation would cancel.
 * @throws ApiError if the named destination would have to receive and is disabled or removed
 */
export async function findRecoverable(
  deps: Pick<ApiDeps, 'aggregates' | 'queries'>,
  action: RecoveryAction,
  selection: RecoverySelection,
  accountId: string,
): Promise<Static<typeof Found>> {
  const { queries } = deps;
  const { destinationId } = selection;
  const open = await recoverableTo(deps, action, destinationId, accountId);
  if (!open.ok) throw refused(open.error);
  const destinationIds = await destinationsOf(queries.destinations, action, destinationId, accountId);
  const found = await queries.recoveries.count({ accountId, destinationIds, selection });
  return { total: totalOf(found), ...found };
}

/** Counts the deliveries that wait for an attempt to a destination, tests left out. */
export async function waitingFor(
  recoveries: Pick<RecoveryQueries, 'count'>,
  accountId: string,
  destinationId: string,
  now: Date,
): Promise<number> {
  const selection = {
    since: null,
    sincePosition: null,
    until: now.toISOString(),
    kind: null,
    formId: null,
    statuses: ['pending' as const],
  };
  const { pending = 0 } = await recoveries.count({ accountId, destinationIds: [destinationId], selection });
  return pending;
}
