import { InvalidArgumentError } from 'commander';
import type { FieldDefinition, FieldKind } from '../../../domain/form/field.ts';
import { readJson } from '../../../domain/json/read-json.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { readNumber } from '../../../domain/submission/reading/number.ts';
import { misused } from '../failure.ts';

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

/** The form that is answered. */
interface AnsweredForm {
  readonly fields: readonly FieldDefinition[];
  /** A BCP 47 tag. */
  readonly language?: string | null | undefined;
}

/**
 * The answers as the kinds of a form's fields take them. Text that a kind cannot take is left to the service.
 * @throws CommandFailure for a number that cannot be kept as it is written, or can be read in two ways
 */
export const answersFrom = (
  options: readonly AnswerOption[],
  { fields, language }: AnsweredForm,
): Record<string, unknown> =>
  Object.fromEntries(
    options.map(([key, text]) => {
      const kind = fields.find((field) => field.key === key)?.kind;
      const value = valueOf(text, kind, language ?? undefined);
      if (value.ok) return [key, value.value];
      throw misused(`The answer ${key}=${text} cannot be sent. ${value.error}`);
    }),
  );

function valueOf(text: string, kind: FieldKind | undefined, language?: string): Result<unknown, string> {
  if (kind === undefined) return ok(text);
  if (numbers.includes(kind)) return numberOr(text, language);
  if (booleans.includes(kind)) return ok(words.get(text.trim().toLowerCase()) ?? text);
  if (lists.includes(kind)) return ok(text.split(',').map((item) => item.trim()));
  return records.includes(kind) ? jsonOr(text) : ok(text);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number as JSON writes it, which a form's language may read as another; or as people write it. */
function numberOr(text: string, language: string | undefined): Result<unknown, string> {
  const isJson = jsonNumber.test(text.trim());
  const read = readNumber(text, { language: isJson ? 'en' : language });
  if (!read.ok) {
    const [fault] = read.error.faults;
    return fault?.code === 'invalid_type' ? ok(text) : err(fault?.message ?? '');
  }
  const inLanguage = isJson && language !== undefined ? readNumber(text, { language }) : read;
  if (inLanguage.ok && inLanguage.value === read.value) return read;
  const readings = inLanguage.ok ? [inLanguage.value, read.value] : inLanguage.error.choices;
  return err(`It can be read in two ways, as ${readings.join(' or as ')}. Use --file.`);
}

function jsonOr(text: string): Result<unknown, string> {
  const read = readJson(text);
  if (read === null) return ok(text);
  return read.ok ? read : err(read.error.map(({ at = '', message }) => `${at}: ${message}`).join(' '));
}
