import { type Fault, noFaults } from '../../check.ts';
import { err, ok, type Result } from '../../result.ts';
import { noDecimals, notACurrency, tooManyDecimals, twoReadings } from '../answer-faults.ts';
import { asDecimal, decimalsOf } from '../currencies.ts';
import { type Decimal, exactNumber, isWhole, plainText, shifted } from './decimal.ts';
import { readDecimals } from './written-number.ts';

/** How a text is read. */
export interface ReadingOptions {
  /** The language of the text, a BCP 47 tag. */
  readonly language?: string | undefined;
  /** The choice among the readings of a text that has two, as `Misread` lists it. */
  readonly meant?: string | undefined;
}

/** A text that is not one number. */
export interface Misread {
  readonly faults: readonly Fault[];
  /** The readings of a text that has two, as decimals such as `1234` and `1.234`. */
  readonly choices: readonly string[];
}

/**
 * Reads the number that a person wrote, exactly as it was written.
 * @param text not blank
 * @returns `ambiguous_value` with the readings to choose from, `out_of_range` for a number that JSON cannot keep, or
 * `invalid_type`
 */
export function readNumber(text: string, options: ReadingOptions = {}): Result<number, Misread> {
  const read = readDecimals(text, options.language);
  if (!read.ok) return misread(read.error);
  return chosen(read.value, options.meant, exactNumber, plainText);
}

/**
 * Reads an amount that a person wrote.
 * @param text not blank
 * @param currency a code of ISO 4217
 * @returns the amount in the currency's minor unit; or as `readNumber`, and `out_of_range` for more decimals than the
 * currency has. The choices have the decimals of the currency.
 */
export function readAmount(
  text: string,
  currency: string,
  options: ReadingOptions = {},
): Result<number, Misread> {
  const decimals = decimalsOf(currency);
  if (decimals === null) return misread(notACurrency);
  const read = readInCurrency(text, decimals, options.language);
  if (!read.ok) return misread(read.error);
  const inMinorUnit = (amount: Decimal): Result<number, readonly Fault[]> => {
    const units = shifted(amount, decimals);
    return isWhole(units)
      ? exactNumber(units)
      : err(decimals === 0 ? noDecimals(currency) : tooManyDecimals(currency, decimals));
  };
  const written = (amount: Decimal): string => {
    const units = inMinorUnit(amount);
    return units.ok ? asDecimal(units.value, currency) : plainText(amount);
  };
  return chosen(read.value, options.meant, inMinorUnit, written);
}

/**
 * As `readDecimals`. Decimals beyond those of the currency, which can only be zeros, are rather a group of thousands, as in `1.000`
 * euros: then the language does not decide.
 */
function readInCurrency(text: string, decimals: number, language?: string): ReturnType<typeof readDecimals> {
  const usual = readDecimals(text, language);
  const open = decimals < 3 && language !== undefined ? readDecimals(text) : usual;
  if (!open.ok || !usual.ok || open.value.length === usual.value.length) return usual;
  const [, fraction] = open.value;
  const isFraction = fraction !== undefined && plainText(fraction) === plainText(usual.value[0]);
  return isFraction && isWhole(shifted(fraction, decimals)) ? open : usual;
}

const misread = (faults: readonly Fault[], choices: readonly string[] = []): Result<never, Misread> =>
  err({ faults, choices });

/** Converts the only reading of a text, or the one that was chosen. Readings that cannot be converted are no choice. */
function chosen(
  readings: readonly [Decimal, ...Decimal[]],
  meant: string | undefined,
  convert: (reading: Decimal) => Result<number, readonly Fault[]>,
  written: (reading: Decimal) => string,
): Result<number, Misread> {
  const [first, second] = readings.map((reading) => ({ text: written(reading), result: convert(reading) }));
  if (!first) return misread(noFaults);
  if (!second) return first.result.ok ? first.result : misread(first.result.error);
  const possible = [first, second].filter(({ result }) => result.ok);
  const choice = possible.find(({ text }) => text === meant);
  if (choice?.result.ok) return ok(choice.result.value);
  if (possible.length === 0) return first.result.ok ? first.result : misread(first.result.error);
  const texts = possible.map(({ text }) => text);
  return misread(twoReadings(texts), texts);
}
