import { type Fault, pointer } from '../check.ts';
import { visitJson } from './visit-json.ts';

/**
 * Finds the names that occur more than once in an object of a JSON text.
 * @param text JSON
 * @returns a fault for each such name
 */
export function repeatedNames(text: string): readonly Fault[] {
  const names = new Map<object, Set<string>>();
  const found = new Set<string>();
  visitJson(text, {
    name(name, object) {
      const seen = names.get(object) ?? new Set();
      if (seen.has(name)) found.add(object.path + pointer(name));
      names.set(object, seen.add(name));
    },
  });
  return [...found].map((at) => ({ code: 'ambiguous_field', message: 'Is given more than once.', at }));
}
