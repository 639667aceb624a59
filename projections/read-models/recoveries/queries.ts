import type { RecoverableStatus } from '../../../domain/delivery/decider.ts';
import { webhookKinds } from '../../../domain/destination/events.ts';
import { type RecoveryStatus, recoveryStatuses } from '../../../domain/recovery/decider.ts';
import {
  type RecoveryAction,
  recoveryActions,
  type RecoverySelection,
} from '../../../domain/recovery/events.ts';
import type { CollectionOf } from '../../collections.ts';
import { comparable } from '../../projection.ts';
import { hinted } from '../../queries/hinted.ts';
import {
  byId,
  type Keyset,
  newerThan,
  olderThan,
  type Page,
  type PageRequest,
  readPage,
  type View,
  view,
  within,
} from '../../queries/keyset.ts';
import { deliveries, listIndexes } from '../deliveries/projection.ts';
import { type DestinationQueries, enabledDestinations } from '../destinations/queries.ts';
import { recoveries, type RecoveryDocument } from './projection.ts';

export type RecoveryView = View<RecoveryDocument>;

/** The selection of an account's deliveries to some of its destinations. */
export interface RecoveryQuery {
  readonly accountId: string;
  /** Null for every destination that the account has or had. */
  readonly destinationIds: readonly string[] | null;
  readonly selection: Omit<RecoverySelection, 'destinationId'>;
}

/** The number of deliveries in each status that the selection names. */
export type RecoveryCounts = Readonly<Partial<Record<RecoverableStatus, number>>>;

/** Returns the destinations whose deliveries a recovery takes; null for every one that the account has or had. */
export async function destinationsOf(
  destinations: Pick<DestinationQueries, 'list'>,
  action: RecoveryAction,
  destinationId: string | null,
  accountId: string,
): Promise<readonly string[] | null> {
  if (destinationId !== null) return [destinationId];
  return action === 'cancel' ? null : enabledDestinations(destinations, accountId);
}

export interface RecoveryQueries {
  /** Lists an account's recoveries by (created_at, id), newest first; of one action, unless it is left out. */
  list(
    accountId: string,
    request: PageRequest & {
      readonly action?: RecoveryAction | undefined;
      readonly status?: RecoveryStatus | undefined;
    },
  ): Promise<Page<RecoveryView>>;
  /** Returns a recovery; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<RecoveryView | null>;
  /**
   * Returns the ids of unfinished recoveries, oldest first, including stopped recoveries whose last batch is
   * in progress.
   */
  running(limit: number): Promise<readonly string[]>;
  /** Counts the deliveries that a recovery would select now, by status. */
  count(what: RecoveryQuery): Promise<RecoveryCounts>;
  /**
   * Returns the keysets of the first deliveries after `after` that a recovery would select, oldest event
   * first.
   */
  next(what: RecoveryQuery, after: Keyset | undefined, limit: number): Promise<readonly Keyset[]>;
}

export function recoveryQueries(collectionOf: CollectionOf): RecoveryQueries {
  const collection = collectionOf(recoveries);
  const log = collectionOf(deliveries);

  async function nextIn(
    status: RecoverableStatus,
    { accountId, ...what }: RecoveryQuery,
    after: Keyset | undefined,
    limit: number,
  ) {
    const found = await hinted((isHinted) => {
      const cursor = log
        .find({
          $and: [{ account_id: accountId, status, ...matching(what) }, newerThan('created_at', after)],
        })
        .sort({ created_at: 1, _id: 1 })
        .limit(limit)
        .project<{ _id: string; created_at: string }>({ created_at: 1 });
      if (isHinted) cursor.hint(indexFor(what));
      return cursor.toArray();
    });
    return found.map(({ _id: id, created_at: at }) => ({ at, id }));
  }

  return {
    async list(accountId, { limit, after, action, status }) {
      const cursor = collection
        .find({
          account_id: accountId,
          action: { $in: action === undefined ? [...recoveryActions] : [action] },
          status: { $in: status === undefined ? [...recoveryStatuses] : [status] },
          ...olderThan('created_at', after),
        })
        .sort({ created_at: -1, _id: -1 });
      return readPage(cursor, limit, (recovery) => recovery.created_at);
    },
    async get(accountId, id) {
      const found = await collection.findOne(byId(accountId, id));
      return found && view(found);
    },
    async running(limit) {
      const found = await collection
        .find({ is_unfinished: true })
        .sort({ created_at: 1, _id: 1 })
        .limit(limit)
        .project<{ _id: string }>({ _id: 1 })
        .toArray();
      return found.map(({ _id }) => _id);
    },
    async count({ accountId, ...what }) {
      const count = (status: RecoverableStatus) =>
        hinted((isHinted) =>
          log.countDocuments(
            { account_id: accountId, status, ...matching(what) },
            isHinted ? { hint: countedBy(what) } : {},
          ),
        );
      const counts = await Promise.all(
        what.selection.statuses.map(async (status) => [status, await count(status)] as const),
      );
      return Object.fromEntries(counts);
    },
    async next(what, after, limit) {
      const found = await Promise.all(
        what.selection.statuses.map((status) => nextIn(status, what, after, limit)),
      );
      return found.flat().sort(byPlace).slice(0, limit);
    },
  };
}

/** The highest number of destinations whose index ranges are merged, for each kind. */
const maxMergedDestinations = 60;

function countedBy({ destinationIds, selection }: Omit<RecoveryQuery, 'accountId'>) {
  if (destinationIds === null)
    return selection.formId === null ? listIndexes.ofAccount : listIndexes.aboutForm;
  return selection.formId === null ? listIndexes.toDestination : listIndexes.toDestinationAboutForm;
}

const indexFor = (what: Omit<RecoveryQuery, 'accountId'>) =>
  (what.destinationIds?.length ?? 0) > maxMergedDestinations ? listIndexes.ofAccount : countedBy(what);

const byPlace = (a: Keyset, b: Keyset): number =>
  a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1;

const matching = ({ destinationIds, selection }: Omit<RecoveryQuery, 'accountId'>) => {
  const { since, sincePosition, until, kind, formId } = selection;
  return {
    ...(destinationIds && { destination_id: { $in: [...destinationIds] } }),
    // Test deliveries are neither recovered nor cancelled with others.
    kind: { $in: kind === null ? [...webhookKinds] : [kind] },
    ...(formId !== null && { form_id: formId }),
    ...(sincePosition !== null && { source_position: { $gte: comparable(sincePosition) } }),
    ...within('created_at', since ?? undefined, until),
  };
};
