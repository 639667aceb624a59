import { add } from './arithmetic.ts';
import { refuse } from './error.ts';
import { compileExpression, type Expression } from './expression.ts';
import { compare, equal } from './compare.ts';
import { keyOf } from './key.ts';
import { inBulk, lazily } from './rows.ts';
import { type Rows } from './scan.ts';
import { Double, isDoc, numeric, type Doc, type Value } from './value.ts';

/** Gathers one field of a group. */
interface Accumulator {
  add(value: Value | undefined): unknown;
  result(): Value;
}

const asNumber = (value: Value | undefined): Value | undefined =>
  numeric(value) === undefined ? undefined : value;

function sum(): Accumulator {
  let total: Value = 0;
  return {
    add: (value) => {
      const number = asNumber(value);
      if (number === undefined) return;
      total = add(total, number) ?? new Double(Number(numeric(total)) + Number(numeric(number)));
    },
    result: () => total,
  };
}

function average(): Accumulator {
  let [total, count] = [0, 0];
  return {
    add: (value) => {
      const number = numeric(value);
      if (number === undefined) return;
      total += Number(number);
      count++;
    },
    result: () => (count === 0 ? null : new Double(total / count)),
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

function collected(distinct: boolean): Accumulator {
  const items: Value[] = [];
  return {
    add: (value) => {
      if (value !== undefined && !(distinct && items.some((item) => equal(item, value)))) items.push(value);
    },
    result: () => items,
  };
}

function counted(): Accumulator {
  let n = 0;
  return { add: () => n++, result: () => n };
}

const accumulators: ReadonlyMap<string, () => Accumulator> = new Map([
  ['$sum', sum],
  ['$avg', average],
  ['$max', () => extreme(1)],
  ['$min', () => extreme(-1)],
  ['$first', () => picked(false)],
  ['$last', () => picked(true)],
  ['$push', () => collected(false)],
  ['$addToSet', () => collected(true)],
  ['$count', counted],
]);

interface Field {
  readonly name: string;
  readonly make: () => Accumulator;
  readonly input: Expression;
}

function parseField(name: string, spec: Value): Field {
  const [entry, ...others] = isDoc(spec) ? spec : [];
  if (!entry || others.length > 0) return refuse('BadValue', `the field '${name}' must be one accumulator`);
  const make = accumulators.get(entry[0]);
  if (!make) return refuse('BadValue', `unknown or unsupported group operator '${entry[0]}'`);
  return { name, make, input: compileExpression(entry[1]) };
}

/** The stage `$group`. */
export function group(spec: Doc): (source: Rows) => Rows {
  const id = spec.get('_id');
  if (id === undefined) return refuse('BadValue', 'a group specification must include an _id');
  const idOf = compileExpression(id);
  const fields = [...spec].filter(([name]) => name !== '_id').map(([name, value]) => parseField(name, value));
  return (source) =>
    lazily(async () => {
      const groups = new Map<string, { id: Value; gathered: Accumulator[] }>();
      for await (const rows of inBulk(source))
        for (const { doc: document } of rows) {
          const value = idOf(document) ?? null;
          const key = keyOf(value).toString('latin1');
          const known = groups.get(key) ?? { id: value, gathered: fields.map(({ make }) => make()) };
          groups.set(key, known);
          for (const [at, { input }] of fields.entries()) known.gathered[at]?.add(input(document));
        }
      return [...groups.values()].map(({ id: value, gathered }) => ({
        doc: finished(value, fields, gathered),
      }));
    });
}

function finished(id: Value, fields: readonly Field[], gathered: readonly Accumulator[]): Doc {
  const made: Doc = new Map([['_id', id]]);
  for (const [at, { name }] of fields.entries()) made.set(name, gathered[at]?.result() ?? null);
  return made;
}
