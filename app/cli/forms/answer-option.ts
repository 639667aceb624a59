import { InvalidArgumentError } from 'commander';
import type { FieldDefinition, FieldKind } from '../../../domain/form/field.ts';

/** An answer on the command line: the key of a field, and text. */
export type AnswerOption = readonly [key: string, text: string];

/** Parses `key=value`. @param before the answers of earlier options */
export function answerOption(text: string, before: readonly AnswerOption[] = []): AnswerOption[] {
  const end = text.indexOf('=');
  if (end < 1) throw new InvalidArgumentError('Must be key=value.');
  return [...before, [text.slice(0, end), text.slice(end + 1)]];
}

const numbers: readonly FieldKind[] = ['number', 'rating', 'scale', 'nps'];
const booleans: readonly FieldKind[] = ['yes_no', 'consent'];
const lists: readonly FieldKind[] = ['multiple_choice', 'ranking'];
const records: readonly FieldKind[] = ['address', 'full_name', 'matrix', 'payment'];

const words = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);

/** The answers as the kinds of a form's fields take them. Text that a kind cannot take is left to the service. */
export const answersFrom = (
  options: readonly AnswerOption[],
  fields: readonly FieldDefinition[],
): Record<string, unknown> =>
  Object.fromEntries(
    options.map(([key, text]) => [key, valueOf(text, fields.find((field) => field.key === key)?.kind)]),
  );

function valueOf(text: string, kind: FieldKind | undefined): unknown {
  if (kind === undefined) return text;
  if (numbers.includes(kind)) return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (booleans.includes(kind)) return words.get(text.trim().toLowerCase()) ?? text;
  if (lists.includes(kind)) return text.split(',').map((item) => item.trim());
  return records.includes(kind) ? jsonOr(text) : text;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
