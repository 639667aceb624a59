import { anyValue, cursor, filter, flag } from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, noArguments, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { sweep } from '../maintenance.ts';
import { matches } from '../query/filter.ts';
import { rowsOf } from '../query/rows.ts';
import { idIndex } from '../storage/catalog.ts';
import { type Doc, doc } from '../wire/value.ts';
import { totals } from './stats.ts';

export function create(command: Command, { store, catalog }: Server): Promise<Doc> {
  noArguments(command);
  const namespace = namespaceOf(command);
  return store.write(() => {
    if (catalog.get(namespace)) refuse('NamespaceExists', `Collection ${namespace} already exists.`);
    catalog.getOrCreate(namespace);
    return doc({ ok: 1 });
  });
}

export function drop(command: Command, { store, catalog }: Server): Promise<Doc> {
  noArguments(command);
  const ns = namespaceOf(command);
  return store.write(() => {
    const collection = catalog.get(ns);
    if (collection) catalog.drop(collection);
    return doc({ ns: collection && ns, nIndexesWas: collection?.indexes.length, ok: 1 });
  });
}

export function dropDatabase(command: Command, { store, catalog }: Server): Promise<Doc> {
  noArguments(command);
  return store.write(() => {
    for (const collection of catalog.list(command.database)) catalog.drop(collection);
    return doc({ dropped: command.database, ok: 1 });
  });
}

/** Removes from the disk all that was deleted, in whatever collection. */
export async function compact(command: Command, server: Server): Promise<Doc> {
  argumentsOf(command, { force: anyValue });
  const namespace = namespaceOf(command);
  if (!server.catalog.get(namespace)) refuse('NamespaceNotFound', `collection ${namespace} does not exist`);
  await sweep(server);
  await server.store.compact();
  return doc({ ok: 1 });
}

export function listCollections(command: Command, { catalog, cursors }: Server): Promise<Doc> {
  const { database, limit } = command;
  const asked = argumentsOf(command, { filter, nameOnly: flag, authorizedCollections: anyValue, cursor });
  const listed = catalog
    .list(database)
    .map((collection) => {
      const name = collection.namespace.slice(database.length + 1);
      const info = doc({ readOnly: false });
      return doc({ name, type: 'collection', options: doc({}), info, idIndex: idIndex(collection).spec });
    })
    .filter((described) => matches(asked.filter, described))
    .map((all) => (asked.nameOnly ? doc({ name: all.get('name'), type: all.get('type') }) : all));
  const batch = { batchSize: asked.cursor, limit };
  return cursors.open(`${database}.$cmd.listCollections`, rowsOf(listed), batch);
}

export async function listDatabases(command: Command, server: Server): Promise<Doc> {
  const asked = argumentsOf(command, { filter, nameOnly: flag, authorizedDatabases: anyValue });
  if (command.database !== 'admin')
    refuse('Unauthorized', 'listDatabases may only be run against the admin database.');
  const names = server.catalog.list().map(({ namespace }) => namespace.slice(0, namespace.indexOf('.')));
  const described = async (name: string): Promise<Doc> => {
    if (asked.nameOnly) return doc({ name });
    const { dataSize } = await totals(command, server, name);
    return doc({ name, sizeOnDisk: dataSize, empty: false });
  };
  const all = await Promise.all([...new Set(names)].map(described));
  const databases = all.filter((database) => matches(asked.filter, database));
  if (asked.nameOnly) return doc({ databases, ok: 1 });
  const totalSize = databases.reduce((sum, one) => sum + Number(one.get('sizeOnDisk')), 0);
  return doc({ databases, totalSize, totalSizeMb: Math.floor(totalSize / 1024 / 1024), ok: 1 });
}
