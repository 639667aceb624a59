import { isDeepStrictEqual } from 'node:util';
import { type Fault, isRecord, pointer } from '../../../domain/check.ts';
import type { FieldDefinition, FieldKind } from '../../../domain/form/field.ts';
import { defaultTimeZone, type FormLocale } from '../../../domain/form/locale.ts';
import type { DraftField } from '../../../domain/form-draft/draft-field.ts';
import { readJson } from '../../../domain/json/read-json.ts';
import { datetime } from '../../../domain/submission/checks/formats.ts';
import { asDecimal } from '../../../domain/submission/currencies.ts';
import { localTime } from '../../../domain/submission/reading/moment.ts';
import { type EnteredTexts, typedIn } from '../../form/entered-texts.ts';
import { readAnswers } from '../../form/read-answers.ts';
import { storedChoices } from './choice-lines.ts';
import { numberOr, validationOf } from './draft-limits.ts';
import { isInParts, settingPrefix } from './settings-of-kinds.ts';

/** The name of the control, or the beginning of the names of the controls, of the answer that a question begins with. */
export const defaultName = `${settingPrefix}default`;
const ofPart = `${defaultName}.`;

/** A question for the controls that people answer with, and for reading them. */
export const questionOf = (field: DraftField): FieldDefinition => {
  const validation = validationOf(field);
  return {
    id: field.id,
    position: 0,
    key: defaultName,
    label: field.label,
    kind: field.kind,
    required: false,
    hidden: false,
    options: storedChoices(field.options),
    rows: storedChoices(field.rows),
    ...(validation && { validation }),
  };
};

/** The draft has the parts as they were typed; a form has a ranking as a list, and an amount in its minor unit. */
function partsIn({ kind, default: typed }: DraftField): readonly (readonly [part: string, value: unknown])[] {
  const read = readJson(typed);
  const value = read?.ok === true ? read.value : null;
  if (kind === 'ranking' && Array.isArray(value))
    return value.map((choice, place) => [String(choice), place + 1] as const);
  if (!isRecord(value)) return [];
  const { amount, currency } = value;
  if (kind === 'payment' && Number.isSafeInteger(amount))
    return Object.entries({ ...value, amount: asDecimal(Number(amount), String(currency)) });
  return Object.entries(value);
}

/** The texts of the controls of a question's first answer. */
export function defaultTexts(field: DraftField, { timeZone }: FormLocale): EnteredTexts {
  const { kind, default: typed } = field;
  if (isInParts(kind))
    return typedIn(
      Object.fromEntries(
        partsIn(field).map(([part, value]) => [ofPart + part, [value].flat().map(String)] as const),
      ),
    );
  const shown =
    kind === 'datetime' && datetime.test(typed) ? localTime(typed, timeZone ?? defaultTimeZone) : typed;
  return typedIn({ [defaultName]: shown });
}

const isTyped = (texts: readonly string[]): boolean => texts.some((text) => text.trim() !== '');

/** The names of the controls that were shown. Browsers leave out what is not chosen. */
function namesIn(sent: Readonly<Record<string, unknown>>, { kind, rows }: DraftField): readonly string[] {
  if (kind === 'matrix') return storedChoices(rows).map(({ value }) => ofPart + value);
  return isInParts(kind) ? Object.keys(sent).filter((name) => name.startsWith(ofPart)) : [defaultName];
}

/** What was sent in the controls, as the draft has it. Controls that are as they were shown leave the draft as it is. */
export function sentDefault(
  sent: Readonly<Record<string, unknown>>,
  shown: DraftField,
  locale: FormLocale,
): string {
  const names = namesIn(sent, shown);
  const texts = (typed: EnteredTexts) =>
    new Map(names.map((name) => [name, (typed[name] ?? []).filter((text) => text.trim() !== '')] as const));
  const given = texts(typedIn(sent));
  if (isDeepStrictEqual(given, texts(defaultTexts(shown, locale)))) return shown.default;
  if (!isInParts(shown.kind)) return given.get(defaultName)?.[0] ?? '';
  const parts = [...given].filter(([, each]) => isTyped(each));
  if (parts.length === 0) return '';
  return JSON.stringify(
    Object.fromEntries(
      parts.map(([name, each]) => [name.slice(ofPart.length), each.length === 1 ? each[0] : each]),
    ),
  );
}

/** The kinds whose defaults are texts; those of others are written as in JSON. */
const textKinds: readonly FieldKind[] = [
  'short_text',
  'long_text',
  'email',
  'phone',
  'url',
  'hidden',
  'date',
  'time',
  'single_choice',
  'dropdown',
];

/** An answer as the command takes it, or why what was typed is none. */
type Read = { readonly value: unknown } | { readonly faults: readonly Fault[] };

/** Reads the answer that a question begins with; in English, on the clocks of the form's time zone. */
export function readDefault(field: DraftField, { timeZone }: FormLocale): Read {
  const { kind, default: typed } = field;
  if (typed === '') return { value: undefined };
  if (kind === 'number') return { value: numberOr(typed) };
  if (textKinds.includes(kind)) return { value: typed };
  if (kind !== 'datetime' && !isInParts(kind)) {
    const read = readJson(typed);
    return { value: read?.ok === true ? read.value : typed };
  }
  const locale: FormLocale = { language: 'en', timeZone: timeZone ?? null };
  // A moment that has an offset keeps it.
  const texts = kind === 'datetime' ? typedIn({ [defaultName]: typed }) : defaultTexts(field, locale);
  const { answers, unreadable } = readAnswers([questionOf(field)], texts, locale);
  if (unreadable.length === 0) return { value: answers[defaultName] ?? undefined };
  const place = `/answers${pointer(defaultName)}`;
  return {
    faults: unreadable.map(({ code, message, path }) => ({
      code,
      message,
      at: path.slice(place.length),
    })),
  };
}
