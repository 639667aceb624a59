import { type Fault, pointer } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import { type FieldDefinition, isShown } from '../../domain/form/field.ts';
import { selectionsOf } from '../../domain/form/kind-rules.ts';
import type { FormLocale } from '../../domain/form/locale.ts';
import { isOversized } from '../../domain/form/page-size.ts';
import type { Result } from '../../domain/result.ts';
import { emptyPlace, placeNotWhole, samePlace } from '../../domain/submission/answer-faults.ts';
import { addressParts, nameParts } from '../../domain/submission/parts.ts';
import { type Misread, readNumber } from '../../domain/submission/reading/number.ts';
import { wording } from '../../domain/wording.ts';
import { areInitial, type EnteredTexts, textOf } from './entered-texts.ts';
import { filesInTexts } from './file-texts.ts';
import { parseMoney, parseNumber, parseTime } from './parse-values.ts';

/** The parts that have a text. */
function partsOf(typed: EnteredTexts, key: string, parts: readonly string[]): Record<string, string> {
  const given = parts.map((part) => [part, textOf(typed, `${key}.${part}`)] as const);
  return Object.fromEntries(given.filter(([, text]) => text.trim() !== ''));
}

/** An answer as a value, or the reason why what was typed cannot be read as one. */
type Reading = { readonly value: unknown } | { readonly faults: readonly Fault[] };

const read = (value: unknown): Reading => ({ value });

/** A value that was typed as text; a blank text is no answer. */
const written = (result: Result<unknown, Misread> | null): Reading =>
  result === null || result.ok ? read(result?.value ?? null) : result.error;

/** The choices in the order of their places. Two choices at one place have no order; a place that is left out may be a mistake. */
function ranked({ key, options = [] }: FieldDefinition, typed: EnteredTexts): Reading {
  const given = options
    .map(({ value }) => ({ value, text: textOf(typed, `${key}.${value}`) }))
    .filter(({ text }) => text.trim() !== '');
  const placed = given
    .flatMap(({ value, text }) => {
      const place = readNumber(text);
      return place.ok && Number.isInteger(place.value) && place.value > 0
        ? { value, place: place.value }
        : [];
    })
    .sort((a, b) => a.place - b.place);
  if (placed.length < given.length) return { faults: placeNotWhole };
  const isTied = placed.some(({ place }, index) => place === placed[index + 1]?.place);
  if (isTied) return { faults: samePlace };
  const gap = placed.findIndex(({ place }, index) => place !== index + 1);
  if (gap >= 0) return { faults: emptyPlace(gap + 1) };
  return read(placed.map(({ value }) => value));
}

/** The columns of a row as the page asks for them: a control each, or lines of a text. */
function columnsIn(field: FieldDefinition, typed: EnteredTexts, row: string): readonly string[] {
  const texts = typed[`${field.key}.${row}`] ?? [];
  if (!isOversized(field)) return texts.filter((text) => text !== '');
  return texts.flatMap((text) => text.split('\n').map((line) => line.trim())).filter((line) => line !== '');
}

function matrixOf(field: FieldDefinition, typed: EnteredTexts): Record<string, unknown> {
  const { kind, rows = [], validation } = field;
  const areSeveral = selectionsOf(kind, validation).max > 1;
  const given = rows.map(({ value }) => [value, columnsIn(field, typed, value)] as const);
  return Object.fromEntries(
    given
      .filter(([, columns]) => columns.length > 0)
      .map(([row, columns]) => [row, areSeveral ? columns : columns[0]]),
  );
}

/** The answer to a field, of the type that its check takes. Null is no answer. */
function answerTo(field: FieldDefinition, typed: EnteredTexts, locale: FormLocale): Reading {
  const { key, kind } = field;
  const text = textOf(typed, key);
  switch (kind) {
    case 'number':
    case 'rating':
    case 'scale':
    case 'nps':
      return written(parseNumber(field, typed, locale));
    case 'yes_no':
      return read(text === 'yes' ? true : text === 'no' ? false : text === '' ? null : text);
    case 'consent':
      // A box that was shown and not ticked is an answer.
      return read(text === 'yes');
    case 'multiple_choice':
      return read(typed[key] ?? []);
    case 'file':
      return read(filesInTexts(typed[key]).map(({ id }) => id));
    case 'ranking':
      return ranked(field, typed);
    case 'datetime':
      return written(parseTime(field, typed, locale));
    case 'address':
      return read(partsOf(typed, key, addressParts));
    case 'full_name':
      return read(partsOf(typed, key, nameParts));
    case 'matrix':
      return read(matrixOf(field, typed));
    case 'payment':
      return written(parseMoney(field, typed, locale));
    case 'short_text':
    case 'long_text':
    case 'email':
    case 'phone':
    case 'url':
    case 'single_choice':
    case 'dropdown':
    case 'date':
    case 'time':
    case 'hidden':
    case 'statement':
      return read(text);
    default:
      return kind satisfies never;
  }
}

/** The answers of a form as `createSubmission` takes them. */
export interface ReadAnswers {
  /** The answers to all fields that people see and that ask for something, by key. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The problems of answers that cannot be read as values; `answers` has none to these fields. */
  readonly unreadable: readonly Problem[];
}

/** Reads what was typed into the controls of a form, in its language and its time zone. */
export function readAnswers(
  fields: readonly FieldDefinition[],
  typed: EnteredTexts,
  locale: FormLocale,
): ReadAnswers {
  const answers: [string, unknown][] = [];
  const unreadable: Problem[] = [];
  for (const field of fields) {
    if (!isShown(field) || field.kind === 'statement') continue;
    const { key } = field;
    const reading = answerTo(field, typed, locale);
    if ('value' in reading) answers.push([key, reading.value]);
    // A default of an earlier release may be one that would not be read now.
    else if (areInitial(field, typed, locale)) answers.push([key, field.default_value]);
    else
      for (const { code, message, at = '', [wording]: words } of reading.faults)
        unreadable.push({
          field: key,
          path: `/answers${pointer(key)}${at}`,
          code,
          message,
          [wording]: words,
        });
  }
  return { answers: Object.fromEntries(answers), unreadable };
}
