import { add, multiply } from './arithmetic.ts';
import { refuse } from './error.ts';
import { elementTest } from './filter.ts';
import { compare, equal } from './key.ts';
import { pushed } from './push.ts';
import { regexTest } from './regex.ts';
import { bsonType, dateValue, isDoc, numeric, typeOf, type Value } from './value.ts';

/** Makes a field's new value from its old one; undefined takes the field away. */
export type Modify = (before: Value | undefined, operand: Value, path: string) => Value | undefined;

/** The update operators, except `$rename`, which is about two fields. */
export const modifiers: ReadonlyMap<string, Modify> = new Map<string, Modify>([
  ['$set', (_, operand) => operand],
  ['$setOnInsert', (_, operand) => operand],
  ['$unset', () => undefined],
  ['$inc', (before, operand, path) => calculated('$inc', add, before, operand, path)],
  ['$mul', (before, operand, path) => calculated('$mul', multiply, before, operand, path)],
  ['$min', (before, operand) => (before === undefined || compare(operand, before) < 0 ? operand : before)],
  ['$max', (before, operand) => (before === undefined || compare(operand, before) > 0 ? operand : before)],
  ['$currentDate', (_, operand) => currentDate(operand)],
  ['$push', (before, operand, path) => push(before, operand, path)],
  ['$addToSet', (before, operand, path) => addToSet(before, operand, path)],
  ['$pop', (before, operand, path) => pop(before, operand, path)],
  ['$pull', (before, operand, path) => pull(before, operand, path)],
  ['$pullAll', (before, operand, path) => pullAll(before, operand, path)],
]);

type Arithmetic = (a: Value, b: Value) => Value | undefined;

/** A missing field counts as 0, but a null is no number. */
function calculated(
  operator: string,
  work: Arithmetic,
  before: Value | undefined = 0,
  operand: Value,
  path: string,
): Value {
  if (numeric(operand) === undefined)
    refuse('TypeMismatch', `Cannot apply ${operator} with a non-numeric argument to '${path}'`);
  if (numeric(before) === undefined)
    refuse('TypeMismatch', `Cannot apply ${operator} to a value of non-numeric type at '${path}'`);
  return work(before, operand) ?? refuse('BadValue', `${operator} of '${path}' exceeds an int64`);
}

function currentDate(operand: Value): Value {
  const type = isDoc(operand) ? operand.get('$type') : 'date';
  if (type !== 'date' || operand === false) refuse('BadValue', '$currentDate supports dates only');
  return dateValue(Date.now());
}

function arrayAt(before: Value | undefined, operator: string, path: string): Value[] {
  if (Array.isArray(before)) return before;
  if (before === undefined) return [];
  return refuse('BadValue', `The field '${path}' must be an array for ${operator}`);
}

const eachOf = (operand: Value): Value | undefined => (isDoc(operand) ? operand.get('$each') : undefined);

function push(before: Value | undefined, operand: Value, path: string): Value {
  const items = arrayAt(before, '$push', path);
  if (!isDoc(operand) || eachOf(operand) === undefined) return [...items, operand];
  return pushed(items, operand);
}

function addToSet(before: Value | undefined, operand: Value, path: string): Value {
  const items = [...arrayAt(before, '$addToSet', path)];
  const each = eachOf(operand);
  if (each !== undefined && !Array.isArray(each)) refuse('TypeMismatch', '$each needs an array');
  if (isDoc(operand) && each !== undefined && operand.size > 1)
    refuse('BadValue', '$addToSet supports no modifier but $each');
  for (const item of Array.isArray(each) ? each : [operand])
    if (!items.some((other) => equal(other, item))) items.push(item);
  return items;
}

function pop(before: Value | undefined, operand: Value, path: string): Value | undefined {
  const end = Number(numeric(operand) ?? Number.NaN);
  if (end !== 1 && end !== -1) refuse('FailedToParse', '$pop expects 1 or -1');
  if (before === undefined) return undefined;
  const items = arrayAt(before, '$pop', path);
  return end === 1 ? items.slice(0, -1) : items.slice(1);
}

function pull(before: Value | undefined, operand: Value, path: string): Value | undefined {
  if (before === undefined) return undefined;
  const drop = pullTest(operand);
  return arrayAt(before, '$pull', path).filter((item) => !drop(item));
}

function pullTest(operand: Value): (item: Value) => boolean {
  if (isDoc(operand)) return elementTest(operand);
  if (typeOf(operand) === bsonType.regex) return regexTest(operand, undefined);
  return (item) => equal(item, operand);
}

function pullAll(before: Value | undefined, operand: Value, path: string): Value | undefined {
  if (!Array.isArray(operand)) return refuse('BadValue', '$pullAll needs an array');
  if (before === undefined) return undefined;
  return arrayAt(before, '$pullAll', path).filter((item) => !operand.some((other) => equal(item, other)));
}
