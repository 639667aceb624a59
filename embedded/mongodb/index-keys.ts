import { type Collection, type Index } from './catalog.ts';
import { refuse } from './error.ts';
import { composeKey, invert, keysOf } from './key.ts';
import { leavesOf, type Leaf } from './path.ts';
import { maxKeySize } from './store.ts';
import { type Doc } from './value.ts';

/** Refuses a key that cannot be stored, before anything of its document is. */
function checkKey(key: Buffer): Buffer {
  if (key.length <= maxKeySize) return key;
  return refuse('Location17280', `an index key or _id of ${key.length} bytes is too large`);
}

/** The fields of a document that have to be read to index it. */
export const indexedFields = (collection: Collection | undefined): ReadonlySet<string> =>
  new Set([
    '_id',
    ...(collection?.indexes ?? []).flatMap(({ fields }) => fields.map(({ parts }) => parts[0] ?? '')),
  ]);

/**
 * The keys under which an index holds a document: several if an array stands on a path. Those of a unique index
 * end with the values, the others with the `_id` as well, so that equal values can stand side by side.
 * @throws MongoError when arrays stand on two paths
 */
export function indexKeys(index: Index, document: Doc, idKey: Buffer): Buffer[] {
  const plain = plainLeaves(index, document);
  if (plain) return singleKey(index, plain, idKey);
  const leaves = index.fields.map(({ parts }) => leavesOf(document, parts));
  let keys: Buffer[][] = [[index.tree]];
  for (const [field, found] of leaves.entries()) {
    const parts = valueKeys(found);
    if (keys.length > 1 && parts.length > 1)
      refuse('CannotCreateIndex', `cannot index arrays on two paths of the index ${index.name}`);
    const ordered = index.fields[field]?.descending ? parts.map(invert) : parts;
    keys = keys.flatMap((key) => ordered.map((part) => [...key, part]));
  }
  return keys.map((parts) => checkKey(Buffer.concat(index.unique ? parts : [...parts, idKey])));
}

/** By far the most documents have no array where an index looks: each path then leads to one value. */
function plainLeaves({ fields }: Index, document: Doc): Leaf[] | undefined {
  const leaves: Leaf[] = [];
  for (const { parts } of fields) {
    let node: Leaf = document;
    for (const part of parts) {
      if (Array.isArray(node)) return undefined;
      node = node instanceof Map ? node.get(part) : undefined;
    }
    if (Array.isArray(node)) return undefined;
    leaves.push(node);
  }
  return leaves;
}

function singleKey(index: Index, leaves: readonly Leaf[], idKey: Buffer): Buffer[] {
  const key = composeKey((writer) => {
    writer.bytes(index.tree);
    for (let field = 0; field < leaves.length; field++)
      writer.value(leaves[field] ?? null, index.fields[field]?.descending === true);
    if (!index.unique) writer.bytes(idKey);
  });
  return [checkKey(key)];
}

/** The keys of what a path led to, each once; nothing at all counts as an empty array. */
function valueKeys(leaves: readonly Leaf[]): Buffer[] {
  const distinct = new Map(keysOf(leaves).map((key) => [key.toString('latin1'), key]));
  return distinct.size === 0 ? keysOf([[]]) : [...distinct.values()];
}
