import { type Collection, type Index } from './catalog.ts';
import { refuse } from './error.ts';
import { composeKey } from './key.ts';
import { type Leaf } from './path.ts';
import { maxKeySize } from './store.ts';
import { type Doc } from './value.ts';

/** The fields of a document that have to be read to index it. */
export const indexedFields = (collection: Collection | undefined): ReadonlySet<string> =>
  new Set([
    '_id',
    ...(collection?.indexes ?? []).flatMap(({ fields }) => fields.map(({ parts }) => parts[0] ?? '')),
  ]);

/**
 * The key under which an index holds a document. Those of a unique index end with the values, the others with the
 * `_id` as well, so that equal values can stand side by side.
 * @throws MongoError where an array stands on a path
 */
export function indexKey(index: Index, document: Doc, idKey: Buffer): Buffer {
  const leaves = index.fields.map(({ parts }) => leafOf(index, document, parts));
  const key = composeKey((writer) => {
    writer.bytes(index.tree);
    for (let field = 0; field < leaves.length; field++)
      writer.value(leaves[field] ?? null, index.fields[field]?.descending === true);
    if (!index.unique) writer.bytes(idKey);
  });
  if (key.length <= maxKeySize) return key;
  return refuse('Location17280', `an index key or _id of ${key.length} bytes is too large`);
}

/** What a document has where a field of an index looks. */
function leafOf({ name }: Index, document: Doc, parts: readonly string[]): Leaf {
  let node: Leaf = document;
  for (const part of parts) {
    node = node instanceof Map ? node.get(part) : undefined;
    if (Array.isArray(node))
      refuse('CannotIndexParallelArrays', `an array in the index ${name} is not supported by this server`);
  }
  return node;
}
