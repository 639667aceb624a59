import { refuse } from '../error.ts';
import { compare } from '../query/compare.ts';
import { isIndex } from '../query/path.ts';
import { type Doc, Double, numeric, type Value } from '../wire/value.ts';

/**
 * Computes the new value of a field from the old one; undefined removes the field.
 * @throws MongoError for an operand that is not valid, or not for this value
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

/** The sum has the wider type, or is an int64 if an int32 is too small. A missing field is 0; null is no number. */
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

/**
 * Changes the value at a path, creating the documents on the way. Unlike a query, an update does not enter arrays.
 * @param modify computes the new value from the old one; `undefined` stands for a missing field
 * @throws MongoError PathNotViable when a value on the way cannot have fields
 */
export function modifyAt(
  document: Doc,
  parts: readonly string[],
  modify: (before: Value | undefined) => Value | undefined,
): void {
  let node: Value = document;
  for (const [depth, part] of parts.entries()) {
    if (Array.isArray(node) && isIndex(part))
      refuse('BadValue', `an update of the element ${part} of an array is not supported by this server`);
    const before: Value | undefined = node instanceof Map ? node.get(part) : undefined;
    const rest = parts.slice(depth + 1);
    if (before !== undefined && rest.length > 0) {
      node = before;
      continue;
    }
    const value = modify(before);
    if (value === before) return;
    if (!(node instanceof Map))
      return refuse('PathNotViable', `Cannot create field '${part}' in a value without fields`);
    if (value === undefined) node.delete(part);
    else node.set(part, nested(rest, value));
    return;
  }
}

/** A value within documents of these names. */
const nested = (names: readonly string[], value: Value): Value =>
  names.reduceRight<Value>((inner, name) => new Map([[name, inner]]), value);
