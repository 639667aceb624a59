import { refuse } from '../error.ts';
import { keyOf } from '../storage/key.ts';
import { encode } from '../wire/encode.ts';
import { type Doc, Double, isDoc, numeric, type Value } from '../wire/value.ts';
import { compare } from './compare.ts';
import { compileExpression, type Expression } from './expression.ts';
import { Row, type Rows } from './rows.ts';
import { openSum } from './sum.ts';

/** Gathers one field of a group. */
interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

function sum(): Accumulator {
  const total = openSum();
  return { add: total.add, result: total.value };
}

function average(): Accumulator {
  const total = openSum();
  let count = 0;
  return {
    add: (value) => {
      if (numeric(value) === undefined) return;
      total.add(value);
      count++;
    },
    result: () => (count === 0 ? null : new Double(total.double() / count)),
  };
}

function extreme(direction: 1 | -1): Accumulator {
  let best: Value | undefined;
  return {
    add: (value) => {
      if (value === undefined || value === null) return;
      if (best === undefined || compare(value, best) * direction > 0) best = value;
    },
    result: () => best ?? null,
  };
}

function picked(last: boolean): Accumulator {
  let found: { value: Value } | undefined;
  return {
    add: (value) => {
      if (last || !found) found = { value: value ?? null };
    },
    result: () => found?.value ?? null,
  };
}

const accumulators: ReadonlyMap<string, () => Accumulator> = new Map([
  ['$sum', sum],
  ['$avg', average],
  ['$max', () => extreme(1)],
  ['$min', () => extreme(-1)],
  ['$first', () => picked(false)],
  ['$last', () => picked(true)],
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

/** The name of a field that a group has. */
function checkName(name: string): string {
  if (name === '' || name.includes('.') || name.startsWith('$'))
    refuse('BadValue', `The field name '${name}' of a group cannot be empty, have a '.' or begin with '$'`);
  return name;
}

/** A group goes by one field or by several, which its `_id` then has by name. */
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

/** What groups may hold, in bytes of their ids, about. */
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
      const value = idOf(row.doc) ?? null;
      const key = keyOf(value).toString('latin1');
      const known = groups.get(key) ?? { id: value, gathered: fields.map(({ make }) => make()) };
      if (!groups.has(key)) held += key.length + groupOverhead;
      if (held > groupMemory)
        refuse('QueryExceededMemoryLimitNoDiskUseAllowed', '$group holds at most 100 MB of groups');
      groups.set(key, known);
      for (const [at, { input }] of fields.entries()) known.gathered[at]?.add(input(row.doc));
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
