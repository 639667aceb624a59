import { type Documents } from './documents.ts';
import { refuse } from './error.ts';
import { type Filter } from './filter.ts';
import { type StoredRow } from './scan.ts';
import { setAt } from './update-path.ts';
import { applyUpdate, checkConflicts, created, type Update } from './update.ts';
import { bsonType, typeOf, type Doc, type Value } from './value.ts';

export interface Updated {
  readonly matched: number;
  readonly modified: number;
  readonly upsertedId?: Value;
  /** The document before and after. */
  readonly before?: Buffer;
  readonly after?: Buffer;
}

/**
 * Updates a document, or inserts one where there is none and `upsert` says so.
 * @throws MongoError when the update does not apply, or a unique index refuses it
 */
export function updateRow(
  documents: Documents,
  row: StoredRow | undefined,
  update: Update,
  upsert: Filter | undefined,
): Updated {
  if (row) {
    const after = applyUpdate(update, row.bytes);
    const modified = documents.replace(row, after) ? 1 : 0;
    return { matched: 1, modified, before: row.bytes, after: after.bytes };
  }
  if (!upsert) return { matched: 0, modified: 0 };
  const after = created(update, upsertBase(upsert, update));
  return { matched: 0, modified: 0, upsertedId: documents.insert(after), after: after.bytes };
}

/** What an upsert starts from: the fields that the query holds equal to something. */
function upsertBase(filter: Filter, update: Update): Doc {
  const base: Doc = new Map();
  const all = equalities(filter).filter(({ path }) => update.kind !== 'replace' || path === '_id');
  checkConflicts(
    all.map(({ path }) => path),
    (path) =>
      refuse('NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`),
  );
  for (const { parts, value } of all) setAt(base, parts, value);
  return base;
}

interface Equality {
  readonly path: string;
  readonly parts: readonly string[];
  readonly value: Value;
}

function equalities(filter: Filter): Equality[] {
  if (filter.kind !== 'condition') {
    const certain = filter.kind === 'and' || (filter.kind === 'or' && filter.of.length === 1);
    return certain ? filter.of.flatMap(equalities) : [];
  }
  const { operator, operand, path, parts } = filter;
  if (operator === '$eq') return [{ path, parts, value: operand }];
  const [value, ...others] = operator === '$in' && Array.isArray(operand) ? operand : [];
  const isOne = value !== undefined && others.length === 0 && typeOf(value) !== bsonType.regex;
  return isOne ? [{ path, parts, value }] : [];
}
