import type { Fault } from '../../check.ts';
import { err, ok, type Result } from '../../result.ts';
import { belowZeroSign, notANumber, notANumberAlone } from '../answer-faults.ts';
import { type Decimal, decimalOf, exponentOf, shifted } from './decimal.ts';

/** A sign, digits with separators, and an exponent, after `plain`. */
const written = /^([+-]?) ?([\d.,' ٫٬]+)(?:[eE]([+-]?\d+))?$/;
const maxCharacters = 1_000;
/** Groups of three digits, or groups of two before the last group of three, as in India. */
const groups = /^[1-9]\d{0,2}(?:_\d{3})+$/;
const indianGroups = /^[1-9]\d?(?:_\d{2})+_\d{3}$/;

/** A number that a text can mean, and the separator by which it does. */
interface Meaning {
  readonly decimal: Decimal;
  /** Which sign separates the groups, or the decimals. */
  readonly separates: { readonly groups?: string; readonly decimals?: string };
}

/**
 * Reads a number that a person wrote, with the digits, signs and separators of any script.
 * @param language a BCP 47 tag: it decides where a separator may be either one of groups or one of decimals
 * @returns the number; two numbers, the whole one first, for a text such as `1,234` that the language leaves open
 */
export function readDecimals(
  text: string,
  language?: string,
): Result<readonly [Decimal, ...Decimal[]], readonly Fault[]> {
  if (text.length > maxCharacters) return err(notANumber);
  const plain = plainNumber(text);
  const [, sign, mantissa = '', exponent = '0'] = written.exec(plain) ?? [];
  const [first, second] = meaningsOf(mantissa.trim());
  if (!first) return err(faultOf(plain));
  const numberOf = ({ decimal }: Meaning) => {
    const isNegative = sign === '-' && decimal.digits !== '';
    return shifted({ ...decimal, isNegative }, exponentOf(exponent));
  };
  if (!second) return ok([numberOf(first)]);
  const preferred = byConvention(language, first, second);
  return ok(preferred ? [numberOf(preferred)] : [numberOf(first), numberOf(second)]);
}

function faultOf(plain: string): readonly Fault[] {
  const isNegative = (plain.startsWith('(') && plain.endsWith(')')) || /^\d.*-$/u.test(plain);
  if (isNegative) return belowZeroSign;
  const hasUnit = /[\p{Sc}%‰٪°]/u.test(plain) || (/\p{L}/u.test(plain) && numberWithUnit.test(plain));
  return hasUnit ? notANumberAlone : notANumber;
}
const numberWithUnit = /^(?:\p{L}+\.? ?)?[+-]?\d[\d.,']*(?: ?\p{L}+)?$/u;

/** Rewrites digits, signs and separators to one form of each. Marks without width, such as those of direction, are left out. */
const plainNumber = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replace(/[\s\p{Zs}]/gu, ' ')
    .replace(/[−‐‑‒–－﹣]/gu, '-')
    .replace(/[＋﹢]/gu, '+')
    .replace(/[’‘ʼ＇`´]/gu, "'")
    .replace(/[，،]/gu, ',')
    .replace(/[．]/gu, '.')
    .trim();

const isDigit = /^\p{Nd}$/u;

/** The value of a digit. Unicode has the ten digits of each script in a row. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = code - 1;
  while (isDigit.test(String.fromCodePoint(before))) before -= 1;
  return (code - before - 1) % 10;
}

/** The numbers that digits with separators can mean: without decimals, and with them. */
function meaningsOf(mantissa: string): Meaning[] {
  const separators: readonly string[] = mantissa.match(/\D/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return meaningOf(mantissa, '', {});
  const whole = isGrouped(mantissa) ? meaningOf(mantissa, '', { groups: last }) : [];
  const isDecimal = ['.', ',', '٫'].includes(last) && separators.indexOf(last) === separators.length - 1;
  if (!isDecimal) return whole;
  const [integer = '', fraction = ''] = mantissa.split(last);
  if (!/^\d*$/.test(integer) && !isGrouped(integer)) return whole;
  return [...whole, ...meaningOf(integer, fraction, { decimals: last })];
}

function meaningOf(integer: string, fraction: string, separates: Meaning['separates']): Meaning[] {
  const decimal = decimalOf(`${integer.replace(/\D/g, '')}.${fraction}`);
  return decimal ? [{ decimal, separates }] : [];
}

/** Whether one separator divides the digits into groups. */
function isGrouped(digits: string): boolean {
  const separator = /\D/.exec(digits)?.[0];
  if (separator === undefined || separator === '٫') return false;
  const shape = digits.replaceAll(separator, '_');
  return groups.test(shape) || (separator === ',' && indianGroups.test(shape));
}

/** The meaning by the separators of a language; null if it has neither of them, or both. */
function byConvention(language: string | undefined, whole: Meaning, fraction: Meaning): Meaning | null {
  if (language === undefined || !isKnown(language)) return null;
  const isWhole = whole.separates.groups === plainNumber(separatorIn(language, 'group'));
  const isFraction = fraction.separates.decimals === plainNumber(separatorIn(language, 'decimal'));
  if (isWhole === isFraction) return null;
  return isWhole ? whole : fraction;
}

/** Whether the separators of a language are known. For others, `Intl` takes those of the language of this process. */
const isKnown = (language: string): boolean => Intl.NumberFormat.supportedLocalesOf(language).length > 0;

const separatorIn = (language: string, type: 'group' | 'decimal'): string =>
  new Intl.NumberFormat(language).formatToParts(1_234_567.5).find((part) => part.type === type)?.value ?? '';

/**
 * Writes a number for a control, so that it is read back as the same number.
 * @param plain the number without groups, with a decimal point
 */
export function forControl(plain: string, language?: string): string {
  if (language !== undefined && isKnown(language))
    return plain.replace('.', separatorIn(language, 'decimal'));
  const read = readDecimals(plain);
  // Four decimals are no group of thousands.
  return read.ok && read.value.length > 1 ? `${plain}0` : plain;
}
