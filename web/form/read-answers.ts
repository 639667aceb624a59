import { faulty, pointer, type Fault } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import { isShown, type FieldDefinition } from '../../domain/form/field.ts';
import { selectionsOf } from '../../domain/form/kind-rules.ts';
import { isOversized } from '../../domain/form/page-size.ts';
import { addressParts, nameParts } from '../../domain/submission/parts.ts';
import { inMinorUnit } from './amounts.ts';
import { textOf, type Typed } from './typed.ts';

/** A text that is no number stays, so that the check names it. */
const numberOf = (text: string): unknown =>
  text.trim() === ''
    ? null
    : /^-?\d+([.,]\d+)?$/.test(text.trim())
      ? Number(text.trim().replace(',', '.'))
      : text;

/** The parts that have a text. */
function partsOf(typed: Typed, key: string, parts: readonly string[]): Record<string, string> {
  const given = parts.map((part) => [part, textOf(typed, `${key}.${part}`)] as const);
  return Object.fromEntries(given.filter(([, text]) => text.trim() !== ''));
}

/** An answer as a value, or the reason why what was typed cannot be read as one. */
type Reading = { readonly value: unknown } | { readonly faults: readonly Fault[] };

const read = (value: unknown): Reading => ({ value });

/** The choices in the order of their places. Two choices at one place have no order. */
function ranked({ key, options = [] }: FieldDefinition, typed: Typed): Reading {
  const placed = options
    .map(({ value }) => ({ value, place: Number.parseInt(textOf(typed, `${key}.${value}`), 10) }))
    .filter(({ place }) => !Number.isNaN(place))
    .sort((a, b) => a.place - b.place);
  const isTied = placed.some(({ place }, index) => place === placed[index + 1]?.place);
  if (isTied) return { faults: faulty('invalid_option', 'Two choices have the same place.') };
  return read(placed.map(({ value }) => value));
}

/** The columns of a row as the page asks for them: a control each, or lines of a text. */
function columnsIn(field: FieldDefinition, typed: Typed, row: string): readonly string[] {
  const texts = typed[`${field.key}.${row}`] ?? [];
  if (!isOversized(field)) return texts;
  return texts.flatMap((text) => text.split('\n').map((line) => line.trim())).filter((line) => line !== '');
}

function matrixOf(field: FieldDefinition, typed: Typed): Record<string, unknown> {
  const { kind, rows = [], validation } = field;
  const areSeveral = selectionsOf(kind, validation).max > 1;
  const given = rows.map(({ value }) => [value, columnsIn(field, typed, value)] as const);
  return Object.fromEntries(
    given
      .filter(([, columns]) => columns.length > 0)
      .map(([row, columns]) => [row, areSeveral ? columns : columns[0]]),
  );
}

function paymentOf({ key }: FieldDefinition, typed: Typed): unknown {
  const currency = textOf(typed, `${key}.currency`).trim().toUpperCase();
  const amount = textOf(typed, `${key}.amount`);
  return amount.trim() === '' ? null : { amount: inMinorUnit(amount, currency), currency };
}

const seconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** The answer to a field, of the type that its check takes. Null is no answer. */
function answerTo(field: FieldDefinition, typed: Typed): Reading {
  const { key } = field;
  const text = textOf(typed, key);
  switch (field.kind) {
    case 'number':
    case 'rating':
    case 'scale':
    case 'nps':
      return read(numberOf(text));
    case 'yes_no':
      return read(text === 'yes' ? true : text === 'no' ? false : text === '' ? null : text);
    case 'consent':
      return read(text === 'yes' ? true : null);
    case 'multiple_choice':
      return read(typed[key] ?? []);
    case 'ranking':
      return ranked(field, typed);
    case 'datetime':
      // The control has no zone; the form says that it asks for UTC.
      return read(seconds.test(text) ? `${text}:00Z` : text === '' || text.endsWith('Z') ? text : `${text}Z`);
    case 'address':
      return read(partsOf(typed, key, addressParts));
    case 'full_name':
      return read(partsOf(typed, key, nameParts));
    case 'matrix':
      return read(matrixOf(field, typed));
    case 'payment':
      return read(paymentOf(field, typed));
    default:
      return read(text);
  }
}

/** The answers of a form as `createSubmission` takes them. */
export interface ReadAnswers {
  /** The answers to all fields that people see and that ask for something, by key. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The problems of answers that cannot be read as values; `answers` has none to these fields. */
  readonly unreadable: readonly Problem[];
}

/** Reads what was typed into the controls of a form. */
export function readAnswers(fields: readonly FieldDefinition[], typed: Typed): ReadAnswers {
  const answers: [string, unknown][] = [];
  const unreadable: Problem[] = [];
  for (const field of fields) {
    if (!isShown(field) || field.kind === 'statement') continue;
    const { key } = field;
    const reading = answerTo(field, typed);
    if ('value' in reading) answers.push([key, reading.value]);
    else
      for (const { code, message, at = '' } of reading.faults)
        unreadable.push({ field: key, path: `/answers${pointer(key)}${at}`, code, message });
  }
  return { answers: Object.fromEntries(answers), unreadable };
}
