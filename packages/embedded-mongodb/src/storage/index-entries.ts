import { refuse } from '../error.ts';
import { type Indexed, indexedValuesOf, leafOf } from '../query/path.ts';
import { type Fields } from '../wire/raw-document.ts';
import { type Index } from './catalog.ts';
import { composeKey, type KeyWriter } from './key.ts';
import { maxKeySize } from './store.ts';

/** The entries of a document in an index. */
interface Entries {
  /** Each of them once; none of a document that a sparse index omits. */
  readonly keys: readonly Buffer[];
  /** The path of the index on which the document has an array; absent if there is none. */
  readonly array?: string;
}

/**
 * The entries of a document: one, or one for each element of an array. Keys have the `_id`, so that documents with equal
 * values have different keys.
 * @throws MongoError for arrays on two paths, or a key that is too long
 */
export function entriesOf(index: Index, document: Fields): Entries {
  if (index.isSparse && index.fields.every(({ parts }) => leafOf(document, parts) === undefined))
    return { keys: [] };
  const key = plainKey(index, document);
  return key ? { keys: [checked(key)] } : spreadEntries(index, document);
}

/** The key of a document without arrays; undefined if there is one. */
function plainKey({ tree, fields, hasSuffix }: Index, document: Fields): Buffer | undefined {
  const values = fields.map(({ parts }) => leafOf(document, parts) ?? null);
  if (values.some(Array.isArray)) return undefined;
  return composeKey((writer) => {
    writer.bytes(tree);
    for (const [at, { descending }] of fields.entries()) writer.value(values[at], descending);
    if (hasSuffix) writer.value(document.get('_id') ?? null, false);
  });
}

/** A field of an index with the values that a document has for it. */
interface Part {
  readonly path: string;
  readonly descending: boolean;
  readonly array: unknown;
  readonly values: readonly Indexed[];
}

/** The entries of a document that differ in the elements of one array. */
function spreadEntries({ tree, fields, hasSuffix }: Index, document: Fields): Entries {
  const parts = fields.map(({ path, parts: names, descending }): Part => ({
    path,
    descending,
    ...indexedValuesOf(document, names),
  }));
  const at = parts.findIndex(({ array }) => array !== undefined);
  const spread = parts[at];
  if (!spread) return { keys: [] };
  refuseParallel(spread, parts.slice(at + 1));
  const before = composeKey((writer) => {
    writer.bytes(tree);
    writeSingle(writer, parts.slice(0, at));
  });
  const behind = composeKey((writer) => {
    writeSingle(writer, parts.slice(at + 1));
    if (hasSuffix) writer.value(document.get('_id') ?? null, false);
  });
  const keys = new Map<string, Buffer>();
  for (const value of spread.values) {
    const key = composeKey((writer) => {
      writer.bytes(before);
      writer.value(value, spread.descending);
      writer.bytes(behind);
    });
    keys.set(key.toString('latin1'), checked(key));
  }
  return { keys: [...keys.values()], array: spread.path };
}

function writeSingle(writer: KeyWriter, parts: readonly Part[]): void {
  for (const { values, descending } of parts) writer.value(values[0], descending);
}

function refuseParallel({ path, array }: Part, others: readonly Part[]): void {
  for (const other of others) {
    if (other.array === array && array !== undefined)
      refuse(
        'BadValue',
        `two fields of one array, '${path}' and '${other.path}', in an index are not supported by this server`,
      );
    if (other.array !== undefined)
      refuse('CannotIndexParallelArrays', `cannot index parallel arrays [${other.path}] [${path}]`);
  }
}

const checked = (key: Buffer): Buffer =>
  key.length <= maxKeySize ? key : refuse(17280, `an index key or _id of ${key.length} bytes is too large`);
