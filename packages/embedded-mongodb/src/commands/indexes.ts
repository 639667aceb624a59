import { allowFields, document, documents, required, text } from '../arguments.ts';
import { allow, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { refuseIndexes, splitPath } from '../query/path.ts';
import { sameKey } from '../query/planner.ts';
import { serially } from '../retry.ts';
import { type Collection, type Index } from '../storage/catalog.ts';
import { type Doc, doc, isDoc, numeric, type Value } from '../wire/value.ts';
import { buildIndexes } from './build-indexes.ts';
import { rowsOf } from './collections.ts';
import { batchSizeOf } from './find.ts';

const known = ['key', 'name', 'v', 'background', 'sparse'];

const mostFields = 32;

/** An index as it is kept and listed, checked. */
function readSpec(asked: Doc): Doc {
  allowFields('createIndexes.indexes', asked, known);
  const key = required('createIndexes.indexes', asked, 'key', document);
  if (key.size === 0) refuse('CannotCreateIndex', 'Index keys cannot be empty.');
  if (key.size > mostFields) refuse('CannotCreateIndex', `an index has at most ${mostFields} fields`);
  for (const [path, order] of key) checkField(path, order);
  const version = Number(numeric(asked.get('v') ?? 2));
  if (version !== 1 && version !== 2)
    refuse('CannotCreateIndex', 'Invalid index specification: v must be 1 or 2');
  const name = asked.get('name') ?? nameOf(key);
  if (typeof name !== 'string' || name === '')
    return refuse('CannotCreateIndex', 'the name of an index is a text that is not empty');
  const sparse = asked.get('sparse') ?? false;
  if (typeof sparse !== 'boolean') refuse('TypeMismatch', "The field 'sparse' must be a boolean");
  if (isIdKey(key)) checkIdKey(key, sparse);
  else if (name === '_id_') refuse('BadValue', "the name '_id_' is reserved for the _id index");
  return doc({ v: 2, key, name, sparse: sparse || undefined });
}

const isIdKey = (key: Doc): boolean => key.size === 1 && key.has('_id');

/** The index of the `_id` is there anyway: it may be asked for as it is. */
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
  allow(command, 'indexes');
  const namespace = namespaceOf(command);
  const specs = required('createIndexes', command.body, 'indexes', documents).map(readSpec);
  if (specs.length === 0) refuse('BadValue', 'Must specify at least one index to create');
  return serially(`indexes of ${namespace}`, () => build(command, server, namespace, specs));
}

async function build(
  command: Command,
  server: Server,
  namespace: string,
  specs: readonly Doc[],
): Promise<Doc> {
  const created = server.catalog.get(namespace) === undefined;
  const count = (): number => server.catalog.get(namespace)?.indexes.length ?? 1;
  const before = count();
  await buildIndexes(command, server, namespace, (collection) => missing(collection, specs));
  const after = count();
  const note = before === after ? 'all indexes already exist' : undefined;
  return doc({
    numIndexesBefore: before,
    numIndexesAfter: after,
    createdCollectionAutomatically: created,
    note,
    ok: 1,
  });
}

/** Those that there are not yet. */
function missing({ indexes }: Collection, specs: readonly Doc[]): readonly Doc[] {
  const all = indexes.map(({ spec }) => spec);
  for (const spec of specs) if (!all.some((one) => isSame(one, spec))) all.push(spec);
  return all.slice(indexes.length);
}

/** Whether it is that very index; one that only resembles it is refused. */
function isSame(one: Doc, spec: Doc): boolean {
  const name = text(one, 'name');
  const isNamed = spec.get('name') === name;
  const isSameKey =
    sameKey(document(one, 'key'), document(spec, 'key')) && one.get('sparse') === spec.get('sparse');
  if (isSameKey && (isNamed || name === '_id_')) return true;
  if (isNamed)
    refuse('IndexKeySpecsConflict', `An existing index has the same name as the requested index: ${name}`);
  if (isSameKey) refuse('IndexOptionsConflict', `Index already exists with a different name: ${name}`);
  return false;
}

/** Drops all indexes but that of the `_id`, or one by its name or its key. */
export function dropIndexes(command: Command, server: Server): Promise<Doc> {
  allow(command, 'index');
  const namespace = namespaceOf(command);
  const wanted = command.body.get('index') ?? refuse('BadValue', 'dropIndexes needs an index');
  return server.store.write(() => {
    const collection =
      server.catalog.get(namespace) ?? refuse('NamespaceNotFound', `ns not found ${namespace}`);
    const gone = wanted === '*' ? collection.indexes.slice(1) : [named(collection, wanted)];
    for (const { tree } of gone) server.catalog.discard(tree);
    server.catalog.save({ ...collection, indexes: collection.indexes.filter((one) => !gone.includes(one)) });
    return doc({ nIndexesWas: collection.indexes.length, ok: 1 });
  });
}

function named({ indexes }: Collection, wanted: Value): Index {
  const found = indexes.find(({ name, spec }) =>
    isDoc(wanted) ? sameKey(wanted, document(spec, 'key')) : name === wanted,
  );
  // By its key, too, the index of the _id stays.
  if (found?.name === '_id_') return refuse('InvalidOptions', 'cannot drop _id index');
  const name = typeof wanted === 'string' ? wanted : 'of that key';
  return found ?? refuse('IndexNotFound', `index not found with name [${name}]`);
}

export function listIndexes(command: Command, server: Server): Promise<Doc> {
  allow(command, 'cursor');
  const namespace = namespaceOf(command);
  const collection =
    server.catalog.get(namespace) ?? refuse('NamespaceNotFound', `ns does not exist: ${namespace}`);
  const listed = collection.indexes.filter(({ ready }) => ready).map(({ spec }) => spec);
  const batch = { batchSize: batchSizeOf(document(command.body, 'cursor')), limit: command.limit };
  return server.cursors.open(namespace, rowsOf(listed), batch);
}
