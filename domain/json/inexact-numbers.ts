import type { Fault } from '../check.ts';
import { decimalOf, exactNumber } from '../submission/reading/decimal.ts';
import { visitJson } from './visit-json.ts';

/** Numbers of up to 15 digits and without exponent are kept; this finds all others, and texts that look like them. */
const maybeInexact = /\d[\d.]{15}|\d[eE][+-]?\d/;

/**
 * Finds the numbers of a JSON text that JavaScript would change: whole numbers beyond 2^53 - 1, numbers with too many
 * digits, and numbers too close to zero.
 * @param text JSON
 */
export function inexactNumbers(text: string): readonly Fault[] {
  if (!maybeInexact.test(text)) return [];
  const faults: Fault[] = [];
  visitJson(text, {
    number(literal, path) {
      if (!maybeInexact.test(literal)) return;
      const decimal = decimalOf(literal);
      const number = decimal && exactNumber(decimal);
      if (number?.ok === false)
        for (const { code, message } of number.error) faults.push({ code, message, at: path });
    },
  });
  return faults;
}
