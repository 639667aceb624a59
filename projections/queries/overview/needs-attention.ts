import { recoveryActions } from '../../../domain/recovery/events.ts';
import type { CollectionOf } from '../../collections.ts';
import type { Projection } from '../../projection.ts';
import { destinations } from '../../read-models/destinations/projection.ts';
import type { DestinationView } from '../../read-models/destinations/queries.ts';
import { recoveries } from '../../read-models/recoveries/projection.ts';
import type { RecoveryView } from '../../read-models/recoveries/queries.ts';
import { view } from '../keyset.ts';

/** The failures of a destination since its last success, or since it was enabled, as the disable policy counts them. */
export type FailureRow = Readonly<{ exhausted: number; attempts: number; failed_since: string }>;

/** So many failures in a row make a destination one that fails. */
export const failingThreshold = 3;

/** The name and the version of the documents of the disable policy. */
export const failureRows = { name: 'health', version: 1 } as const;

const rowsOfPolicy: Projection<FailureRow> = {
  ...failureRows,
  on: {},
  key: () => null,
  indexes: [],
  streamPrefixes: [],
};

export interface FailingDestination {
  readonly destination: DestinationView;
  readonly row: FailureRow;
}

/** Finds what a person has to look at. Each list has a limit. */
export interface AttentionQueries {
  /** Lists disabled destinations, the last disabled first; of all accounts if `accountId` is null. */
  disabled(accountId: string | null, limit: number): Promise<readonly DestinationView[]>;
  /** Lists enabled destinations with at least so many failures in a row, longest first; of all accounts if `accountId` is null. */
  failing(accountId: string | null, least: number, limit: number): Promise<readonly FailingDestination[]>;
  /** Returns the failures in a row of a destination; null without any. */
  failuresOf(destinationId: string): Promise<FailureRow | null>;
  /** Lists paused recoveries of some accounts, newest first. */
  paused(accountIds: readonly string[], limit: number): Promise<readonly RecoveryView[]>;
}

const there = { _deleted: { $exists: false } };

/** @param rowsIn the collections of process managers, which have no generations */
export const attentionQueries =
  (rowsIn: CollectionOf) =>
  (collectionOf: CollectionOf): AttentionQueries => {
    const known = collectionOf(destinations);
    const rows = rowsIn(rowsOfPolicy);
    const jobs = collectionOf(recoveries);

    return {
      async disabled(accountId, limit) {
        const found = known
          .find({ ...(accountId !== null && { account_id: accountId }), enabled: false })
          .sort({ disabled_since: -1, _id: -1 })
          .limit(limit);
        return (await found.toArray()).map(view);
      },
      async failing(accountId, least, limit) {
        const found = await rows.find({ ...there, attempts: { $gte: least } }).toArray();
        const rowsById = new Map(found.map((row) => [row._id, view(row)]));
        const owned = await known
          .find({
            _id: { $in: [...rowsById.keys()] },
            enabled: true,
            ...(accountId !== null && { account_id: accountId }),
          })
          .toArray();
        return owned
          .flatMap((destination) => {
            const row = rowsById.get(destination._id);
            return row ? [{ destination: view(destination), row }] : [];
          })
          .sort((a, b) => (a.row.failed_since < b.row.failed_since ? -1 : 1))
          .slice(0, limit);
      },
      async failuresOf(destinationId) {
        const found = await rows.findOne({ _id: destinationId, ...there });
        return found && view(found);
      },
      async paused(accountIds, limit) {
        const found = jobs
          .find({
            account_id: { $in: [...accountIds] },
            action: { $in: [...recoveryActions] },
            status: 'paused',
          })
          .sort({ created_at: -1, _id: -1 })
          .limit(limit);
        return (await found.toArray()).map(view);
      },
    };
  };
