import { anyValue, document, type Reader, readFields } from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { type Collection } from '../storage/catalog.ts';
import { under } from '../storage/key-range.ts';
import { documentCounts } from '../storage/place.ts';
import { visitAll } from '../time-limit.ts';
import { dateValue, type Doc, doc, numeric, type Value } from '../wire/value.ts';

/** Sizes are in bytes only. */
const scale: Reader<void> = (fields, name) => {
  if (Number(numeric(fields.get(name) ?? 1)) !== 1)
    refuse('CommandNotSupported', "the option 'scale' is not supported by this server");
};

/** The documents, or bytes of them, from which a size is estimated: reading all of them would take too long. */
const sample = { documents: 1_000, bytes: 4 << 20 };

async function measure(
  { limit }: Pick<Command, 'limit'>,
  { store }: Server,
  collection: Collection | undefined,
): Promise<{ count: number; size: number }> {
  if (!collection) return { count: 0, size: 0 };
  let [count, size, seen] = [0, 0, 0];
  await visitAll(documentCounts(store, collection), limit, (some) => (count += some));
  for (const { value } of store.range({ ...under(collection.documents), limit: sample.documents })) {
    size += value.length;
    seen++;
    if (size > sample.bytes) break;
  }
  return { count, size: Math.round((size / seen || 0) * count) };
}

/** The documents of a database and, about, their bytes. */
export async function totals(
  command: Pick<Command, 'limit'>,
  server: Server,
  database: string,
): Promise<{ collections: number; indexes: number; objects: number; dataSize: number }> {
  const sums = { collections: 0, indexes: 0, objects: 0, dataSize: 0 };
  for (const collection of server.catalog.list(database)) {
    const { count, size } = await measure(command, server, collection);
    sums.collections++;
    sums.indexes += collection.indexes.length;
    sums.objects += count;
    sums.dataSize += size;
  }
  return sums;
}

async function storageStats(
  command: Pick<Command, 'limit'>,
  server: Server,
  namespace: string,
): Promise<Record<string, Value | undefined>> {
  const collection = server.catalog.get(namespace);
  const { count, size } = await measure(command, server, collection);
  const avgObjSize = count > 0 ? Math.floor(size / count) : undefined;
  const nindexes = collection?.indexes.length ?? 0;
  return { size, count, avgObjSize, storageSize: size, nindexes, capped: false };
}

export async function collStats(command: Command, server: Server): Promise<Doc> {
  argumentsOf(command, { scale });
  const ns = namespaceOf(command);
  return doc({ ns, ...(await storageStats(command, server, ns)), ok: 1 });
}

/** The result of the stage `$collStats`, by which shells and graphical clients ask for sizes. */
export async function statsDocument(
  spec: Doc,
  ns: string,
  command: Pick<Command, 'limit'>,
  server: Server,
): Promise<Doc> {
  const asked = readFields('$collStats', spec, { storageStats: document, count: anyValue });
  readFields('$collStats.storageStats', asked.storageStats, { scale });
  if (!server.catalog.get(ns)) refuse('NamespaceNotFound', `Collection [${ns}] not found.`);
  const stats = await storageStats(command, server, ns);
  return doc({
    ns,
    host: server.address,
    localTime: dateValue(Date.now()),
    storageStats: spec.has('storageStats') ? doc(stats) : undefined,
    count: spec.has('count') ? stats['count'] : undefined,
  });
}

export async function dbStats(command: Command, server: Server): Promise<Doc> {
  argumentsOf(command, { scale, freeStorage: anyValue });
  const sums = await totals(command, server, command.database);
  return doc({ db: command.database, views: 0, ...sums, storageSize: sums.dataSize, ok: 1 });
}
