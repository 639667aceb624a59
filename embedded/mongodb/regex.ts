import { RE2JS } from 're2js';
import { refuse } from './error.ts';
import { equal } from './compare.ts';
import { spend } from './effort.ts';
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
 * @throws MongoError for what is no regular expression, and for what matches otherwise in MongoDB's dialect
 */
export function regexTest(operand: Value, options: Value | undefined): (value: Value) => boolean {
  const pattern = compile(operand, options);
  const steps = pattern.programSize();
  return (value) => {
    if (typeof value === 'string') {
      spend(value.length * steps);
      return pattern.test(value);
    }
    return typeOf(value) === bsonType.regex && typeOf(operand) === bsonType.regex && equal(value, operand);
  };
}

function compile(operand: Value, options: Value | undefined): RE2JS {
  const own = operand instanceof Opaque && operand.type === bsonType.regex ? partsOf(operand) : undefined;
  const pattern = own?.pattern ?? (typeof operand === 'string' ? operand : undefined);
  if (pattern === undefined) return refuse('BadValue', '$regex has to be a string');
  if (options !== undefined && typeof options !== 'string')
    return refuse('BadValue', '$options has to be a string');
  const flags = options ?? own?.options ?? '';
  if (!/^[isu]*$/.test(flags)) refuse('Location51091', `regular expression options not supported: ${flags}`);
  const bits = (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('s') ? RE2JS.DOTALL : 0);
  try {
    return RE2JS.compile(translate(pattern), bits);
  } catch (error) {
    return refuse('Location51091', `regular expression is not supported: ${String(error)}`);
  }
}

/** What both dialects read alike; of groups only plain ones, of escapes those of single characters and of classes. */
const tokens = /\\[dDwWsSbBnrtf]|\\[^\p{L}\p{N}\s]|\[:\^?[a-z]+:\]|\[[.=:]|\(\?:|\(\?|\{,|[^\\]/gsu;
/** A space is also the vertical tab, which RE2 leaves out. */
const spaces = String.raw`\t\n\v\f\r `;

/**
 * A pattern of PCRE, MongoDB's dialect, as one of RE2.
 * @throws MongoError naming what is not supported
 */
function translate(pattern: string): string {
  const unsupported = (token: string): never =>
    refuse('Location51091', `regular expression is not supported: '${token}' in '${pattern}'`);
  let [made, read, depth] = ['', 0, 0];
  /** Where the first character of the class at hand stands. */
  let inClass: number | undefined;
  for (const { 0: token, index } of pattern.matchAll(tokens)) {
    if (index !== read) unsupported(pattern.slice(read, index + token.length));
    read = index + token.length;
    const isPosix = token.startsWith('[') && token.length > 1;
    if (['(?', '{,', '\0'].includes(token) || (isPosix && (token.length === 2 || inClass === undefined)))
      unsupported(token);
    if (token === '\\s') made += inClass === undefined ? `[${spaces}]` : spaces;
    else if (token === '\\S') made += inClass === undefined ? `[^${spaces}]` : unsupported(token);
    else if (token === '$' && inClass === undefined) {
      // Before a line feed at the end, too: so nothing may follow.
      if (depth > 0 || !(read === pattern.length || pattern[read] === '|')) unsupported(pattern.slice(index));
      made += String.raw`(?:\n?\z)`;
    } else made += token;
    if (inClass !== undefined) {
      if (token === ']' && index > inClass) inClass = undefined;
    } else if (token === '[') inClass = pattern[read] === '^' ? read + 1 : read;
    else if (token === '(' || token === '(?:') depth++;
    else if (token === ')') depth--;
  }
  return read === pattern.length ? made : unsupported(pattern.slice(read));
}
