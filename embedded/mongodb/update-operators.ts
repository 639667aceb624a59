import { add } from './arithmetic.ts';
import { refuse } from './error.ts';
import { elementTest } from './filter.ts';
import { compare, equal } from './compare.ts';
import { regexTest } from './regex.ts';
import { bsonType, isDoc, numeric, typeOf, type Value } from './value.ts';

/** Makes a field's new value from its old one; undefined takes the field away. */
export type Modify = (before: Value | undefined, operand: Value, path: string) => Value | undefined;

/** The update operators. */
export const modifiers: ReadonlyMap<string, Modify> = new Map<string, Modify>([
  ['$set', (_, operand) => operand],
  ['$setOnInsert', (_, operand) => operand],
  ['$unset', () => undefined],
  ['$inc', (before, operand, path) => increase(before, operand, path)],
  ['$min', (before, operand) => (before === undefined || compare(operand, before) < 0 ? operand : before)],
  ['$max', (before, operand) => (before === undefined || compare(operand, before) > 0 ? operand : before)],
  ['$push', (before, operand, path) => push(before, operand, path)],
  ['$addToSet', (before, operand, path) => addToSet(before, operand, path)],
  ['$pull', (before, operand, path) => pull(before, operand, path)],
]);

/** A missing field counts as 0, but a null is no number. */
function increase(before: Value | undefined = 0, operand: Value, path: string): Value {
  if (numeric(operand) === undefined)
    refuse('TypeMismatch', `Cannot increment with a non-numeric argument: '${path}'`);
  if (numeric(before) === undefined)
    refuse('TypeMismatch', `Cannot apply $inc to a value of non-numeric type at '${path}'`);
  return add(before, operand) ?? refuse('BadValue', `$inc of '${path}' exceeds an int64`);
}

function arrayAt(before: Value | undefined, operator: string, path: string): Value[] {
  if (Array.isArray(before)) return before;
  if (before === undefined) return [];
  return refuse('BadValue', `The field '${path}' must be an array for ${operator}`);
}

/** Several values at once, and what goes with them, are not supported. */
function lone(operator: string, operand: Value): Value {
  if (isDoc(operand) && operand.has('$each')) refuse('BadValue', `$each of ${operator} is not supported`);
  return operand;
}

function push(before: Value | undefined, operand: Value, path: string): Value {
  return [...arrayAt(before, '$push', path), lone('$push', operand)];
}

function addToSet(before: Value | undefined, operand: Value, path: string): Value {
  const items = arrayAt(before, '$addToSet', path);
  const added = lone('$addToSet', operand);
  return items.some((item) => equal(item, added)) ? items : [...items, added];
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
