import { refuse } from '../error.ts';
import { type Doc, doc, isDoc, numeric, type Value } from '../wire/value.ts';
import { matches, parseFilter } from './filter.ts';
import { group } from './group.ts';
import { parseProjection } from './projection.ts';
import { limitRows, mapRows, type Rows, rowsOf, skipRows } from './rows.ts';
import { parseSort, type SortField, sortRows } from './sort.ts';

export type Stage = (source: Rows) => Rows;

const makers: ReadonlyMap<string, (spec: Value) => Stage> = new Map<string, (spec: Value) => Stage>([
  ['$match', (spec) => match(asDocument('$match', spec))],
  ['$sort', (spec) => sorted(sortOf(spec))],
  ['$skip', (spec) => skipped(skipOf(spec))],
  ['$limit', (spec) => limited(limitOf(spec))],
  ['$project', (spec) => project(asDocument('$project', spec))],
  ['$group', (spec) => group(asDocument('$group', spec))],
  ['$count', count],
]);

/**
 * Parses one stage of a pipeline.
 * @throws MongoError naming a stage that is not supported
 */
export function stageOf(stage: Doc): Stage {
  const [entry, ...others] = stage;
  if (!entry || others.length > 0)
    return refuse(40323, 'A pipeline stage specification object must contain exactly one field.');
  const [name, spec] = entry;
  const make = makers.get(name) ?? refuse(40324, `Unrecognized pipeline stage name: '${name}'`);
  return make(spec);
}

/** The specification of a stage, which has to be a document. */
export const asDocument = (stage: string, value: Value): Doc =>
  isDoc(value) ? value : refuse('FailedToParse', `the ${stage} stage needs a document`);

/** The fields of `$sort`. */
export function sortOf(spec: Value): SortField[] {
  const fields = parseSort(asDocument('$sort', spec));
  return fields.length > 0 ? fields : refuse(15976, '$sort stage must have at least one sort key');
}

/** The number of `$skip`. */
export const skipOf = (spec: Value): number =>
  amount(spec) ?? refuse(5107200, 'invalid argument to $skip stage: a whole number >= 0 is expected');

/** The number of `$limit`. */
export function limitOf(spec: Value): number {
  const number =
    amount(spec) ?? refuse(2107201, 'invalid argument to $limit stage: a whole number > 0 is expected');
  return number > 0 ? number : refuse(15958, 'the limit must be positive');
}

function amount(value: Value): number | undefined {
  const number = Number(numeric(value) ?? Number.NaN);
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

function match(query: Doc): Stage {
  const filter = parseFilter(query);
  return (source) => mapRows(source, (row) => (matches(filter, row) ? row : undefined));
}

const sorted =
  (fields: readonly SortField[]): Stage =>
  (source) =>
    sortRows(source, fields);
const skipped =
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
  return (source) => mapRows(source, shape);
}

function count(name: Value): Stage {
  if (typeof name !== 'string' || name === '')
    return refuse(40156, 'the count field must be a non-empty string');
  if (name.startsWith('$')) refuse(40158, 'the count field cannot be a $-prefixed path');
  if (name.includes('.')) refuse(40160, "the count field cannot contain '.'");
  return function* counted(source) {
    let n = 0;
    for (const row of source) {
      if (row) n++;
      yield undefined;
    }
    if (n > 0) yield* rowsOf([doc({ [name]: n })]);
  };
}
