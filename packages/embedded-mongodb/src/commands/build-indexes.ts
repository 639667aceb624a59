import { type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { Row } from '../query/rows.ts';
import { type Collection, type Index, parseIndex } from '../storage/catalog.ts';
import { openDocuments } from '../storage/documents.ts';
import { justAfter, under } from '../storage/key-range.ts';
import { checkTime, type Slice } from '../time-limit.ts';
import { type Doc } from '../wire/value.ts';

/**
 * Makes indexes, some documents in each transaction. They are written from the beginning, and read when they have
 * every document; a few documents take one transaction.
 * @param wanted the indexes that the collection does not have yet
 * @throws MongoError where a document does not fit; then there is none of them
 */
export async function buildIndexes(
  { limit }: Command,
  server: Server,
  namespace: string,
  wanted: (collection: Collection) => readonly Doc[],
): Promise<void> {
  const { store } = server;
  let names: readonly string[] | undefined;
  let last: Buffer | undefined;
  try {
    for (let isComplete = false; !isComplete;) {
      checkTime(limit);
      const step = await store.write((slice) => {
        const begun = names ?? begin(server, namespace, wanted);
        const at = fill(server, namespace, begun, last, slice);
        if (at === undefined) change(server, namespace, begun, (index) => ({ ...index, ready: true }));
        return { begun, at };
      });
      names = step.begun;
      last = step.at;
      isComplete = last === undefined;
    }
  } catch (error) {
    const begun = names ?? [];
    if (begun.length > 0) await store.write(() => change(server, namespace, begun, () => undefined));
    throw error;
  }
}

/** @returns the names of the indexes that were begun */
function begin(
  { catalog }: Server,
  namespace: string,
  wanted: (collection: Collection) => readonly Doc[],
): readonly string[] {
  const collection = catalog.getOrCreate(namespace);
  const added = wanted(collection).map((spec) => parseIndex(spec, catalog.newTree(), false));
  if (added.length > 0) catalog.save({ ...collection, indexes: [...collection.indexes, ...added] });
  return added.map(({ name }) => name);
}

/** Adds documents until the slice is over. @returns the place of the last one; undefined where all are there */
function fill(
  { store, catalog }: Server,
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
  const stored = openDocuments(store, catalog, namespace);
  const { start, end } = under(collection.documents);
  for (const { key, value } of store.range({ start: last ? justAfter(last) : start, end })) {
    const place = Buffer.from(key);
    for (const index of own) stored.fill(index, new Row(value, place));
    if (slice.isOver()) return place;
  }
  return undefined;
}

/** Changes indexes of these names that are being built, or removes them. */
function change(
  { catalog }: Server,
  namespace: string,
  names: readonly string[],
  to: (index: Index) => Index | undefined,
): void {
  const collection = catalog.get(namespace);
  if (!collection || names.length === 0) return;
  const indexes = collection.indexes.flatMap((index) => {
    if (index.ready || !names.includes(index.name)) return [index];
    const changed = to(index);
    if (!changed) catalog.discard(index.tree);
    return changed ?? [];
  });
  catalog.save({ ...collection, indexes });
}

/** Removes the indexes that a crash left incomplete: no client was told of them. */
export async function dropUnfinished(server: Server): Promise<void> {
  const { store, catalog } = server;
  const unfinished = ({ indexes }: Collection): string[] =>
    indexes.filter(({ ready }) => !ready).map(({ name }) => name);
  for (const collection of catalog.list())
    if (unfinished(collection).length > 0)
      await store.write(() => change(server, collection.namespace, unfinished(collection), () => undefined));
}
