import { add } from './arithmetic.ts';
import { refuse } from './error.ts';
import { compare } from './compare.ts';
import { Opaque, bsonType, numeric, type Value } from './value.ts';

export interface Modifier {
  /** @throws MongoError for an operand that fits no field */
  readonly check?: (operand: Value, path: string) => void;
  /** Makes a field's new value from its old one; undefined takes the field away. */
  readonly modify: (before: Value | undefined, operand: Value, path: string) => Value | undefined;
}

/** The update operators. */
export const modifiers: ReadonlyMap<string, Modifier> = new Map<string, Modifier>([
  ['$set', { check: refuseNow, modify: (_, operand) => operand }],
  ['$setOnInsert', { check: refuseNow, modify: (_, operand) => operand }],
  ['$unset', { modify: () => undefined }],
  ['$inc', { check: checkNumber, modify: increase }],
  [
    '$max',
    {
      check: refuseNow,
      modify: (before, operand) => (before === undefined || compare(operand, before) > 0 ? operand : before),
    },
  ],
]);

/** MongoDB puts the present time in the place of an empty timestamp. */
export function refuseNow(operand: Value): void {
  if (
    operand instanceof Opaque &&
    operand.type === bsonType.timestamp &&
    operand.bytes.every((byte) => byte === 0)
  )
    refuse('BadValue', 'the value Timestamp(0, 0) is not supported by this server');
}

function checkNumber(operand: Value, path: string): void {
  if (numeric(operand) === undefined)
    refuse('TypeMismatch', `Cannot increment with a non-numeric argument: '${path}'`);
}

/** A missing field counts as 0, but a null is no number. */
function increase(before: Value | undefined, operand: Value, path: string): Value {
  if (before === undefined) return operand;
  if (numeric(before) === undefined)
    refuse('TypeMismatch', `Cannot apply $inc to a value of non-numeric type at '${path}'`);
  return add(before, operand) ?? refuse('BadValue', `$inc of '${path}' exceeds an int64`);
}
