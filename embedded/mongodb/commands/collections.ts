import { idIndex, type Collection } from '../catalog.ts';
import { allow, allowFields, document, filterOf, namespaceOf, refuseUnless } from '../command.ts';
import { type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { matches, type Filter } from '../filter.ts';
import { under } from '../key-range.ts';
import { sweep } from '../maintenance.ts';
import { rowsFrom } from '../rows.ts';
import { Opaque, bsonType, dateValue, doc, numeric, type Doc, type Value } from '../value.ts';

export function create(command: Command, server: Server): Promise<Doc> {
  allow(command);
  const namespace = namespaceOf(command);
  return server.store.write(() => {
    if (server.catalog.get(namespace)) refuse('NamespaceExists', `Collection ${namespace} already exists.`);
    server.catalog.getOrCreate(namespace);
    return doc({ ok: 1 });
  });
}

export function drop(command: Command, server: Server): Promise<Doc> {
  allow(command);
  const ns = namespaceOf(command);
  return server.store.write(() => {
    const collection = server.catalog.get(ns);
    if (collection) server.catalog.drop(collection);
    return doc({ ns: collection && ns, nIndexesWas: collection?.indexes.length, ok: 1 });
  });
}

export function dropDatabase(command: Command, server: Server): Promise<Doc> {
  allow(command);
  return server.store.write(() => {
    for (const collection of server.catalog.list(command.database)) server.catalog.drop(collection);
    return doc({ dropped: command.database, ok: 1 });
  });
}

/** Here it rids the disk of everything that was removed, whatever collection it is asked for. */
export async function compact(command: Command, server: Server): Promise<Doc> {
  allow(command, 'force');
  const namespace = namespaceOf(command);
  if (!server.catalog.get(namespace)) refuse('NamespaceNotFound', `collection ${namespace} does not exist`);
  await sweep(server);
  await server.store.compact();
  return doc({ ok: 1 });
}

/** Sizes are told in bytes only. */
const isOne = (scale: Value): boolean => Number(numeric(scale)) === 1;

const nameIn = ({ namespace }: Collection): string => namespace.slice(namespace.indexOf('.') + 1);

function describe(collection: Collection): Doc {
  const uuid = Buffer.from(collection.uuid.replaceAll('-', ''), 'hex');
  const binary = Buffer.concat([Buffer.from([16, 0, 0, 0, 4]), uuid]);
  return doc({
    name: nameIn(collection),
    type: 'collection',
    options: doc({}),
    info: doc({ readOnly: false, uuid: new Opaque(bsonType.binary, binary) }),
    idIndex: idIndex(collection).spec,
  });
}

export function listCollections(command: Command, server: Server): Promise<Doc> {
  const { body, database } = command;
  allow(command, 'filter', 'nameOnly', 'authorizedCollections', 'cursor');
  const filter = filterOf(body, 'filter');
  const rows = server.catalog
    .list(database)
    .map((collection) => ({ doc: describe(collection) }))
    .filter((row) => matches(filter, row.doc));
  const batch = { batchSize: rows.length + 1, singleBatch: true };
  return server.cursors.open(`${database}.$cmd.listCollections`, rowsFrom(rows), batch);
}

export function listDatabases(command: Command, server: Server): Doc {
  const { body } = command;
  allow(command, 'filter', 'nameOnly', 'authorizedDatabases');
  const filter: Filter = filterOf(body, 'filter');
  const names = new Set(
    server.catalog.list().map(({ namespace }) => namespace.slice(0, namespace.indexOf('.'))),
  );
  const databases = [...names]
    .map((name) => doc({ name, sizeOnDisk: sizeOf(server, name), empty: false }))
    .filter((database) => matches(filter, database));
  return doc({ databases, ok: 1 });
}

/** Bytes of the documents of a database, about. */
const sizeOf = (server: Server, database: string): number =>
  server.catalog.list(database).reduce((sum, collection) => sum + measure(server, collection).size, 0);

/** So many documents stand for all of them, so that nobody waits while every one is read. */
const sample = 1_000;

function measure({ store }: Server, { documents }: Collection): { count: number; size: number } {
  const all = under(documents);
  const count = store.count(all);
  let size = 0;
  for (const { value } of store.range({ ...all, limit: sample })) size += value.length;
  return { count, size: Math.round((size / Math.min(count, sample) || 0) * count) };
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
