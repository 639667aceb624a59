import { refuse } from './error.ts';
import { matches, parseFilter } from './filter.ts';
import { group } from './group.ts';
import { parseProjection } from './projection.ts';
import { inBulk, lazily, limitRows, mapRows, skipRows } from './rows.ts';
import { type Rows } from './scan.ts';
import { parseSort } from './sort.ts';
import { sortRows } from './sort-rows.ts';
import { type TimeLimit } from './time-limit.ts';
import { doc, isDoc, numeric, type Doc, type Value } from './value.ts';

export type Stage = (source: Rows, limit: TimeLimit) => Rows;

const makers: ReadonlyMap<string, (spec: Value) => Stage> = new Map<string, (spec: Value) => Stage>([
  ['$match', (spec) => match(asDocument('$match', spec))],
  ['$sort', (spec) => sort(sortOf(spec))],
  ['$skip', (spec) => skip(skipOf(spec))],
  ['$limit', (spec) => limited(limitOf(spec))],
  ['$project', (spec) => project(asDocument('$project', spec))],
  ['$group', (spec) => group(asDocument('$group', spec))],
  ['$count', (spec) => count(spec)],
]);

/**
 * Parses one stage of a pipeline.
 * @throws MongoError naming a stage that is not supported
 */
export function stageOf(stage: Doc): Stage {
  const [entry, ...others] = stage;
  if (!entry || others.length > 0)
    return refuse('Location40323', 'A pipeline stage specification object must contain exactly one field.');
  const [name, spec] = entry;
  const make = makers.get(name);
  return make ? make(spec) : refuse('Location40324', `Unrecognized pipeline stage name: '${name}'`);
}

/** The document a stage is described by. */
export const asDocument = (stage: string, value: Value): Doc =>
  isDoc(value) ? value : refuse('FailedToParse', `the ${stage} stage needs a document`);

/** The fields that `$sort` is given. */
export function sortOf(spec: Value): ReturnType<typeof parseSort> {
  const fields = parseSort(asDocument('$sort', spec));
  return fields.length > 0 ? fields : refuse('Location15976', '$sort stage must have at least one sort key');
}

/** The number that `$skip` is given. */
export const skipOf = (spec: Value): number =>
  amount(spec, 0) ??
  refuse('Location5107200', 'invalid argument to $skip stage: a whole number >= 0 is expected');

/** The number that `$limit` is given. */
export function limitOf(spec: Value): number {
  const number = amount(spec, 0);
  if (number === 0) refuse('Location15958', 'the limit must be positive');
  return (
    number ?? refuse('Location2107201', 'invalid argument to $limit stage: a whole number > 0 is expected')
  );
}

function amount(value: Value, least: number): number | undefined {
  const number = Number(numeric(value) ?? Number.NaN);
  return Number.isInteger(number) && number >= least ? number : undefined;
}

function match(query: Doc): Stage {
  const filter = parseFilter(query);
  return (source, limit) => mapRows(source, limit, (row) => (matches(filter, row.doc) ? row : undefined));
}

const sort =
  (fields: ReturnType<typeof parseSort>): Stage =>
  (source, limit) =>
    sortRows(source, fields, limit);

const skip =
  (rows: number): Stage =>
  (source) =>
    skipRows(source, rows);

const limited =
  (rows: number): Stage =>
  (source) =>
    limitRows(source, rows);

function project(spec: Doc): Stage {
  if (spec.size === 0)
    refuse('BadValue', 'Invalid $project: projection specification must have at least one field');
  const shape = parseProjection(spec);
  return (source, limit) => mapRows(source, limit, shape);
}

function count(name: Value): Stage {
  if (typeof name !== 'string' || name === '')
    return refuse('Location40156', 'the count field must be a non-empty string');
  if (name.startsWith('$')) refuse('Location40158', 'the count field cannot be a $-prefixed path');
  if (name.includes('.')) refuse('Location40160', "the count field cannot contain '.'");
  return (source) =>
    lazily(async () => {
      let n = 0;
      for await (const rows of inBulk(source)) n += rows.length;
      return n === 0 ? [] : [{ doc: doc({ [name]: n }) }];
    });
}
