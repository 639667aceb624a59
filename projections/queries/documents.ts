import type { Collection, Filter } from 'mongodb';
import type { FormDefinitions } from '../../log/form-definitions.ts';
import type { CollectionOf, Stored } from '../collections.ts';
import type { Aliases } from '../generations/aliases.ts';
import type { AccountListing, Projection } from '../projection.ts';
import { type CopyQueries, copyQueries } from './copies.ts';
import { type Keyset, olderThan, type Page, readPage, type View, view } from './keyset.ts';

type AnyDocument = Readonly<Record<string, unknown>>;

interface DocumentRequest {
  readonly limit: number;
  readonly after?: Keyset | undefined;
  readonly accountId?: string | undefined;
  readonly id?: string | undefined;
}

export interface DocumentPage extends Page<View<AnyDocument>> {
  /** The name of the model, or of the model that was copied. */
  readonly of: string;
}

/** Lists the documents of any model or copy as stored. */
export interface DocumentQueries {
  /**
   * Lists documents by id; those of one account newest first, if the model has an index for that. Returns
   * null if there is no such model or it is not ready.
   */
  list(name: string, request: DocumentRequest): Promise<DocumentPage | null>;
  /** Returns the queries of a model, bound to a copy of it. */
  readonly copyOf: CopyQueries;
}

export function documentQueries(
  collectionOf: CollectionOf,
  models: readonly Projection[],
  aliases: Aliases,
  definitions: FormDefinitions,
): DocumentQueries {
  async function resolve(name: string) {
    await aliases.freshCopy(name);
    const model = models.find((one) => one.name === name);
    const found = model
      ? aliases.current(model)
      : models.map((one) => aliases.copy(one, name)).find((copy) => copy !== null);
    if (!found) return null;
    const of = model?.name ?? aliases.record(name)?.of ?? name;
    const { accountListing } = models.find((one) => one.name === of) ?? {};
    return { of, accountListing, collection: collectionOf<AnyDocument>(found) };
  }

  return {
    copyOf: copyQueries(collectionOf, aliases, definitions),
    async list(name, { accountId, id, ...page }) {
      const found = await resolve(name);
      if (!found) return null;
      const { of, accountListing, collection } = found;
      if (accountId === undefined || id !== undefined || accountListing === undefined)
        return { of, ...(await inOrderOfIds(collection, { accountId, id, ...page })) };
      if (accountListing === 'none') return { of, items: [], next: null };
      if (accountListing === 'id')
        return { of, ...(await inOrderOfIds(collection, { id: accountId, ...page })) };
      return { of, ...(await newestFirst(collection, accountListing, accountId, page)) };
    },
  };
}

type Documents = Collection<Stored<AnyDocument>>;
type Listed = Page<View<AnyDocument>>;

async function inOrderOfIds(
  collection: Documents,
  { limit, after, accountId, id }: DocumentRequest,
): Promise<Listed> {
  const found = await collection
    .find({
      _id: { ...(after && { $gt: after.id }), ...(id !== undefined && { $eq: id }), $exists: true },
      ...(accountId !== undefined && { account_id: accountId }),
      _deleted: { $exists: false },
    })
    .sort({ _id: 1 })
    .limit(limit + 1)
    .toArray();
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(view), next: last ? { at: '', id: last._id } : null };
}

/** Tombstones have no account, so the filter excludes them. */
function newestFirst(
  collection: Documents,
  { at, each = {} }: AccountListing,
  accountId: string,
  { limit, after }: Pick<DocumentRequest, 'limit' | 'after'>,
): Promise<Listed> {
  const values = Object.entries(each).map(([field, all]) => [field, { $in: [...all] }] as const);
  const filter: Filter<Stored<AnyDocument>> = { ...Object.fromEntries(values), ...olderThan(at, after) };
  const cursor = collection.find({ ...filter, account_id: accountId }).sort({ [at]: -1, _id: -1 });
  return readPage(cursor, limit, (document) => String(document[at]));
}
