import { Refused } from './shape.ts';
import { compare, equal, type Fields, isFields, isNumber, sum, textOf } from './values.ts';

type Change = (before: unknown, operand: unknown) => unknown;

const changes: Readonly<Record<string, Change>> = {
  $set: (_, operand) => operand,
  $setOnInsert: (_, operand) => operand,
  $unset: () => undefined,
  $max: (before, operand) => (before === undefined || compare(operand, before) > 0 ? operand : before),
  $inc: (before, operand) => {
    if (!isNumber(operand)) throw new Refused(14);
    if (before === undefined) return operand;
    if (!isNumber(before)) throw new Refused(14);
    return sum(before, operand);
  },
};

/** A copy with a value put at a path, or taken away. */
function put(
  fields: Fields,
  [name = '', ...rest]: readonly string[],
  value: (before: unknown) => unknown,
): Fields {
  const before = fields[name];
  if (rest.length === 0) {
    const after = value(before);
    if (after !== undefined) return { ...fields, [name]: after };
    return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
  }
  if (before === undefined) {
    const made = put({}, rest, value);
    return Object.keys(made).length === 0 ? fields : { ...fields, [name]: made };
  }
  if (isFields(before)) return { ...fields, [name]: put(before, rest, value) };
  // What takes a field away finds none here.
  if (value(undefined) === undefined) return fields;
  throw new Refused(28);
}

/** A document after an update. @throws Refused */
export function changed(document: Fields, update: Fields, isInsert = false): Fields {
  const operators = Object.entries(update);
  if (!operators[0]?.[0].startsWith('$')) return { _id: document['_id'], ...update };
  const steps = operators
    .filter(([operator]) => operator !== '$setOnInsert' || isInsert)
    .flatMap(([operator, fields]) =>
      Object.entries(isFields(fields) ? fields : {}).map(([path, operand]) => ({ operator, path, operand })),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const after = steps.reduce<Fields>(
    (made, { operator, path, operand }) =>
      put(made, path.split('.'), (before) => changes[operator]?.(before, operand)),
    document,
  );
  if (!equal(after['_id'], document['_id'])) throw new Refused(66);
  return after;
}

/** What an upsert makes of a filter that holds fields equal to values, and of an update. */
export function upserted(filter: Fields, update: Fields): Fields {
  const isReplacement = !Object.keys(update)[0]?.startsWith('$');
  return changed(isReplacement ? { _id: filter['_id'] } : { ...filter }, update, true);
}

export const isChange = (before: Fields, after: Fields): boolean => textOf(before) !== textOf(after);
