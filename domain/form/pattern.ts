import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { err, ok, type Result } from '../result.ts';

/**
 * The time of a match is the length of the text times the steps of the compiled pattern, about 50 ns each at
 * worst. These limits keep the patterns of one submission below about 0.3 s, even for hostile patterns.
 */
export const maxPatternText = 2_000;
const maxSteps = 500;
export const maxFormSteps = 2_000;

/** The engine caches up to 8 MB of states for a hard pattern, so only a few patterns are cached. */
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
 * Compiles a pattern of the RE2 dialect, which matches in time linear in the text. The text must match as a
 * whole, as with `pattern` in HTML.
 * @returns the compiled pattern, or why it is refused
 */
export function compilePattern(source: string): Result<RE2JS, string> {
  const known = compiled.get(source);
  if (known) return known;
  const result = compile(source);
  compiled.set(source, result);
  return result;
}

/** Returns the cost of a pattern towards `maxFormSteps`; 0 if it is refused. */
export function patternSteps(source: string): number {
  const pattern = compilePattern(source);
  return pattern.ok ? pattern.value.programSize() : 0;
}
