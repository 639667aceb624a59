import type { Aliases } from '../aliases.ts';
import type { Projection } from '../projection.ts';
import type { ReadStore } from '../read-store.ts';
import { copyQueries, type CopyQueries } from './copies.ts';
import { view, type Page, type View } from './keyset.ts';

type AnyDocument = Readonly<Record<string, unknown>>;

export interface DocumentPage extends Page<View<AnyDocument>> {
  /** The model that they are of, or of whose copy. */
  readonly of: string;
}

/** The documents of any model or copy, as they are. */
export interface DocumentQueries {
  /** In the order of ids; null where there is no such model, or it is not ready. */
  list(
    name: string,
    request: {
      readonly limit: number;
      readonly after?: { readonly id: string } | undefined;
      readonly accountId?: string | undefined;
      readonly id?: string | undefined;
    },
  ): Promise<DocumentPage | null>;
  /** The queries of a model, put to a copy of it. */
  readonly copyOf: CopyQueries;
}

export function documentQueries(
  store: ReadStore,
  models: readonly Projection[],
  aliases: Aliases,
): DocumentQueries {
  async function collectionOf(name: string) {
    await aliases.freshCopy(name);
    const model = models.find((one) => one.name === name);
    const found = model
      ? aliases.current(model)
      : models.map((one) => aliases.copy(one, name)).find((copy) => copy !== null);
    if (!found) return null;
    const of = model?.name ?? aliases.record(name)?.of ?? name;
    return { of, collection: store.collection<AnyDocument>(found) };
  }

  return {
    copyOf: copyQueries(store, aliases),
    async list(name, { limit, after, accountId, id }) {
      const asked = await collectionOf(name);
      if (!asked) return null;
      const { of, collection } = asked;
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
      return { of, items: shown.map(view), next: last ? { at: '', id: last._id } : null };
    },
  };
}
