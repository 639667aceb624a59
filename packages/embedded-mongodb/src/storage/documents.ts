import { MongoError, refuse } from '../error.ts';
import { Row } from '../query/rows.ts';
import { type Fields, type RawDocument } from '../wire/raw-document.ts';
import { doc, isDoc, type Value } from '../wire/value.ts';
import { type Catalog, type Collection, idIndex, type Index } from './catalog.ts';
import { entriesOf } from './index-entries.ts';
import { composeKey, keyOf } from './key.ts';
import { under } from './key-range.ts';
import { numberOf, placeOf } from './place.ts';
import { type Store } from './store.ts';

const maxDocumentSize = 16 * 1024 * 1024;

/**
 * The documents of a collection with their index entries; both change together. Good for one `store.write`, within
 * which no other command changes the collection.
 */
export class Documents {
  readonly #store: Store;
  readonly #catalog: Catalog;
  readonly #namespace: string;
  #collection: Collection | undefined;
  #nextNumber: number | undefined;

  constructor(store: Store, catalog: Catalog, namespace: string) {
    this.#store = store;
    this.#catalog = catalog;
    this.#namespace = namespace;
    this.#collection = catalog.get(namespace);
  }

  find(id: Value): Row | undefined {
    const collection = this.#collection;
    return collection && !Array.isArray(id) ? this.#rowAt(this.#store.get(idKey(collection, id))) : undefined;
  }

  /** The document at a place, if it is one of this collection. */
  at(place: Buffer): Row | undefined {
    // A collection that was dropped in the meantime leaves its documents for a while.
    const isOwn = this.#collection !== undefined && place.indexOf(this.#collection.documents) === 0;
    return isOwn ? this.#rowAt(place) : undefined;
  }

  /** Stores a new document, whose first field is its `_id`. @returns the `_id` */
  insert(document: RawDocument): Value {
    const collection = (this.#collection ??= this.#catalog.getOrCreate(this.#namespace));
    checkSize(document, 'BSONObjectTooLarge', 'object to insert');
    const _id = checkId(document.get('_id'));
    const [idKeys = [], ...others] = this.#keysOf(document);
    const place = this.#nextPlace(collection);
    for (const key of idKeys) if (!this.#store.add(key, place)) throw duplicateKey(this.#namespace, _id);
    for (const keys of others) for (const key of keys) this.#store.put(key, place);
    this.#store.put(place, document.bytes);
    return _id;
  }

  /** Stores another document with the same `_id`. @returns whether anything changed */
  replace(row: Row, document: RawDocument): boolean {
    if (document.bytes.equals(row.bytes)) return false;
    checkSize(document, 17419, 'Resulting document after update');
    const [before, after] = [this.#keysOf(row), this.#keysOf(document)];
    for (const [n, keys] of after.entries()) {
      const former = before[n] ?? [];
      for (const key of missingIn(keys, former)) this.#store.remove(key);
      for (const key of missingIn(former, keys)) this.#store.put(key, row.place);
    }
    this.#store.put(row.place, document.bytes);
    return true;
  }

  remove(row: Row): void {
    for (const keys of this.#keysOf(row)) for (const key of keys) this.#store.remove(key);
    this.#store.remove(row.place);
  }

  /** Adds a stored document to a new index. */
  fill(index: Index, row: Row): void {
    for (const key of this.#keysIn(index, row)) this.#store.put(key, row.place);
  }

  /** A place behind all documents: documents that are inserted together are stored and read together. */
  #nextPlace(collection: Collection): Buffer {
    if (this.#nextNumber === undefined) {
      const [last] = this.#store.range({ ...under(collection.documents), reverse: true, limit: 1 });
      this.#nextNumber = last ? numberOf(collection, last.key) + 1 : 0;
    }
    return placeOf(collection, this.#nextNumber++);
  }

  /** The keys of a document in each index. */
  #keysOf(document: Fields): readonly (readonly Buffer[])[] {
    return (this.#collection?.indexes ?? []).map((index) => this.#keysIn(index, document));
  }

  #keysIn(index: Index, document: Fields): readonly Buffer[] {
    const { keys, array } = entriesOf(index, document);
    if (array !== undefined && !index.arrays.has(array)) this.#noteArray(index, array);
    return keys;
  }

  /** Notes, with the change of the documents, that a path of an index leads to an array. */
  #noteArray({ name }: Index, path: string): void {
    const collection = this.#collection;
    if (!collection) return;
    const indexes = collection.indexes.map((index) =>
      index.name === name ? { ...index, arrays: new Set([...index.arrays, path]) } : index,
    );
    this.#collection = { ...collection, indexes };
    this.#catalog.save(this.#collection);
  }

  #rowAt(place: Buffer | undefined): Row | undefined {
    const bytes = place && this.#store.get(place);
    return bytes && new Row(bytes, place);
  }
}

/** The keys of `others` that `keys` does not have. */
function missingIn(keys: readonly Buffer[], others: readonly Buffer[]): readonly Buffer[] {
  if (keys.length <= 1) return others.filter((other) => !keys[0]?.equals(other));
  const known = new Set(keys.map((key) => key.toString('latin1')));
  return others.filter((other) => !known.has(other.toString('latin1')));
}

const idKey = (collection: Collection, id: Value): Buffer =>
  composeKey((writer) => {
    writer.bytes(idIndex(collection).tree);
    writer.value(id, false);
  });

function checkSize({ bytes }: RawDocument, code: 'BSONObjectTooLarge' | 17419, what: string): void {
  if (bytes.length > maxDocumentSize)
    refuse(code, `${what} is too large: ${bytes.length} bytes, at most ${maxDocumentSize}`);
}

function checkId(id: Value | undefined): Value {
  if (id === undefined) return refuse('BadValue', 'a document needs an _id');
  if (Array.isArray(id)) refuse('InvalidIdField', 'the _id cannot be an array');
  const special = isDoc(id) ? [...id.keys()].find((name) => name.startsWith('$')) : undefined;
  if (special !== undefined)
    refuse('DollarPrefixedFieldName', `_id fields may not contain '$'-prefixed fields: ${special}`);
  return id;
}

/** The refusal of a document whose `_id` exists, in the words that clients parse. */
function duplicateKey(namespace: string, _id: Value): MongoError {
  const message = `E11000 duplicate key error collection: ${namespace} index: _id_ dup key: { _id: ${shown(_id)} }`;
  return new MongoError('DuplicateKey', message, { keyPattern: doc({ _id: 1 }), keyValue: doc({ _id }) });
}

/** A value for a message, roughly as a shell shows it. */
function shown(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return 'bytes' in value ? `0x${value.bytes.toString('hex')}` : `0x${keyOf(value).toString('hex')}`;
}
