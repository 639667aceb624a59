import type { Fault } from '../check.ts';
import { err, ok, type Result } from '../result.ts';
import { inexactNumbers } from './inexact-numbers.ts';
import { repeatedNames } from './repeated-names.ts';

/**
 * Finds the parts of a JSON text that `JSON.parse` would change without an error: numbers that JavaScript cannot hold, and names that
 * occur more than once in an object.
 * @param text JSON
 */
export const silentChanges = (text: string): readonly Fault[] => [
  ...repeatedNames(text),
  ...inexactNumbers(text),
];

/**
 * Parses a JSON text without changing it.
 * @returns the value; `silentChanges` if there are any; null for a text that is not JSON
 */
export function readJson(text: string): Result<unknown, readonly Fault[]> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const faults = silentChanges(text);
  return faults.length === 0 ? ok(value) : err(faults);
}
