import type { ReadStore } from '../../coordination/read-store.ts';
import { collectionsOf, type Stored } from '../collections.ts';
import type { Document, Projection } from '../projection.ts';
import { isState } from '../runner/beginnings.ts';
import { isCount } from '../runner/documents.ts';

/** Something that a read model listed, and that the log does not hold any more. It has no content. */
export interface Missing {
  readonly model: string;
  readonly id: string;
  readonly account_id: string | null;
  readonly form_id: string | null;
  /** The time by which the model lists it, ISO 8601; null if it has none. */
  readonly at: string | null;
  /** `missing`: the log does not know it. `earlier`: the log has an earlier state of it. */
  readonly state: 'missing' | 'earlier';
}

type MissingDocument = Missing & { readonly _id: string };
type Listed = Stored<Document>;

const collectionOf = (store: Pick<ReadStore, 'named'>) => store.named<MissingDocument>('_missing');
const batchSize = 500;

/** Stores what a former generation of a model lists and the generation that replaces it does not. May be repeated. */
export async function recordMissing(
  store: ReadStore,
  former: Projection,
  next: Projection,
  signal: AbortSignal,
): Promise<number> {
  const [before, now] = [collectionsOf(store)(former), collectionsOf(store)(next)];
  let count = 0;
  let batch: Listed[] = [];

  async function compare(): Promise<void> {
    const ids = batch.map(({ _id }) => _id);
    const found = await now
      .find({ _id: { $in: ids } })
      .project<Pick<Listed, '_id' | '_position'>>({ _position: 1 })
      .toArray();
    const positions = new Map(found.map(({ _id, _position }) => [_id, _position]));
    const missing = batch.flatMap((one) => missingOf(next, one, positions.get(one._id)));
    batch = [];
    count += missing.length;
    const writes = missing.map((one) => ({
      replaceOne: { filter: { _id: one._id }, replacement: one, upsert: true },
    }));
    if (writes.length > 0) await collectionOf(store).bulkWrite(writes, { ordered: false });
  }

  for await (const one of before.find({ _deleted: { $exists: false } }, { batchSize })) {
    signal.throwIfAborted();
    if (isCount(former, one._id) || isState(former, one._id)) continue;
    batch.push(one);
    if (batch.length === batchSize) await compare();
  }
  if (batch.length > 0) await compare();
  return count;
}

function missingOf(
  { name, accountListing }: Projection,
  document: Listed,
  position: bigint | undefined,
): MissingDocument[] {
  if (position !== undefined && position >= document._position) return [];
  const text = (field: string) => {
    const value = document[field];
    return typeof value === 'string' ? value : null;
  };
  const id = document._id;
  const missing: Missing = {
    model: name,
    id,
    form_id: text('form_id'),
    account_id: accountListing === 'id' ? id : text('account_id'),
    at: text(typeof accountListing === 'object' ? accountListing.at : 'created_at'),
    state: position === undefined ? 'missing' : 'earlier',
  };
  return [{ _id: `${name} ${id}`, ...missing }];
}

/** Returns a page of what is missing, in the order of models and ids. @param after the last `_id` of the page before */
export async function readMissing(
  store: Pick<ReadStore, 'named'>,
  limit: number,
  after: string | null,
): Promise<{ readonly items: readonly Missing[]; readonly next: string | null }> {
  const found = await collectionOf(store)
    .find(after === null ? {} : { _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit + 1)
    .toArray();
  const shown = found.slice(0, limit);
  const next = found.length > limit ? (shown.at(-1)?._id ?? null) : null;
  return { items: shown.map(({ _id, ...missing }) => missing), next };
}
