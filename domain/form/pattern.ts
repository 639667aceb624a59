import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { err, ok, type Result } from '../result.ts';

/**
 * The time of a match is the length of the text times the steps of the compiled pattern, some 50 ns each at worst.
 * These bounds keep the patterns of one submission below about 0.3 s, whoever wrote them.
 */
export const maxPatternText = 2_000;
const maxSteps = 500;
export const maxFormSteps = 2_000;

/** An engine keeps up to 8 MB of states of a hard pattern, so that few are kept at once. */
const compiled = new LRUCache<string, Result<RE2JS, string>>({ max: 200 });

function compile(source: string): Result<RE2JS, string> {
  try {
    const pattern = RE2JS.compile(source);
    return pattern.programSize() <= maxSteps ? ok(pattern) : err('The pattern repeats too much.');
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace('error parsing regexp: ', '') : 'unreadable';
    return err(`The pattern cannot be used: ${reason}. Look-around and back-references are not supported.`);
  }
}

/**
 * A pattern of the RE2 dialect, matched in time linear in the text. The text has to match as a whole, as with
 * `pattern` in HTML.
 * @returns the compiled pattern, or why it is refused
 */
export function compilePattern(source: string): Result<RE2JS, string> {
  const known = compiled.get(source);
  if (known) return known;
  const result = compile(source);
  compiled.set(source, result);
  return result;
}

/** What a pattern counts towards `maxFormSteps`; nothing where it is refused. */
export function patternSteps(source: string): number {
  const pattern = compilePattern(source);
  return pattern.ok ? pattern.value.programSize() : 0;
}
