import { refuse } from './error.ts';
import { type Filter } from './filter.ts';
import { getAt, setAt } from './update-path.ts';
import { type Update } from './update.ts';
import { type Doc, type Value } from './value.ts';

/** What an upsert starts from: the fields that the query holds equal to something. */
export function upsertBase(filter: Filter, update: Update): Doc {
  const base: Doc = new Map();
  for (const { path, parts, value } of equalities(filter)) {
    if (update.kind === 'replace' && path !== '_id') continue;
    if (getAt(base, parts) !== undefined)
      refuse('NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`);
    setAt(base, parts, value);
  }
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
  const single = operator === '$in' || operator === '$all' ? operand : [];
  const [value, ...others] = Array.isArray(single) ? single : [];
  return value !== undefined && others.length === 0 ? [{ path, parts, value }] : [];
}
