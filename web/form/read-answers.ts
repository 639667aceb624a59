import type { FieldDefinition } from '../../domain/form/field.ts';
import { selectionsOf } from '../../domain/form/kind-rules.ts';
import { isOversized } from '../../domain/form/page-size.ts';
import { inMinorUnit } from './amounts.ts';
import { isShown, textOf, type Typed } from './typed.ts';

export const addressParts = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const;
export const nameParts = ['prefix', 'first_name', 'middle_name', 'last_name', 'suffix'] as const;

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

/** The choices in the order of their places. Two choices at a place stand as they stand in the form. */
function ranked({ key, options = [] }: FieldDefinition, typed: Typed): string[] {
  return options
    .map(({ value }) => ({ value, place: Number.parseInt(textOf(typed, `${key}.${value}`), 10) }))
    .filter(({ place }) => !Number.isNaN(place))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
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
function answerTo(field: FieldDefinition, typed: Typed): unknown {
  const { key } = field;
  const text = textOf(typed, key);
  switch (field.kind) {
    case 'number':
    case 'rating':
    case 'scale':
    case 'nps':
      return numberOf(text);
    case 'yes_no':
      return text === 'yes' ? true : text === 'no' ? false : text === '' ? null : text;
    case 'consent':
      return text === 'yes' ? true : null;
    case 'multiple_choice':
      return typed[key] ?? [];
    case 'ranking':
      return ranked(field, typed);
    case 'datetime':
      // The control has no zone; the form says that it asks for UTC.
      return seconds.test(text) ? `${text}:00Z` : text === '' || text.endsWith('Z') ? text : `${text}Z`;
    case 'address':
      return partsOf(typed, key, addressParts);
    case 'full_name':
      return partsOf(typed, key, nameParts);
    case 'matrix':
      return matrixOf(field, typed);
    case 'payment':
      return paymentOf(field, typed);
    default:
      return text;
  }
}

/** The answers of a form as `createSubmission` takes them: of all fields that people see and that ask for something. */
export const readAnswers = (fields: readonly FieldDefinition[], typed: Typed): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter((field) => isShown(field) && field.kind !== 'statement')
      .map((field) => [field.key, answerTo(field, typed)]),
  );

/** The rankings in which two choices have the same place. */
export function tiedRankings(fields: readonly FieldDefinition[], typed: Typed): readonly FieldDefinition[] {
  return fields.filter(({ kind, key, options = [] }) => {
    if (kind !== 'ranking') return false;
    const places = options
      .map(({ value }) => textOf(typed, `${key}.${value}`))
      .filter((place) => place !== '');
    return new Set(places).size < places.length;
  });
}
