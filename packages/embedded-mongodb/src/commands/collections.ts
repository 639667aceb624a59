import { document, filterOf, flag } from '../arguments.ts';
import { allow, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { sweep } from '../maintenance.ts';
import { matches } from '../query/filter.ts';
import { Row, type Rows } from '../query/rows.ts';
import { type Collection, idIndex } from '../storage/catalog.ts';
import { encode } from '../wire/encode.ts';
import { type Doc, doc } from '../wire/value.ts';
import { batchSizeOf } from './find.ts';
import { totals } from './stats.ts';

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

const nameIn = ({ namespace }: Collection): string => namespace.slice(namespace.indexOf('.') + 1);

const describe = (collection: Collection): Doc =>
  doc({
    name: nameIn(collection),
    type: 'collection',
    options: doc({}),
    info: doc({ readOnly: false }),
    idIndex: idIndex(collection).spec,
  });

export function listCollections(command: Command, server: Server): Promise<Doc> {
  const { body, database, limit } = command;
  allow(command, 'filter', 'nameOnly', 'authorizedCollections', 'cursor');
  const filter = filterOf(body, 'filter');
  const nameOnly = flag(body, 'nameOnly');
  const listed = server.catalog
    .list(database)
    .map(describe)
    .filter((described) => matches(filter, described))
    .map((described) =>
      nameOnly ? doc({ name: described.get('name'), type: described.get('type') }) : described,
    );
  const batch = { batchSize: batchSizeOf(document(body, 'cursor')), limit };
  return server.cursors.open(`${database}.$cmd.listCollections`, rowsOf(listed), batch);
}

/** Documents that are at hand as rows. */
export const rowsOf = (documents: readonly Doc[]): Rows =>
  documents.map((one) => new Row(encode(one))).values();

export function listDatabases(command: Command, server: Server): Doc {
  const { body } = command;
  allow(command, 'filter', 'nameOnly', 'authorizedDatabases');
  if (command.database !== 'admin')
    refuse('Unauthorized', 'listDatabases may only be run against the admin database.');
  const filter = filterOf(body, 'filter');
  const nameOnly = flag(body, 'nameOnly');
  const names = new Set(
    server.catalog.list().map(({ namespace }) => namespace.slice(0, namespace.indexOf('.'))),
  );
  const databases = [...names]
    .map((name) =>
      nameOnly ? doc({ name }) : doc({ name, sizeOnDisk: totals(server, name).dataSize, empty: false }),
    )
    .filter((database) => matches(filter, database));
  const totalSize = nameOnly
    ? undefined
    : databases.reduce((sum, one) => sum + Number(one.get('sizeOnDisk')), 0);
  const totalSizeMb = totalSize === undefined ? undefined : Math.floor(totalSize / 1024 / 1024);
  return doc({ databases, totalSize, totalSizeMb, ok: 1 });
}
