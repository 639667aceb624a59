import { refuse } from './error.ts';
import { equal } from './compare.ts';
import { Opaque, bsonType, typeOf, type Value } from './value.ts';

/** The pattern and options of a BSON regular expression. */
function partsOf(regex: Opaque): { pattern: string; options: string } {
  const end = regex.bytes.indexOf(0);
  return {
    pattern: regex.bytes.toString('utf8', 0, end),
    options: regex.bytes.toString('utf8', end + 1, regex.bytes.length - 1),
  };
}

/**
 * A test for values that match a regular expression, or are that same expression.
 * @param operand a regex or a string
 * @param options options beside it, such as `i`
 * @throws MongoError for options other than i, m and s, and for patterns outside of JavaScript's syntax
 */
export function regexTest(operand: Value, options: Value | undefined): (value: Value) => boolean {
  const regex = compile(operand, options);
  return (value) => {
    if (typeof value === 'string') return regex.test(value);
    return typeOf(value) === bsonType.regex && typeOf(operand) === bsonType.regex && equal(value, operand);
  };
}

function compile(operand: Value, options: Value | undefined): RegExp {
  const own = operand instanceof Opaque && operand.type === bsonType.regex ? partsOf(operand) : undefined;
  const pattern = own?.pattern ?? (typeof operand === 'string' ? operand : undefined);
  if (pattern === undefined) return refuse('BadValue', '$regex has to be a string');
  if (options !== undefined && typeof options !== 'string')
    return refuse('BadValue', '$options has to be a string');
  const flags = options ?? own?.options ?? '';
  if (!/^[imsu]*$/.test(flags)) refuse('Location51091', `regular expression options not supported: ${flags}`);
  try {
    return new RegExp(pattern, [...new Set(`${flags}u`)].join(''));
  } catch (error) {
    return refuse('Location51091', `regular expression is not supported: ${String(error)}`);
  }
}
