import { refuse } from '../error.ts';
import { splitPath } from '../query/path.ts';
import { decode } from '../wire/decode.ts';
import { encode } from '../wire/encode.ts';
import { type Doc, doc, isDoc, truthy, type Value } from '../wire/value.ts';
import { under } from './key-range.ts';
import { type Store } from './store.ts';
import { boundLastTree } from './tree-bound.ts';

export interface IndexField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

/** Sorted entries of a collection, each with the place of a document. */
export interface Index {
  readonly name: string;
  /** The prefix of its keys. */
  readonly tree: Buffer;
  readonly fields: readonly IndexField[];
  /** Whether it is the index of the `_id`, which is unique. */
  readonly isId: boolean;
  /** Whether the `_id` follows the fields in its keys; if the fields include it, only in an index of format 1. */
  readonly hasSuffix: boolean;
  /** Whether it leaves out the documents that have none of its fields. */
  readonly isSparse: boolean;
  /** Those of its paths on which a document has had an array: such a document has an entry for each element. */
  readonly arrays: ReadonlySet<string>;
  /** Whether it has every document: before that it is written, but not read. */
  readonly ready: boolean;
  /** Key, options and name as requested, which are listed. */
  readonly spec: Doc;
}

export interface Collection {
  readonly namespace: string;
  /** The prefix of the documents, in the order in which they came. */
  readonly documents: Buffer;
  /** The first is the index of the `_id`. */
  readonly indexes: readonly Index[];
}

/** A key of the catalog, which sorts before the keys of trees. The kind "g" belongs to the store. */
const catalogKey = (kind: string, rest: string | Buffer = ''): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.from(kind), Buffer.from(rest)]);

/** The prefix of the retry records. */
export const retryPrefix = catalogKey('r');

const nextTreeKey = catalogKey('n');
const collectionKey = (namespace: string): Buffer => catalogKey('c', namespace);

const idSpec = doc({ v: 2, key: doc({ _id: 1 }), name: '_id_' });

/** The index of a stored description. */
export function parseIndex(spec: Doc, tree: Buffer, ready = true): Index {
  const key = spec.get('key');
  const name = spec.get('name');
  const fields = [...(isDoc(key) ? key : [])].map(([path, order]) => ({
    path,
    parts: splitPath(path),
    descending: Number(order) < 0,
  }));
  return {
    name: typeof name === 'string' ? name : refuse('FailedToParse', 'an index needs a name'),
    tree,
    fields,
    isId: name === '_id_',
    isSparse: truthy(spec.get('sparse')),
    hasSuffix: !fields.some(({ path }) => path === '_id'),
    arrays: new Set(),
    ready,
    spec,
  };
}

const treeNumber = (tree: Buffer): number => tree.readUInt32BE(0);

function treeOf(number: number): Buffer {
  const tree = Buffer.alloc(4);
  tree.writeUInt32BE(number);
  return tree;
}

/** The key that bounds a tree: the number after that of the tree. */
const boundOf = (tree: Buffer): Buffer => treeOf(treeNumber(tree) + 1);

function encodeCollection({ documents, indexes }: Collection): Buffer {
  const stored = indexes.map(({ tree, spec, ready, hasSuffix, arrays }) =>
    doc({
      tree: treeNumber(tree),
      spec,
      building: ready ? undefined : true,
      hasSuffix,
      arrays: arrays.size > 0 ? [...arrays] : undefined,
    }),
  );
  return encode(doc({ documents: treeNumber(documents), indexes: stored }));
}

function decodeCollection(namespace: string, bytes: Buffer): Collection {
  const stored = decode(bytes);
  const documents = stored.get('documents');
  const indexes = stored.get('indexes');
  if (typeof documents !== 'number' || !Array.isArray(indexes)) return damaged();
  return {
    namespace,
    documents: treeOf(documents),
    indexes: indexes.map(decodeIndex),
  };
}

const damaged = (): never => {
  throw new Error(
    'the catalogue of the embedded MongoDB is damaged, or an earlier build wrote it: move its folder (mongodb) away, ' +
      'and the read models are built again from the log',
  );
};

function decodeIndex(stored: Value): Index {
  const spec = isDoc(stored) ? stored.get('spec') : undefined;
  // The first builds indexed arrays in another way, and had unique indexes.
  if (!isDoc(stored) || !isDoc(spec) || truthy(stored.get('multikey')) || spec.has('unique'))
    return damaged();
  const parsed = parseIndex(spec, treeOf(Number(stored.get('tree'))), !truthy(stored.get('building')));
  const index = { ...parsed, arrays: pathsIn(stored.get('arrays')) };
  const isFormat1 = !stored.has('hasSuffix');
  return isFormat1 ? { ...index, hasSuffix: !index.isId } : index;
}

function pathsIn(stored: Value | undefined): ReadonlySet<string> {
  const paths = Array.isArray(stored) ? stored : [];
  return new Set(paths.map((path) => (typeof path === 'string' ? path : damaged())));
}

/** The index of `_id`, which every collection has. */
export const idIndex = ({ indexes: [first] }: Collection): Index => first ?? damaged();

/**
 * The collections and their indexes. Changes belong inside `store.write`. All answers come from the store, so
 * that an undone transaction leaves nothing here.
 */
export class Catalog {
  readonly #store: Store;
  readonly #parsed = new Map<string, { bytes: Buffer; collection: Collection }>();

  constructor(store: Store) {
    this.#store = store;
  }

  get(namespace: string): Collection | undefined {
    const bytes = this.#store.get(collectionKey(namespace));
    if (bytes === undefined) return void this.#parsed.delete(namespace);
    const known = this.#parsed.get(namespace);
    if (known?.bytes.equals(bytes)) return known.collection;
    const collection = decodeCollection(namespace, bytes);
    this.#parsed.set(namespace, { bytes, collection });
    return collection;
  }

  getOrCreate(namespace: string): Collection {
    const existing = this.get(namespace);
    if (existing) return existing;
    checkNamespace(namespace);
    const documents = this.newTree();
    const indexes = [parseIndex(idSpec, this.newTree())];
    this.save({ namespace, documents, indexes });
    return this.get(namespace) ?? refuse('InternalError', 'a collection vanished while it was created');
  }

  /** The collections of one database, or all, by name. */
  list(database?: string): Collection[] {
    const prefix = collectionKey(database === undefined ? '' : `${database}.`);
    return this.#keys(prefix).flatMap((key) => this.get(key.toString('utf8', 5)) ?? []);
  }

  save(collection: Collection): void {
    this.#store.put(collectionKey(collection.namespace), encodeCollection(collection));
  }

  /** Removes a collection; its keys are cleared later, in small steps. */
  drop({ namespace, documents, indexes }: Collection): void {
    this.#store.remove(collectionKey(namespace));
    for (const tree of [documents, ...indexes.map((index) => index.tree)]) this.discard(tree);
  }

  newTree(): Buffer {
    const next = this.#store.get(nextTreeKey) ?? treeOf(1);
    this.#store.put(nextTreeKey, treeOf(treeNumber(next) + 2));
    boundLastTree(this.#store, next, boundOf(next));
    return next;
  }

  /** Leaves a tree to the sweeper. */
  discard(tree: Buffer): void {
    this.#store.put(catalogKey('d', tree), Buffer.alloc(0));
  }

  /** The trees that wait to be cleared. */
  discarded(): Buffer[] {
    return this.#keys(catalogKey('d')).map((key) => key.subarray(5));
  }

  /** Forgets a discarded tree that was cleared. */
  forget(tree: Buffer): void {
    this.#store.remove(catalogKey('d', tree));
    // Format 1 gave this number to another tree, whose keys are longer than this one.
    this.#store.remove(boundOf(tree));
  }

  #keys(prefix: Buffer): Buffer[] {
    return [...this.#store.range(under(prefix))].map(({ key }) => key);
  }
}

function checkNamespace(namespace: string): void {
  const name = namespace.slice(namespace.indexOf('.') + 1);
  if (name === '' || name.includes('$') || name.startsWith('.') || name.endsWith('.') || name.includes('\0'))
    refuse('InvalidNamespace', `Invalid collection name specified '${namespace}'`);
  if (name.startsWith('system.')) refuse('InvalidNamespace', `system collections are not supported: ${name}`);
  if (Buffer.byteLength(namespace) > 255) refuse('InvalidNamespace', 'a namespace has at most 255 bytes');
}
