import { allowFields, document } from '../arguments.ts';
import { allow, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { type Collection } from '../storage/catalog.ts';
import { under } from '../storage/key-range.ts';
import { dateValue, type Doc, doc, numeric, type Value } from '../wire/value.ts';

/** Sizes are told in bytes only. */
function refuseScale(body: Doc): void {
  if (Number(numeric(body.get('scale') ?? 1)) !== 1)
    refuse('CommandNotSupported', "the option 'scale' is not supported by this server");
}

/** So many documents, or bytes of them, stand for all of them, so that nobody waits while every one is read. */
const sample = { documents: 1_000, bytes: 4 << 20 };

function measure({ store }: Server, collection: Collection | undefined): { count: number; size: number } {
  if (!collection) return { count: 0, size: 0 };
  const all = under(collection.documents);
  const count = store.count(all);
  let [size, seen] = [0, 0];
  for (const { value } of store.range({ ...all, limit: sample.documents })) {
    size += value.length;
    seen++;
    if (size > sample.bytes) break;
  }
  return { count, size: Math.round((size / seen || 0) * count) };
}

/** What there is in a database, about: its documents and their bytes. */
export function totals(
  server: Server,
  database: string,
): { collections: number; indexes: number; objects: number; dataSize: number } {
  const all = server.catalog.list(database);
  const sizes = all.map((collection) => measure(server, collection));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  return {
    collections: all.length,
    indexes: sum(all.map(({ indexes }) => indexes.length)),
    objects: sum(sizes.map(({ count }) => count)),
    dataSize: sum(sizes.map(({ size }) => size)),
  };
}

function storageStats(server: Server, namespace: string): Record<string, Value | undefined> {
  const collection = server.catalog.get(namespace);
  const { count, size } = measure(server, collection);
  const avgObjSize = count > 0 ? Math.floor(size / count) : undefined;
  const nindexes = collection?.indexes.length ?? 0;
  return { size, count, avgObjSize, storageSize: size, nindexes, capped: false };
}

export function collStats(command: Command, server: Server): Doc {
  allow(command, 'scale');
  refuseScale(command.body);
  const ns = namespaceOf(command);
  return doc({ ns, ...storageStats(server, ns), ok: 1 });
}

/** The document that the stage `$collStats` makes, by which shells and graphical clients ask for sizes. */
export function statsDocument(spec: Doc, ns: string, server: Server): Doc {
  allowFields('$collStats', spec, ['storageStats', 'count']);
  const sizes = document(spec, 'storageStats');
  allowFields('$collStats.storageStats', sizes, ['scale']);
  refuseScale(sizes);
  if (!server.catalog.get(ns)) refuse('NamespaceNotFound', `Collection [${ns}] not found.`);
  const stats = storageStats(server, ns);
  return doc({
    ns,
    host: server.address,
    localTime: dateValue(Date.now()),
    storageStats: spec.has('storageStats') ? doc(stats) : undefined,
    count: spec.has('count') ? stats['count'] : undefined,
  });
}

export function dbStats(command: Command, server: Server): Doc {
  allow(command, 'scale', 'freeStorage');
  refuseScale(command.body);
  const sums = totals(server, command.database);
  return doc({ db: command.database, views: 0, ...sums, storageSize: sums.dataSize, ok: 1 });
}
