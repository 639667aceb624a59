import { compileExpression } from './expression.ts';
import { refuse } from './error.ts';
import { matches, parseFilter } from './filter.ts';
import { group } from './group.ts';
import { splitPath } from './path.ts';
import { parseSort } from './planner.ts';
import { parseProjection } from './projection.ts';
import { inBulk, lazily, limitRows, mapRows, skipRows, sortRows } from './rows.ts';
import { type Row, type Rows } from './scan.ts';
import { getAt, setAt } from './update-path.ts';
import { doc, isDoc, numeric, truthy, type Doc, type Value } from './value.ts';

export type Stage = (source: Rows) => Rows;

const makers: ReadonlyMap<string, (spec: Value) => Stage> = new Map<string, (spec: Value) => Stage>([
  ['$match', (spec) => match(asDocument('$match', spec))],
  ['$sort', (spec) => sort(asDocument('$sort', spec))],
  ['$skip', (spec) => (source) => skipRows(source, amount('$skip', spec, 0))],
  ['$limit', (spec) => (source) => limitRows(source, amount('$limit', spec, 1))],
  ['$project', (spec) => project(asDocument('$project', spec))],
  ['$set', (spec) => addFields(asDocument('$set', spec))],
  ['$addFields', (spec) => addFields(asDocument('$addFields', spec))],
  ['$unset', (spec) => unset(Array.isArray(spec) ? spec : [spec])],
  ['$group', (spec) => group(asDocument('$group', spec))],
  ['$count', (spec) => count(spec)],
  ['$unwind', (spec) => unwind(spec)],
  ['$sample', (spec) => sample(amount('$sample', asDocument('$sample', spec).get('size') ?? null, 1))],
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
  return make
    ? make(spec)
    : refuse('Location40324', `Unrecognized pipeline stage name: '${name}', or not supported by this server`);
}

/** The document a stage is described by. */
export const asDocument = (stage: string, value: Value): Doc =>
  isDoc(value) ? value : refuse('FailedToParse', `the ${stage} stage needs a document`);

/** The number that `$skip` or `$limit` is given. */
export function amount(stage: string, value: Value, least: number): number {
  const number = Number(numeric(value) ?? Number.NaN);
  return Number.isInteger(number) && number >= least
    ? number
    : refuse('BadValue', `${stage} needs a whole number of at least ${least}`);
}

/** A stage that makes each document into another. */
const mapping =
  (map: (document: Doc) => Doc): Stage =>
  (source) =>
    mapRows(source, (row) => [{ doc: map(row.doc) }]);

function match(query: Doc): Stage {
  const filter = parseFilter(query);
  return (source) => mapRows(source, (row) => (matches(filter, row.doc) ? [row] : []));
}

function sort(spec: Doc): Stage {
  const fields = parseSort(spec);
  return (source) => sortRows(source, fields);
}

function project(spec: Doc): Stage {
  const shape = parseProjection(spec, compileExpression);
  return (source) => mapRows(source, (row) => [shape(row)]);
}

function addFields(spec: Doc): Stage {
  const fields = [...spec].map(([path, value]) => ({
    parts: splitPath(path),
    compute: compileExpression(value),
  }));
  return mapping((document) => {
    const made = copyOf(document);
    for (const { parts, compute } of fields) {
      const value = compute(document);
      if (value !== undefined) setAt(made, parts, value);
    }
    return made;
  });
}

/** A copy whose own documents may be changed. */
function copyOf(document: Doc): Doc {
  return new Map([...document].map(([name, value]) => [name, isDoc(value) ? copyOf(value) : value]));
}

function unset(paths: readonly Value[]): Stage {
  const named = paths.map((path) =>
    typeof path === 'string' ? path : refuse('BadValue', '$unset needs paths'),
  );
  return project(new Map(named.map((path) => [path, 0])));
}

function count(name: Value): Stage {
  if (typeof name !== 'string' || name === '' || name.startsWith('$') || name.includes('.'))
    return refuse('BadValue', '$count needs the name of a field');
  return (source) =>
    lazily(async () => {
      let n = 0;
      for await (const rows of inBulk(source)) n += rows.length;
      return n === 0 ? [] : [{ doc: doc({ [name]: n }) }];
    });
}

/** So many documents drawn at random: each that comes may take the place of one drawn before. */
const sample =
  (size: number): Stage =>
  (source) =>
    lazily(async () => {
      const drawn: Row[] = [];
      let seen = 0;
      for await (const rows of inBulk(source))
        for (const row of rows) {
          const place = seen < size ? seen : Math.floor(Math.random() * (seen + 1));
          if (place < size) drawn[place] = row;
          seen++;
        }
      return drawn;
    });

function unwind(spec: Value): Stage {
  const options = isDoc(spec) ? spec : doc({ path: spec });
  for (const name of options.keys())
    if (name !== 'path' && name !== 'preserveNullAndEmptyArrays' && name !== 'includeArrayIndex')
      refuse('BadValue', `unrecognized option to $unwind: ${name}`);
  const path = options.get('path');
  if (typeof path !== 'string' || !path.startsWith('$'))
    return refuse('BadValue', '$unwind needs a path with $');
  const parts = splitPath(path.slice(1));
  const keepEmpty = truthy(options.get('preserveNullAndEmptyArrays'));
  const index = options.get('includeArrayIndex');
  const place = typeof index === 'string' ? splitPath(index) : undefined;
  return (source) => mapRows(source, (row) => unwound(row, parts, keepEmpty, place));
}

function unwound(row: Row, parts: readonly string[], keepEmpty: boolean, place: string[] | undefined): Row[] {
  const value = getAt(row.doc, parts);
  const make = (item: Value | undefined, at: number | null): Row => {
    const made = copyOf(row.doc);
    setAt(made, parts, item);
    if (place) setAt(made, place, at === null ? null : BigInt(at));
    return { doc: made };
  };
  if (Array.isArray(value) && value.length > 0) return value.map((item, at) => make(item, at));
  if (value !== undefined && value !== null && !Array.isArray(value)) return [make(value, null)];
  return keepEmpty ? [make(value === null ? null : undefined, null)] : [];
}
