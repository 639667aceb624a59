import { refuse } from '../error.ts';
import { keyText } from '../storage/key.ts';
import { encode } from '../wire/encode.ts';
import { type Doc, Double, isDoc, numeric, type Value } from '../wire/value.ts';
import { compare } from './compare.ts';
import { compileExpression, type Expression } from './expression.ts';
import { Row, type Rows } from './rows.ts';
import { openSum } from './sum.ts';

/** Gathers one field of a group from the values of its documents. */
interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

function average(): Accumulator {
  const total = openSum();
  let count = 0;
  return {
    add: (value) => {
      if (numeric(value) !== undefined) count++;
      total.add(value);
    },
    result: () => (count === 0 ? null : new Double(total.double() / count)),
  };
}

/** Keeps one of the values. @param isBetter whether a value takes the place of the one before */
function kept(isBetter: (value: Value, before: Value) => boolean, countsMissing: boolean): Accumulator {
  let best: Value | undefined;
  return {
    add: (found) => {
      const value = countsMissing ? (found ?? null) : found;
      if (value === undefined || (value === null && !countsMissing)) return;
      if (best === undefined || isBetter(value, best)) best = value;
    },
    result: () => best ?? null,
  };
}

const accumulators: ReadonlyMap<string, () => Accumulator> = new Map([
  ['$sum', openSum],
  ['$avg', average],
  ['$max', () => kept((value, best) => compare(value, best) > 0, false)],
  ['$min', () => kept((value, best) => compare(value, best) < 0, false)],
  ['$first', () => kept(() => false, true)],
  ['$last', () => kept(() => true, true)],
]);

interface Field {
  readonly name: string;
  readonly make: () => Accumulator;
  readonly input: Expression;
}

function parseField(name: string, spec: Value): Field {
  if (!isDoc(spec)) return refuse(40234, `The field '${name}' must be an accumulator object`);
  const [entry, ...others] = spec;
  if (!entry || others.length > 0) return refuse(40238, `The field '${name}' must specify one accumulator`);
  const make = accumulators.get(entry[0]);
  if (!make) return refuse(15952, `unknown group operator '${entry[0]}'`);
  return { name: checkName(name), make, input: compileExpression(entry[1]) };
}

/** @throws MongoError for a name that no field of a group may have */
function checkName(name: string): string {
  if (name === '' || name.includes('.') || name.startsWith('$'))
    refuse('BadValue', `The field name '${name}' of a group cannot be empty, have a '.' or begin with '$'`);
  return name;
}

/** A group has the value of one field as its `_id`, or the values of several by their names. */
function compileId(id: Value): Expression {
  if (!isDoc(id) || id.keys().next().value?.startsWith('$')) return compileExpression(id);
  const fields = [...id].map(([name, value]) => [checkName(name), compileExpression(value)] as const);
  return (document) => {
    const made: Doc = new Map();
    for (const [name, compute] of fields) {
      const value = compute(document);
      if (value !== undefined) made.set(name, value);
    }
    return made;
  };
}

/** The memory that groups may take, in bytes of their ids, about. */
const groupMemory = 100 * 1024 * 1024;
const groupOverhead = 200;

/** The stage `$group`. @throws MongoError naming what is not supported */
export function group(spec: Doc): (source: Rows) => Rows {
  const id = spec.get('_id');
  if (id === undefined) return refuse(15955, 'a group specification must include an _id');
  const idOf = compileId(id);
  const fields = [...spec].filter(([name]) => name !== '_id').map(([name, value]) => parseField(name, value));
  return function* grouped(source) {
    const groups = new Map<string, { id: Value; gathered: Accumulator[] }>();
    let held = 0;
    for (const row of source) {
      yield undefined;
      if (!row) continue;
      const value = idOf(row) ?? null;
      const key = keyText(value);
      const known = groups.get(key) ?? { id: value, gathered: fields.map(({ make }) => make()) };
      if (!groups.has(key)) held += key.length + groupOverhead;
      if (held > groupMemory)
        refuse('QueryExceededMemoryLimitNoDiskUseAllowed', '$group holds at most 100 MB of groups');
      groups.set(key, known);
      for (const [at, { input }] of fields.entries()) known.gathered[at]?.add(input(row));
    }
    for (const { id: value, gathered } of groups.values())
      yield new Row(encode(finished(value, fields, gathered)));
  };
}

function finished(id: Value, fields: readonly Field[], gathered: readonly Accumulator[]): Doc {
  const made: Doc = new Map([['_id', id]]);
  for (const [at, { name }] of fields.entries()) made.set(name, gathered[at]?.result() ?? null);
  return made;
}
