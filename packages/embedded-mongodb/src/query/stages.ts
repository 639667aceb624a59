import { refuse } from '../error.ts';
import { type Doc, doc, isDoc, numeric, type Value } from '../wire/value.ts';
import { type Filter, matches, parseFilter } from './filter.ts';
import { group } from './group.ts';
import { parseProjection } from './projection.ts';
import { limitRows, mapRows, type Row, type Rows, rowsOf, skipRows } from './rows.ts';
import { parseSort, type SortField, sortRows } from './sort.ts';

export type Stage = (source: Rows) => Rows;

const makers: ReadonlyMap<string, (spec: Value) => Stage> = new Map<string, (spec: Value) => Stage>([
  ['$match', stageWith(filterOf, matching)],
  ['$sort', stageWith(sortOf, sortRows)],
  ['$skip', stageWith(skipOf, skipRows)],
  ['$limit', stageWith(limitOf, limitRows)],
  ['$project', stageWith(projectionOf, mapRows)],
  ['$group', (spec) => group(asDocument('$group', spec))],
  ['$count', count],
]);

/** A stage that needs its specification only in a parsed form. */
function stageWith<T>(
  parse: (spec: Value) => T,
  run: (source: Rows, parsed: T) => Rows,
): (spec: Value) => Stage {
  return (spec) => {
    const parsed = parse(spec);
    return (source) => run(source, parsed);
  };
}

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

/** The conditions of `$match`. */
export function filterOf(spec: Value): Filter {
  return parseFilter(asDocument('$match', spec));
}

function matching(source: Rows, filter: Filter): Rows {
  return mapRows(source, (row) => (matches(filter, row) ? row : undefined));
}

/** The fields of `$sort`. */
export function sortOf(spec: Value): SortField[] {
  const fields = parseSort(asDocument('$sort', spec));
  return fields.length > 0 ? fields : refuse(15976, '$sort stage must have at least one sort key');
}

/** The number of `$skip`. */
export function skipOf(spec: Value): number {
  return amount(spec) ?? refuse(5107200, 'invalid argument to $skip stage: a whole number >= 0 is expected');
}

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

function projectionOf(spec: Value): (row: Row) => Row {
  const fields = asDocument('$project', spec);
  return fields.size > 0
    ? parseProjection(fields)
    : refuse('BadValue', 'Invalid $project: projection specification must have at least one field');
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
