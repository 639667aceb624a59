import { type Fault, inside, noFaults } from '../../domain/check.ts';
import type { FieldDefinition } from '../../domain/form/field.ts';
import { defaultTimeZone, type FormLocale } from '../../domain/form/locale.ts';
import { currencyOf, type Price, priceOf } from '../../domain/form/price.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { noAmount, notACurrency, otherAmount, otherCurrency } from '../../domain/submission/answer-faults.ts';
import { cleanCurrency } from '../../domain/submission/contact-texts.ts';
import { asDecimal, isCurrency, moneyText } from '../../domain/submission/currencies.ts';
import { readLocalTime } from '../../domain/submission/reading/moment.ts';
import { type Misread, readAmount, readNumber } from '../../domain/submission/reading/number.ts';
import { type EnteredTexts, textOf } from './entered-texts.ts';

/** The name of the control that chooses among the readings of a field's text. */
export const choiceName = ({ key }: Pick<FieldDefinition, 'key'>): string => `${key}.meant`;

/** A value that was typed as text, in the language and the time zone of its form; null for a blank text. */
type Parsed<T> = Result<T, Misread> | null;

/** Reads the number in a field's control. */
export function parseNumber(
  field: FieldDefinition,
  typed: EnteredTexts,
  { language }: FormLocale,
): Parsed<number> {
  const text = textOf(typed, field.key);
  if (text.trim() === '') return null;
  return readNumber(text, { language: language ?? undefined, meant: textOf(typed, choiceName(field)) });
}

/** Reads the amount and the currency in a field's controls, or the price of a field that has one. */
export function parseMoney(
  field: FieldDefinition,
  typed: EnteredTexts,
  { language }: FormLocale,
): Parsed<Price> {
  const text = textOf(typed, `${field.key}.amount`);
  const [own, price] = [currencyOf(field), priceOf(field)];
  if (price && field.required) return ok(price);
  const written = cleanCurrency(textOf(typed, `${field.key}.currency`));
  const currency = own ?? written;
  if (text.trim() === '' && (currency === '' || own !== null)) return null;
  if (own !== null && written !== '' && written !== own)
    return misread(inside('currency', otherCurrency(own)));
  if (price && text === asDecimal(price.amount, price.currency)) return ok(price);
  const isOpen = text.trim() === '';
  if (!isCurrency(currency)) {
    const amount = isOpen ? noAmount : numberFaults(text);
    return misread([...inside('amount', amount), ...inside('currency', notACurrency)]);
  }
  if (isOpen) return misread(inside('amount', noAmount));
  const options = { language: language ?? undefined, meant: textOf(typed, choiceName(field)) };
  const read = readAmount(text, currency, options);
  if (read.ok && price && read.value !== price.amount)
    return misread(inside('amount', otherAmount(moneyText(price.amount, price.currency))));
  if (read.ok) return ok({ amount: read.value, currency });
  return err({ ...read.error, faults: inside('amount', read.error.faults) });
}

/** Why a text is no number, without regard to the currency. One with two readings is a number. */
function numberFaults(text: string): readonly Fault[] {
  const read = readNumber(text);
  return read.ok ? noFaults : read.error.faults.filter(({ code }) => code !== 'ambiguous_value');
}

/** Reads the date and time in a field's control, on the clocks of the form's time zone. Another text stays as it is. */
export function parseTime(
  field: FieldDefinition,
  typed: EnteredTexts,
  { timeZone }: FormLocale,
): Parsed<string> {
  const text = textOf(typed, field.key).trim();
  if (text === '') return null;
  return readLocalTime(text, timeZone ?? defaultTimeZone, textOf(typed, choiceName(field))) ?? ok(text);
}

const misread = (faults: Misread['faults']): Result<never, Misread> => err({ faults, choices: [] });
