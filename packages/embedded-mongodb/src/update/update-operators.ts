import { refuse } from '../error.ts';
import { compare } from '../query/compare.ts';
import { isIndex } from '../query/path.ts';
import { type Doc, Double, numeric, type Value } from '../wire/value.ts';

/**
 * Makes a field's new value from its old one; undefined takes the field away.
 * @throws MongoError for an operand that fits no field, or not that one
 */
export type Modify = (before: Value | undefined, operand: Value, path: string) => Value | undefined;

/** The update operators. */
export const modifiers: ReadonlyMap<string, Modify> = new Map<string, Modify>([
  ['$set', (_, operand) => operand],
  ['$setOnInsert', (_, operand) => operand],
  ['$unset', () => undefined],
  ['$inc', increase],
  ['$max', (before, operand) => (before === undefined || compare(operand, before) > 0 ? operand : before)],
]);

const int64 = { least: -(2n ** 63n), greatest: 2n ** 63n - 1n };

/** As wide as the wider one, or an int64 where an int32 does not suffice. A missing field is 0, but a null no number. */
function increase(before: Value | undefined, operand: Value, path: string): Value {
  const y =
    numeric(operand) ?? refuse('TypeMismatch', `Cannot increment with a non-numeric argument: '${path}'`);
  if (before === undefined) return operand;
  const x =
    numeric(before) ??
    refuse('TypeMismatch', `Cannot apply $inc to a value of non-numeric type at '${path}'`);
  if (before instanceof Double || operand instanceof Double) return new Double(Number(x) + Number(y));
  const sum = BigInt(x) + BigInt(y);
  if (sum < int64.least || sum > int64.greatest) refuse('BadValue', `$inc of '${path}' exceeds an int64`);
  const narrow = Number(sum);
  return typeof x === 'bigint' || typeof y === 'bigint' || narrow !== (narrow | 0) ? sum : narrow;
}

/** What an update finds at a path: unlike a query, it enters no arrays. */
export function getAt(document: Doc, parts: readonly string[]): Value | undefined {
  let node: Value | undefined = document;
  for (const part of parts) {
    if (Array.isArray(node) && isIndex(part)) refuseElement(part);
    node = node instanceof Map ? node.get(part) : undefined;
  }
  return node;
}

const refuseElement = (part: string): never =>
  refuse('BadValue', `an update of the element ${part} of an array is not supported by this server`);

/**
 * Puts a value at a path, making the documents on the way; `undefined` takes it away.
 * @throws MongoError PathNotViable when something on the way cannot hold fields
 */
export function setAt(document: Doc, parts: readonly string[], value: Value | undefined): void {
  let node: Value = document;
  for (const [depth, part] of parts.entries()) {
    if (!(node instanceof Map)) {
      if (Array.isArray(node) && isIndex(part)) refuseElement(part);
      if (value === undefined) return;
      return refuse('PathNotViable', `Cannot create field '${part}' in a value without fields`);
    }
    const next: Value | undefined = node.get(part);
    if (depth === parts.length - 1) {
      if (value === undefined) node.delete(part);
      else node.set(part, value);
    } else if (next !== undefined) node = next;
    else if (value === undefined) return;
    else {
      const made: Doc = new Map();
      node.set(part, made);
      node = made;
    }
  }
}
