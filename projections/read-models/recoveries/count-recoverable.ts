import type { RecoveryAction, RecoverySelection } from '../../../domain/recovery/events.ts';
import type { DestinationQueries } from '../destinations/queries.ts';
import { destinationsOf, type RecoveryCounts, type RecoveryQueries } from './queries.ts';

interface Queries {
  readonly destinations: Pick<DestinationQueries, 'list'>;
  readonly recoveries: Pick<RecoveryQueries, 'count'>;
}

/** Counts the deliveries in each status that a recovery would send again, or that a cancellation would cancel. */
export const countRecoverable =
  ({ destinations, recoveries }: Queries) =>
  async (
    action: RecoveryAction,
    selection: RecoverySelection,
    accountId: string,
  ): Promise<RecoveryCounts> => {
    const { destinationId } = selection;
    const destinationIds = await destinationsOf(destinations, action, destinationId, accountId);
    return recoveries.count({ accountId, destinationIds, selection });
  };

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
