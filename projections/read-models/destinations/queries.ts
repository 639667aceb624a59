import type { DestinationChoice } from '../../../domain/destination/choice-changes.ts';
import { includesAll } from '../../../domain/destination/question-choice.ts';
import type { CollectionOf } from '../../collections.ts';
import {
  byId,
  type Keyset,
  olderThan,
  type Page,
  type PageRequest,
  readPage,
  type View,
  view,
} from '../../queries/keyset.ts';
import { type DestinationDocument, destinations } from './projection.ts';

export type DestinationView = View<DestinationDocument>;

/** Why a destination receives nothing. */
export type StopReason = 'destination_disabled' | 'destination_removed';

export interface DestinationQueries {
  /** Lists an account's destinations by (created_at, id), newest first. */
  list(accountId: string, request: PageRequest): Promise<Page<DestinationView>>;
  /** Returns why the named destinations receive nothing; those that do receive are absent. */
  stopped(ids: readonly string[]): Promise<ReadonlyMap<string, StopReason>>;
  /** Lists the disabled destinations of all accounts, the last disabled first. */
  disabled(limit: number): Promise<readonly DestinationView[]>;
  /** Whether any account has an enabled destination. */
  isAnyEnabled(): Promise<boolean>;
  /** Returns the destinations of an account that have chosen questions. */
  choosing(accountId: string): Promise<readonly DestinationChoice[]>;
  /** Returns the ids of all destinations of an account. */
  idsOf(accountId: string): Promise<readonly string[]>;
  /** Returns the labels of destinations by id; of any account if `accountId` is null. Removed ones are absent. */
  labels(accountId: string | null, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns a destination; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<DestinationView | null>;
}

export function destinationQueries(collectionOf: CollectionOf): DestinationQueries {
  const collection = collectionOf(destinations);
  return {
    async list(accountId, { limit, after }) {
      const cursor = collection
        .find({ account_id: accountId, ...olderThan('created_at', after) })
        .sort({ created_at: -1, _id: -1 });
      return readPage(cursor, limit, (destination) => destination.created_at);
    },
    async stopped(ids) {
      const found = await collection
        .find({ _id: { $in: [...ids] } }, { projection: { enabled: 1 } })
        .toArray();
      const enabled = new Map(found.map((one) => [one._id, one.enabled]));
      return new Map(
        ids.flatMap((id) => {
          const isEnabled = enabled.get(id);
          if (isEnabled === true) return [];
          return [[id, isEnabled === undefined ? 'destination_removed' : 'destination_disabled'] as const];
        }),
      );
    },
    async disabled(limit) {
      const found = collection.find({ enabled: false }).sort({ disabled_since: -1, _id: -1 }).limit(limit);
      return (await found.toArray()).map(view);
    },
    async isAnyEnabled() {
      return (await collection.findOne({ enabled: true }, { projection: { _id: 1 } })) !== null;
    },
    async choosing(accountId) {
      const found = await collection.find({ account_id: accountId }).toArray();
      return found
        .map(({ _id: id, label, form_id, included_fields, included_questions }) => ({
          id,
          label,
          formId: form_id,
          includedFields: included_fields,
          includedQuestions: included_questions,
        }))
        .filter((choice) => !includesAll(choice));
    },
    async idsOf(accountId) {
      const found = collection.find({ account_id: accountId }, { projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    },
    async labels(accountId, ids) {
      if (ids.length === 0) return new Map();
      const found = collection.find(
        {
          _id: { $in: [...new Set(ids)] },
          ...(accountId !== null && { account_id: accountId }),
          _deleted: { $exists: false },
        },
        { projection: { label: 1 } },
      );
      return new Map((await found.toArray()).map(({ _id, label }) => [_id, label]));
    },
    async get(accountId, id) {
      const found = await collection.findOne(byId(accountId, id));
      return found && view(found);
    },
  };
}

/** Returns the ids of an account's enabled destinations. */
export async function enabledDestinations(
  queries: Pick<DestinationQueries, 'list'>,
  accountId: string,
): Promise<string[]> {
  const enabled: string[] = [];
  let after: Keyset | undefined;
  do {
    const { items, next } = await queries.list(accountId, { limit: 100, after });
    enabled.push(...items.filter((destination) => destination.enabled).map(({ id }) => id));
    after = next ?? undefined;
  } while (after);
  return enabled;
}
