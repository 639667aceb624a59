import { decode, decodeFields } from './bson.ts';
import { idIndex, type Catalog, type Collection, type Index } from './catalog.ts';
import { duplicateKey } from './duplicate-key.ts';
import { refuse } from './error.ts';
import { indexKey, indexedFields } from './index-keys.ts';
import { equal } from './compare.ts';
import { composeKey, keyOf } from './key.ts';
import { under } from './key-range.ts';
import { storedRow, type StoredRow } from './scan.ts';
import { type Store } from './store.ts';
import { bsonType, isDoc, typeOf, type Doc, type Kept, type Value } from './value.ts';

const maxDocumentSize = 16 * 1024 * 1024;

/**
 * The documents of a collection with their index entries; both change together. Good for one `store.write`, within
 * which nobody else changes the collection.
 */
export interface Documents {
  /** The collection, if there is one yet. */
  collection(): Collection | undefined;
  /** The fields that a document is indexed by: what is to be stored comes with them. */
  readonly indexed: ReadonlySet<string>;
  find(id: Value): StoredRow | undefined;
  /** Stores a new document, whose first field is its `_id`; answers that. */
  insert(document: Kept): Value;
  /** Stores another document with the same `_id`; answers whether anything changed. */
  replace(row: StoredRow, document: Kept): boolean;
  remove(row: StoredRow): void;
  /** Fills a new index from a document that is there. */
  fill(index: Index, document: Buffer, place: Buffer): void;
}

interface Change {
  readonly index: Index;
  readonly added: Buffer | undefined;
  readonly removed: Buffer | undefined;
}

export function openDocuments(store: Store, catalog: Catalog, namespace: string): Documents {
  let known = catalog.get(namespace);
  const names = indexedFields(known);
  let nextNumber: number | undefined;

  const made = (): Collection => (known ??= catalog.getOrCreate(namespace));
  /** What no other document may have is put first: that shows whether this one may be there. Else all stays as it was. */
  const claim = (changes: readonly Change[], place: Buffer, document: Buffer): void => {
    const claimed: Buffer[] = [];
    for (const { index, added } of changes) {
      if (!index.unique || !added) continue;
      if (store.add(added, place)) claimed.push(added);
      else {
        for (const mine of claimed) store.remove(mine);
        throw duplicateKey(namespace, index, document);
      }
    }
  };
  const apply = (changes: readonly Change[], place: Buffer): void => {
    for (const { index, added, removed } of changes) {
      // One that is not complete may have another document under that key.
      if (removed && (index.ready || store.get(removed)?.equals(place))) store.remove(removed);
      if (added && !index.unique) store.put(added, place);
    }
  };
  const changesOf = (
    indexes: readonly Index[],
    before: Doc | undefined,
    after: Doc | undefined,
  ): Change[] => {
    const idKey = keyOf((after ?? before)?.get('_id') ?? null);
    return indexes.map((index) => {
      const removed = before && indexKey(index, before, idKey);
      const added = after && indexKey(index, after, idKey);
      const isSame = added && removed?.equals(added);
      return isSame ? { index, added: undefined, removed: undefined } : { index, added, removed };
    });
  };
  /** Behind all documents: those that come together lie together, and are read together. */
  const nextPlace = ({ documents }: Collection): Buffer => {
    if (nextNumber === undefined) {
      const [last] = store.range({ ...under(documents), reverse: true, limit: 1 });
      nextNumber = last ? last.key.readUIntBE(documents.length, 6) + 1 : 0;
    }
    return placeOf(documents, nextNumber++);
  };

  return {
    collection: () => known,
    indexed: names,
    find: (id) => {
      if (!known) return undefined;
      const { tree } = idIndex(known);
      const key = composeKey((writer) => {
        writer.bytes(tree);
        writer.value(id, false);
      });
      const place = store.get(key);
      const bytes = place && store.get(place);
      return bytes && storedRow(bytes, place);
    },
    insert: (document) => {
      const collection = made();
      const { bytes, fields } = document;
      checkSize(bytes);
      const id = checkId(fields.get('_id'));
      const changes = changesOf(collection.indexes, undefined, fields);
      const place = nextPlace(collection);
      claim(changes, place, bytes);
      store.put(place, bytes);
      apply(changes, place);
      return id;
    },
    replace: ({ place, bytes: old }, { bytes, fields }) => {
      if (checkSize(bytes, true).equals(old)) return false;
      const before = decodeFields(old, names);
      const indexes = made().indexes.filter((index) => touches(index, before, fields));
      const changes = indexes.length === 0 ? [] : changesOf(indexes, before, fields);
      claim(changes, place, bytes);
      store.put(place, bytes);
      apply(changes, place);
      return true;
    },
    remove: ({ place, bytes }) => {
      apply(changesOf(made().indexes, decodeFields(bytes, names), undefined), place);
      store.remove(place);
    },
    fill: (index, document, place) => {
      const fields = decode(document);
      const key = indexKey(index, fields, keyOf(fields.get('_id') ?? null));
      // What was written since the index began is in it.
      if (store.get(key)?.equals(place)) return;
      const change = { index, added: key, removed: undefined };
      claim([change], place, document);
      apply([change], place);
    },
  };
}

/** Whether two states of a document differ in a field that an index is over. */
const touches = ({ fields }: Index, before: Doc, after: Doc): boolean =>
  fields.some(({ parts: [name = ''] }) => {
    const [old, now] = [before.get(name), after.get(name)];
    return old !== now && (old === undefined || now === undefined || !equal(old, now));
  });

/** Places are numbers of six bytes behind the prefix of the documents. */
function placeOf(documents: Buffer, number: number): Buffer {
  const place = Buffer.allocUnsafe(documents.length + 6);
  documents.copy(place);
  place.writeUIntBE(number, documents.length, 6);
  return place;
}

function checkSize(document: Buffer, isUpdate = false): Buffer {
  if (document.length <= maxDocumentSize) return document;
  return isUpdate
    ? refuse('Location17419', `Resulting document after update is larger than ${maxDocumentSize}`)
    : refuse(
        'BSONObjectTooLarge',
        `object to insert too large: ${document.length} bytes, at most ${maxDocumentSize}`,
      );
}

function checkId(id: Value | undefined): Value {
  if (id === undefined) return refuse('BadValue', 'a document needs an _id');
  const type = typeOf(id);
  if (type === bsonType.array || type === bsonType.regex)
    refuse('InvalidIdField', 'the _id cannot be an array or a regex');
  const special = isDoc(id) ? [...id.keys()].find((name) => name.startsWith('$')) : undefined;
  if (special !== undefined)
    refuse('DollarPrefixedFieldName', `_id fields may not contain '$'-prefixed fields: ${special}`);
  return id;
}
