import { refuse } from '../error.ts';
import { type Value } from '../wire/value.ts';

/** A caret, then characters that stand for themselves: letters, digits and some others, or any sign behind a backslash. */
const prefixPattern = /^\^((?:[\p{L}\p{M}\p{N} _\-=:@~#%&'",;<>/!]|\\[^\p{L}\p{N}])*)$/u;

/** The prefix that a pattern asks for. @throws MongoError BadValue for any other pattern */
export function prefixIn(pattern: Value): string {
  if (typeof pattern !== 'string') return refuse('BadValue', '$regex has to be a string');
  const [, prefix] = prefixPattern.exec(pattern) ?? [];
  return prefix === undefined
    ? refuse('BadValue', 'a $regex other than ^ and a text is not supported by this server')
    : prefix.replaceAll(/\\(.)/gsu, '$1');
}
