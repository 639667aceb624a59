import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { err, ok, type Result } from '../result.ts';
import { patternCost } from './pattern-cost.ts';

/** The longest text that any pattern is matched against, in characters. */
const maxPatternText = 2_000;
/**
 * A match takes the steps of the compiled pattern times the characters of the text, each about 90 ns at worst. This many keep
 * one match below about 10 ms, even for a hostile pattern.
 */
export const maxMatchSteps = 100_000;
/** The most steps of a pattern. A pattern without `*` and `+` matches no more characters than it has steps. */
const maxSteps = 300;
/** The most steps of a pattern that an earlier release took. */
const maxEarlierSteps = 500;
/** The most steps of all patterns of a form. */
export const maxFormSteps = 2_000;
/** The most steps that are compiled to be counted, and the most work to read a pattern: each below about 10 ms. */
const [maxEstimatedSteps, maxWork] = [2_000, 1_500];
/** The most work to read all patterns of a form. */
export const maxFormWork = 10_000;

/** The engine caches up to 8 MB of states for a hard pattern, so only a few patterns are cached. */
const compiled = new LRUCache<string, Result<RE2JS, string>>({ max: 40 });
/** The steps of patterns, or why they are refused. */
const measured = new LRUCache<string, Result<number, string>>({ max: 5_000 });

const tooMuch = err('The pattern repeats too much.');

function compile(source: string): Result<RE2JS, string> {
  try {
    const pattern = RE2JS.compile(source);
    return pattern.programSize() <= maxEarlierSteps ? ok(pattern) : tooMuch;
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace('error parsing regexp: ', '') : 'unreadable';
    return err(`The pattern cannot be used: ${reason}. Look-around and back-references are not supported.`);
  }
}

/**
 * Compiles a pattern of the RE2 dialect, which matches in time linear in the text. The text must match as a
 * whole, as with `pattern` in HTML. Takes up to about 10 ms for a pattern that `checkPattern` takes.
 * @returns the compiled pattern, or why it is refused
 */
export function compilePattern(source: string): Result<RE2JS, string> {
  const known = compiled.get(source);
  if (known) return known;
  const result = compile(source);
  compiled.set(source, result);
  return result;
}

/** Returns the steps of a pattern that a form has, or why it is refused; remembered for many patterns. */
function stepsOf(source: string): Result<number, string> {
  const known = measured.get(source);
  if (known) return known;
  const pattern = compilePattern(source);
  const result = pattern.ok ? ok(pattern.value.programSize()) : pattern;
  measured.set(source, result);
  return result;
}

/**
 * Checks a pattern of a new form. One that would take long to compile is refused unseen.
 * @returns its steps, or why it is refused
 */
export function checkPattern(source: string): Result<number, string> {
  const { steps: estimated, work } = patternCost(source);
  if (estimated > maxEstimatedSteps) return tooMuch;
  if (work > maxWork) return err('The pattern has too many classes of characters, or too large ones.');
  const steps = stepsOf(source);
  return steps.ok && steps.value > maxSteps ? tooMuch : steps;
}

/** Returns the longest text that a pattern of a form is matched against, in characters. */
export function longestTextOf(source: string): number {
  const steps = stepsOf(source);
  if (!steps.ok) return maxPatternText;
  return Math.min(maxPatternText, Math.max(Math.floor(maxMatchSteps / steps.value), steps.value));
}

/** Whether a text matches a pattern of a form as a whole. */
export type PatternMatch = (source: string, text: string) => boolean;

export const matchPattern: PatternMatch = (source, text) => {
  const pattern = compilePattern(source);
  if (!pattern.ok) throw new Error(`a field was defined with a pattern that is refused: ${pattern.error}`);
  return pattern.value.matches(text);
};
