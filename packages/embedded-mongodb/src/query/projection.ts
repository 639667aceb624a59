import { refuse } from '../error.ts';
import { type Doc, isDoc, numeric, truthy, type Value } from '../wire/value.ts';
import { fieldParts } from './path.ts';
import { Row } from './rows.ts';

/**
 * Parses a projection of whole fields to include or to exclude.
 * @returns a function from a document to its requested part
 * @throws MongoError for a mix of both, and for an unsupported part, by its name
 */
export function parseProjection(spec: Doc): (row: Row) => Row {
  const named = new Map([...spec].map(([name, value]) => [name, isKept(name, value)]));
  const others = [...named].filter(([name]) => name !== '_id');
  const isInclusion = others[0]?.[1] ?? named.get('_id') === true;
  const mixed = others.find(([, kept]) => kept !== isInclusion)?.[0];
  if (mixed !== undefined) refuseMix(mixed, isInclusion);
  const wanted = (name: string): boolean => named.get(name) ?? (name === '_id' || !isInclusion);
  return (row) => new Row(row.pick(wanted));
}

function refuseMix(name: string, isInclusion: boolean): never {
  return isInclusion
    ? refuse(31254, `Cannot do exclusion on field ${name} in inclusion projection`)
    : refuse(31253, `Cannot do inclusion on field ${name} in exclusion projection`);
}

function isKept(path: string, value: Value): boolean {
  const [operator] = isDoc(value) ? value.keys() : [];
  if (operator?.startsWith('$')) refuse(31325, `Unknown expression ${operator}`);
  if (fieldParts(path).length > 1)
    refuse('BadValue', `a part of a field in a projection is not supported by this server: '${path}'`);
  if (typeof value === 'boolean' || numeric(value) !== undefined) return truthy(value);
  return refuse('BadValue', `a computed field in a projection is not supported by this server: '${path}'`);
}
