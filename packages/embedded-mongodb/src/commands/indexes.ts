import { anyValue, cursor, document, documents, readFields, required, text } from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { refuseIndexes, splitPath } from '../query/path.ts';
import { sameKey } from '../query/planner.ts';
import { rowsOf } from '../query/rows.ts';
import { serially } from '../retry.ts';
import { type Collection, type Index } from '../storage/catalog.ts';
import { type Doc, doc, isDoc, numeric, type Value } from '../wire/value.ts';
import { buildIndexes } from './build-indexes.ts';

const mostFields = 32;

const specFields = {
  key: required(document),
  name: anyValue,
  v: anyValue,
  background: anyValue,
  sparse: anyValue,
};

/** Checks an index as a client describes it. @returns the description that is stored and listed */
function readSpec(asked: Doc): Doc {
  const { key, v = 2, ...others } = readFields('createIndexes.indexes', asked, specFields);
  if (key.size === 0) refuse('CannotCreateIndex', 'Index keys cannot be empty.');
  if (key.size > mostFields) refuse('CannotCreateIndex', `an index has at most ${mostFields} fields`);
  for (const [path, order] of key) checkField(path, order);
  const version = Number(numeric(v));
  if (version !== 1 && version !== 2)
    refuse('CannotCreateIndex', 'Invalid index specification: v must be 1 or 2');
  const name = others.name ?? nameOf(key);
  if (typeof name !== 'string' || name === '')
    return refuse('CannotCreateIndex', 'the name of an index is a text that is not empty');
  const sparse = others.sparse ?? false;
  if (typeof sparse !== 'boolean') refuse('TypeMismatch', "The field 'sparse' must be a boolean");
  if (key.size === 1 && key.has('_id')) checkIdKey(key, sparse);
  else if (name === '_id_') refuse('BadValue', "the name '_id_' is reserved for the _id index");
  return doc({ v: 2, key, name, sparse: sparse || undefined });
}

/** Every collection has an index of the `_id`: a client may ask for the same one. */
function checkIdKey(key: Doc, isSparse: boolean): void {
  if (Number(numeric(key.get('_id'))) !== 1)
    refuse('BadValue', "The field 'key' for an _id index must be {_id: 1}");
  if (isSparse) refuse('InvalidIndexSpecificationOption', 'an _id index cannot be sparse');
}

function checkField(path: string, order: Value): void {
  if (typeof order === 'string') refuse('CannotCreateIndex', `Unknown index plugin '${order}'`);
  const direction = Number(numeric(order) ?? 0);
  if (direction === 0 || Number.isNaN(direction))
    refuse('CannotCreateIndex', `the order of '${path}' in an index must be a number other than 0`);
  const parts = splitPath(path);
  if (parts.some((part) => part === '' || part.startsWith('$')))
    refuse('CannotCreateIndex', `the path '${path}' cannot be indexed`);
  refuseIndexes(path, parts);
}

const nameOf = (key: Doc): string =>
  [...key].map(([path, order]) => `${path}_${String(numeric(order))}`).join('_');

export function createIndexes(command: Command, server: Server): Promise<Doc> {
  const { indexes } = argumentsOf(command, { indexes: required(documents) });
  const namespace = namespaceOf(command);
  const specs = indexes.map(readSpec);
  if (specs.length === 0) refuse('BadValue', 'Must specify at least one index to create');
  return serially(`indexes of ${namespace}`, async () => {
    const created = server.catalog.get(namespace) === undefined;
    const count = (): number => server.catalog.get(namespace)?.indexes.length ?? 1;
    const before = count();
    await buildIndexes(command, server, namespace, (collection) => missing(collection, specs));
    const after = count();
    return doc({
      numIndexesBefore: before,
      numIndexesAfter: after,
      createdCollectionAutomatically: created,
      note: before === after ? 'all indexes already exist' : undefined,
      ok: 1,
    });
  });
}

/** The indexes that a collection does not have yet. */
function missing({ indexes }: Collection, specs: readonly Doc[]): readonly Doc[] {
  const all = indexes.map(({ spec }) => spec);
  for (const spec of specs) if (!all.some((one) => isSame(one, spec))) all.push(spec);
  return all.slice(indexes.length);
}

/** Whether two descriptions are of the same index. @throws MongoError where only the name or the key is the same */
function isSame(existing: Doc, spec: Doc): boolean {
  const name = text(existing, 'name', 'index');
  const isNamed = spec.get('name') === name;
  const isSameKey =
    sameKey(existing.get('key'), spec.get('key')) && existing.get('sparse') === spec.get('sparse');
  if (isSameKey && (isNamed || name === '_id_')) return true;
  if (isNamed)
    refuse('IndexKeySpecsConflict', `An existing index has the same name as the requested index: ${name}`);
  if (isSameKey) refuse('IndexOptionsConflict', `Index already exists with a different name: ${name}`);
  return false;
}

const collectionOf = ({ catalog }: Server, namespace: string, message: string): Collection =>
  catalog.get(namespace) ?? refuse('NamespaceNotFound', `${message} ${namespace}`);

/** Drops all indexes but that of the `_id`, or one by its name or its key. */
export function dropIndexes(command: Command, server: Server): Promise<Doc> {
  const { index: wanted } = argumentsOf(command, { index: anyValue });
  const namespace = namespaceOf(command);
  if (wanted === undefined || wanted === null) return refuse('BadValue', 'dropIndexes needs an index');
  return server.store.write(() => {
    const collection = collectionOf(server, namespace, 'ns not found');
    const dropped = wanted === '*' ? collection.indexes.slice(1) : [named(collection, wanted)];
    for (const { tree } of dropped) server.catalog.discard(tree);
    const indexes = collection.indexes.filter((one) => !dropped.includes(one));
    server.catalog.save({ ...collection, indexes });
    return doc({ nIndexesWas: collection.indexes.length, ok: 1 });
  });
}

function named({ indexes }: Collection, wanted: Value): Index {
  const found = indexes.find(({ name, spec }) =>
    isDoc(wanted) ? sameKey(wanted, spec.get('key')) : name === wanted,
  );
  if (found?.isId) return refuse('InvalidOptions', 'cannot drop _id index');
  const name = typeof wanted === 'string' ? wanted : 'of that key';
  return found ?? refuse('IndexNotFound', `index not found with name [${name}]`);
}

export function listIndexes(command: Command, server: Server): Promise<Doc> {
  const { cursor: batchSize } = argumentsOf(command, { cursor });
  const namespace = namespaceOf(command);
  const { indexes } = collectionOf(server, namespace, 'ns does not exist:');
  const listed = indexes.filter(({ ready }) => ready).map(({ spec }) => spec);
  return server.cursors.open(namespace, rowsOf(listed), { batchSize, limit: command.limit });
}
