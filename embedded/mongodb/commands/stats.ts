import { type Collection } from '../catalog.ts';
import { allowFields, document } from '../arguments.ts';
import { allow, namespaceOf, refuseUnless, type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { under } from '../key-range.ts';
import { dateValue, doc, numeric, type Doc, type Value } from '../value.ts';

/** Sizes are told in bytes only. */
const isOne = (scale: Value): boolean => Number(numeric(scale)) === 1;

/** Bytes of the documents of a database, about. */
export const sizeOf = (server: Server, database: string): number =>
  server.catalog.list(database).reduce((sum, collection) => sum + measure(server, collection).size, 0);

/** So many documents, or bytes of them, stand for all of them, so that nobody waits while every one is read. */
const sample = { documents: 1_000, bytes: 4 << 20 };

function measure({ store }: Server, { documents }: Collection): { count: number; size: number } {
  const all = under(documents);
  const count = store.count(all);
  let [size, seen] = [0, 0];
  for (const { value } of store.range({ ...all, limit: sample.documents })) {
    size += value.length;
    seen++;
    if (size > sample.bytes) break;
  }
  return { count, size: Math.round((size / seen || 0) * count) };
}

function storageStats(server: Server, collection: Collection | undefined): Record<string, Value | undefined> {
  const { count, size } = collection ? measure(server, collection) : { count: 0, size: 0 };
  const avgObjSize = count > 0 ? Math.floor(size / count) : undefined;
  const nindexes = collection?.indexes.length ?? 0;
  return { size, count, avgObjSize, storageSize: size, nindexes, capped: false };
}

export function collStats(command: Command, server: Server): Doc {
  allow(command, 'scale');
  refuseUnless(command.body, 'scale', isOne);
  const ns = namespaceOf(command);
  return doc({ ns, ...storageStats(server, server.catalog.get(ns)), ok: 1 });
}

/** The document that the stage `$collStats` makes, by which shells and graphical clients ask for sizes. */
export function statsDocument(spec: Doc, namespace: string, server: Server): Doc {
  allowFields('$collStats', spec, ['storageStats', 'count']);
  const sizes = document(spec, 'storageStats');
  allowFields('$collStats.storageStats', sizes, ['scale']);
  refuseUnless(sizes, 'scale', isOne);
  const collection = server.catalog.get(namespace);
  if (!collection) return refuse('NamespaceNotFound', `Collection [${namespace}] not found.`);
  return doc({
    ns: namespace,
    host: server.address,
    localTime: dateValue(Date.now()),
    storageStats: spec.has('storageStats') ? doc(storageStats(server, collection)) : undefined,
    count: spec.has('count') ? measure(server, collection).count : undefined,
  });
}

export function dbStats(command: Command, server: Server): Doc {
  allow(command, 'scale', 'freeStorage');
  refuseUnless(command.body, 'scale', isOne);
  const all = server.catalog.list(command.database);
  const sizes = all.map((collection) => measure(server, collection));
  const dataSize = sizes.reduce((sum, { size }) => sum + size, 0);
  return doc({
    db: command.database,
    collections: all.length,
    views: 0,
    objects: sizes.reduce((sum, { count }) => sum + count, 0),
    dataSize,
    storageSize: dataSize,
    indexes: all.reduce((sum, { indexes }) => sum + indexes.length, 0),
    ok: 1,
  });
}
