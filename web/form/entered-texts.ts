import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../domain/check.ts';
import { filesIn } from '../../domain/file/stored-file.ts';
import type { FieldDefinition } from '../../domain/form/field.ts';
import { defaultTimeZone, type FormLocale } from '../../domain/form/locale.ts';
import { priceOf } from '../../domain/form/price.ts';
import { asDecimal } from '../../domain/submission/currencies.ts';
import { plainNumber } from '../../domain/submission/reading/decimal.ts';
import { localTime } from '../../domain/submission/reading/moment.ts';
import { forControl } from '../../domain/submission/reading/written-number.ts';
import { fileText } from './file-texts.ts';

/** Fields that are not part of any form: keys of fields have no capital letters. */
export const tokenField = 'formToken';
/** A field that people do not see. Programs that fill in everything fill it in. */
export const honeypotField = 'homePage';

/** The labels and the texts of answers without a question, which stay on the page when it comes again. */
export const [keptLabels, keptTexts] = ['keptLabel', 'keptText'] as const;
const ownNames: readonly string[] = [tokenField, keptLabels, keptTexts];

/**
 * The texts of a form's controls by the names of the controls: the key of the field, or `key.part` for a part of an
 * answer (a row, a choice to rank, the parts of an address).
 */
export type EnteredTexts = Readonly<Record<string, readonly string[]>>;

/** Reads what a browser sent. */
export function typedIn(sent: Readonly<Record<string, unknown>>): EnteredTexts {
  // Without a prototype, a field may have the key `constructor`.
  const typed = Object.create(null) as Record<string, readonly string[]>;
  for (const [name, value] of Object.entries(sent))
    typed[name] = [value].flat().filter((one) => typeof one === 'string');
  return typed;
}

/** The first text of a control; empty if there is none. */
export const textOf = (typed: EnteredTexts, name: string): string => typed[name]?.[0] ?? '';

/**
 * Returns the texts of a form's own controls, a pair for each text.
 * @param fields null while they cannot be read: then all names that fields can have are taken
 */
export function ownTexts(
  typed: EnteredTexts,
  fields: readonly FieldDefinition[] | null,
): (readonly [name: string, text: string])[] {
  const keys = fields && new Set(fields.map(({ key }) => key));
  const isOwn = (name: string): boolean => {
    const [key = ''] = name.split('.', 1);
    return ownNames.includes(name) || (keys ? keys.has(key) : /^[a-z0-9_]{1,64}$/.test(key));
  };
  return Object.entries(typed).flatMap(([name, texts]) =>
    isOwn(name) ? texts.map((text) => [name, text] as const) : [],
  );
}

/** The texts of each field's controls, by the key of the field. */
export function typedByField(typed: EnteredTexts): ReadonlyMap<string, EnteredTexts> {
  const byField = new Map<string, Record<string, readonly string[]>>();
  for (const [name, texts] of Object.entries(typed)) {
    // Keys of fields have no dot.
    const [key = ''] = name.split('.', 1);
    const ofField = byField.get(key) ?? (Object.create(null) as Record<string, readonly string[]>);
    ofField[name] = texts;
    byField.set(key, ofField);
  }
  return byField;
}

/** The texts that a field begins with: those of its default, written so that they are read back as the same value. */
export const initialTexts = (field: FieldDefinition, locale: FormLocale): EnteredTexts =>
  typedIn(textsOf(field, field.default_value, locale));

/** Whether the controls of a field with a default are as the page was first shown. */
export function areInitial(field: FieldDefinition, typed: EnteredTexts, locale: FormLocale): boolean {
  const initial = Object.entries(initialTexts(field, locale));
  return initial.length > 0 && initial.every(([name, texts]) => isDeepStrictEqual(typed[name], texts));
}

/** A value as the texts of the controls that give it. The box of a price gives no other amount. */
export function textsOf(field: FieldDefinition, value: unknown, locale: FormLocale): EnteredTexts {
  const { kind, key } = field;
  const price = priceOf(field);
  const { language, timeZone } = locale;
  const inLanguage = (plain: string): string => forControl(plain, language ?? undefined);
  if (value === undefined || value === null) return {};
  if (price)
    return isDeepStrictEqual(value, price)
      ? { [`${key}.amount`]: [asDecimal(price.amount, price.currency)] }
      : {};
  if (typeof value === 'boolean') return { [key]: [value ? 'yes' : 'no'] };
  if (kind === 'ranking' && Array.isArray(value))
    return Object.fromEntries(
      value.map((choice, place) => [`${key}.${String(choice)}`, [String(place + 1)]]),
    );
  if (kind === 'datetime' && typeof value === 'string')
    return { [key]: [localTime(value, timeZone ?? defaultTimeZone)] };
  if (typeof value === 'number') return { [key]: [inLanguage(plainNumber(value))] };
  if (kind === 'file') return { [key]: filesIn(value).map(fileText) };
  if (Array.isArray(value)) return { [key]: value.map(String) };
  if (!isRecord(value)) return { [key]: [typeof value === 'string' ? value : JSON.stringify(value)] };
  const parts =
    kind === 'payment'
      ? { ...value, amount: inLanguage(asDecimal(Number(value['amount']), String(value['currency']))) }
      : value;
  return Object.fromEntries(
    Object.entries(parts).map(([part, chosen]) => [`${key}.${part}`, [chosen].flat().map(String)]),
  );
}
