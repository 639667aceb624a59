import { type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { Row } from '../query/rows.ts';
import { type Collection, parseIndex } from '../storage/catalog.ts';
import { Documents } from '../storage/documents.ts';
import { justAfter, under } from '../storage/key-range.ts';
import { type Slice } from '../time-limit.ts';
import { type Doc } from '../wire/value.ts';

type Stored = Pick<Server, 'store' | 'catalog'>;

/**
 * Builds indexes, some documents in each transaction; a few documents take one. Writes go to the indexes from the
 * beginning, reads only when they have every document.
 * @param wanted the indexes that the collection does not have yet
 * @throws MongoError where a document does not fit; then none of the indexes stays
 */
export async function buildIndexes(
  { limit }: Pick<Command, 'limit'>,
  server: Stored,
  namespace: string,
  wanted: (collection: Collection) => readonly Doc[],
): Promise<void> {
  let names: readonly string[] = [];
  let last: Buffer | undefined;
  const step = (slice: Slice) => {
    const begun = names.length > 0 ? names : begin(server, namespace, wanted);
    const place = fill(server, namespace, begun, last, slice);
    if (!place) finish(server, namespace, begun, true);
    return { begun, place };
  };
  try {
    do {
      limit.check();
      const { begun, place } = await server.store.write(step);
      names = begun;
      last = place;
    } while (last);
  } catch (error) {
    await server.store.write(() => finish(server, namespace, names, false));
    throw error;
  }
}

/** @returns the names of the indexes that are built */
function begin(
  { catalog }: Stored,
  namespace: string,
  wanted: (collection: Collection) => readonly Doc[],
): readonly string[] {
  const collection = catalog.getOrCreate(namespace);
  const added = wanted(collection).map((spec) => parseIndex(spec, catalog.newTree(), false));
  if (added.length > 0) catalog.save({ ...collection, indexes: [...collection.indexes, ...added] });
  return added.map(({ name }) => name);
}

/** Adds documents until the slice is over. @returns the place of the last one; undefined after all documents */
function fill(
  { store, catalog }: Stored,
  namespace: string,
  names: readonly string[],
  last: Buffer | undefined,
  slice: Slice,
): Buffer | undefined {
  const collection = catalog.get(namespace);
  const own = collection?.indexes.filter(({ name, ready }) => !ready && names.includes(name)) ?? [];
  if (!collection || own.length < names.length)
    return refuse('IndexBuildAborted', 'the collection or its index was dropped while the index was built');
  if (own.length === 0) return undefined;
  const documents = new Documents(store, catalog, namespace);
  const { start, end } = under(collection.documents);
  for (const { key, value } of store.range({ start: last ? justAfter(last) : start, end })) {
    const row = new Row(value, Buffer.from(key));
    for (const index of own) documents.fill(index, row);
    if (slice.isOver()) return row.place;
  }
  return undefined;
}

/** Marks indexes of these names that are being built as ready, or removes them. */
function finish({ catalog }: Stored, namespace: string, names: readonly string[], isComplete: boolean): void {
  const collection = catalog.get(namespace);
  if (!collection || names.length === 0) return;
  const indexes = collection.indexes.flatMap((index) => {
    if (index.ready || !names.includes(index.name)) return [index];
    if (isComplete) return [{ ...index, ready: true }];
    catalog.discard(index.tree);
    return [];
  });
  catalog.save({ ...collection, indexes });
}

/** Removes the indexes that a crash left incomplete: no client was answered that they exist. */
export async function dropUnfinished(server: Stored): Promise<void> {
  for (const { namespace, indexes } of server.catalog.list()) {
    const names = indexes.filter(({ ready }) => !ready).map(({ name }) => name);
    if (names.length > 0) await server.store.write(() => finish(server, namespace, names, false));
  }
}
