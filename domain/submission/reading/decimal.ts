import type { Fault } from '../../check.ts';
import { err, ok, type Result } from '../../result.ts';
import { tooLarge, tooManyDigits, tooSmall } from '../answer-faults.ts';

/**
 * A decimal number of any length: `digits` times ten to the `exponent`. Each number has one such form: the digits neither
 * begin nor end with a zero, and zero has none.
 */
export interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const literal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Parses a number as JSON writes it; also with `+`, leading zeros, or nothing before or after the point. */
export function decimalOf(text: string): Decimal | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = literal.exec(text) ?? [];
  const written = whole + fraction;
  if (written === '') return null;
  const significant = written.replace(/^0+/, '');
  const digits = withoutEndingZeros(significant);
  if (digits === '') return zero;
  return {
    isNegative: sign === '-',
    digits,
    exponent: exponentOf(exponent) - fraction.length + (significant.length - digits.length),
  };
}

/** Beyond this limit a number is out of range, whatever its digits are. */
const largestExponent = 1e7;

/** Parses a whole number of any length. */
export const exponentOf = (text: string): number =>
  Math.max(-largestExponent, Math.min(largestExponent, Number(text)));

const zero: Decimal = { isNegative: false, digits: '', exponent: 0 };

/** Linear in the length, unlike a regular expression that is tried at each of many zeros. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Returns `decimal` times ten to the power of `places`. */
export const shifted = (decimal: Decimal, places: number): Decimal =>
  decimal.digits === '' ? decimal : { ...decimal, exponent: decimal.exponent + places };

const isSame = (a: Decimal, b: Decimal): boolean =>
  a.isNegative === b.isNegative && a.digits === b.digits && a.exponent === b.exponent;

/** Whether it has no decimals. */
export const isWhole = ({ exponent }: Decimal): boolean => exponent >= 0;

/**
 * Converts to the number of JSON that is kept and given back unchanged.
 * @returns `out_of_range` for a whole number beyond 2^53 - 1, and for any number whose digits a double would change
 */
export function exactNumber(decimal: Decimal): Result<number, readonly Fault[]> {
  const { isNegative, digits, exponent } = decimal;
  const value = Number(`${isNegative ? '-' : ''}${digits || '0'}e${exponent}`);
  if (isWhole(decimal)) return Number.isSafeInteger(value) ? ok(value) : err(tooLarge);
  const kept = decimalOf(String(value));
  if (kept && isSame(kept, decimal)) return ok(value);
  return err(value === 0 ? tooSmall : tooManyDigits);
}

/** Writes a finite number of JavaScript as `plainText`. */
export const plainNumber = (value: number): string => plainText(decimalOf(String(value)) ?? zero);

const maxPlainDigits = 21;

/** Writes a number without exponent where it is short enough, such as `1234.5` or `-0.001`. */
export function plainText({ isNegative, digits, exponent }: Decimal): string {
  const sign = isNegative ? '-' : '';
  if (digits === '') return '0';
  if (Math.abs(exponent) > maxPlainDigits) return `${sign}${digits}e${exponent}`;
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}
