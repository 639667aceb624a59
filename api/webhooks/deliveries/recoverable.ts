import type { Static } from 'typebox';
import { recoverableTo } from '../../../commands/request-recovery.ts';
import type { RecoverySelection } from '../../../domain/recovery/events.ts';
import { enabledDestinations } from '../../../projections/read-models/destinations/queries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { refused } from '../../errors/errors.ts';
import type { Found } from './recovery-schemas.ts';

/**
 * Counts the deliveries that a recovery would send again.
 * @throws ApiError if the named destination is disabled or removed
 */
export async function findRecoverable(
  deps: Pick<ApiDeps, 'aggregates' | 'queries'>,
  selection: RecoverySelection,
  accountId: string,
): Promise<Static<typeof Found>> {
  const { queries } = deps;
  const { destinationId } = selection;
  const open = await recoverableTo(deps, destinationId, accountId);
  if (!open.ok) throw refused(open.error);
  const destinationIds =
    destinationId === null ? await enabledDestinations(queries.destinations, accountId) : [destinationId];
  const found = await queries.recoveries.count({ accountId, destinationIds, selection });
  return { total: found.failed + found.exhausted + found.skipped, ...found };
}
