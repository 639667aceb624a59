import type { Aliases } from '../aliases.ts';
import type { Projection } from '../projection.ts';
import type { ReadStore } from '../read-store.ts';
import { view, type Page, type View } from './keyset.ts';

type AnyDocument = Readonly<Record<string, unknown>>;

/** The documents of any model or copy, as they are. */
export interface DocumentQueries {
  /** By id; null where there is no such model, or it is not ready. `where`: members that have to be equal. */
  list(
    name: string,
    request: {
      readonly limit: number;
      readonly after?: { readonly id: string } | undefined;
      readonly accountId?: string | undefined;
    },
  ): Promise<Page<View<AnyDocument>> | null>;
  get(name: string, id: string): Promise<View<AnyDocument> | null>;
}

export function documentQueries(
  store: ReadStore,
  models: readonly Projection[],
  aliases: Aliases,
): DocumentQueries {
  async function collectionOf(name: string) {
    await aliases.fresh();
    const model = models.find((one) => one.name === name);
    const found = model
      ? aliases.current(model)
      : models.map((one) => aliases.copy(one, name)).find((copy) => copy !== null);
    return found ? store.collection<AnyDocument>(found) : null;
  }

  return {
    async list(name, { limit, after, accountId }) {
      const collection = await collectionOf(name);
      if (!collection) return null;
      const found = await collection
        .find({
          ...(after && { _id: { $gt: after.id } }),
          ...(accountId !== undefined && { account_id: accountId }),
          _deleted: { $exists: false },
        })
        .sort({ _id: 1 })
        .limit(limit + 1)
        .toArray();
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      return { items: shown.map(view), next: last ? { at: '', id: last._id } : null };
    },
    async get(name, id) {
      const collection = await collectionOf(name);
      const found = await collection?.findOne({ _id: id, _deleted: { $exists: false } });
      return found ? view(found) : null;
    },
  };
}
