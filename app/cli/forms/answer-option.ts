import { InvalidArgumentError } from 'commander';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { readJson } from '../../../domain/json/read-json.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { type Questions, questionsOf } from '../../../domain/submission/questions.ts';
import { readNumber } from '../../../domain/submission/reading/number.ts';
import { choiceFinder } from '../../../domain/submission/table/choice-names.ts';
import { splitList } from '../../../domain/submission/table/lists.ts';
import { misused } from '../failure.ts';

/** An answer on the command line: a name of a field, and text. */
export type AnswerOption = readonly [name: string, text: string];

/** Parses `name=value`. @param before the answers of earlier options */
export function answerOption(text: string, before: readonly AnswerOption[] = []): AnswerOption[] {
  const end = text.indexOf('=');
  if (end < 1) throw new InvalidArgumentError('Must be key=value.');
  return [...before, [text.slice(0, end), text.slice(end + 1)]];
}

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
 * The answers as the kinds of a form's fields take them. A field is named by its key, its id or its label. Text that a kind
 * cannot take is left to the service.
 * @throws CommandFailure for a field that is answered twice, and for a number that cannot be kept as it is written, or can be read
 * in two ways
 */
export function answersFrom(
  options: readonly AnswerOption[],
  { fields, language }: AnsweredForm,
): Record<string, unknown> {
  const { find } = questionsOf(fields);
  const answers = new Map<string, unknown>();
  for (const option of options) {
    const [name, text] = named(option, find);
    const question = find(name);
    const field = typeof question === 'string' ? null : question.field;
    const key = field?.key ?? name;
    if (answers.has(key)) throw misused(`The question ${name} is answered twice.`);
    const value = field ? valueOf(text, field, language ?? undefined) : ok(text);
    if (!value.ok) throw misused(`The answer ${name}=${text} cannot be sent. ${value.error}`);
    answers.set(key, value.value);
  }
  return Object.fromEntries(answers);
}

/** Divides an answer at the first equals sign after a name of a field, since a label may contain such signs. */
function named([first, rest]: AnswerOption, find: Questions['find']): AnswerOption {
  const parts = [first, ...rest.split('=')];
  for (let count = 1; count < parts.length; count++) {
    const name = parts.slice(0, count).join('=');
    if (find(name) !== 'unknown') return [name, parts.slice(count).join('=')];
  }
  return [first, rest];
}

function valueOf(text: string, field: FieldDefinition, language?: string): Result<unknown, string> {
  const { kind, options } = field;
  switch (kind) {
    case 'number':
    case 'rating':
    case 'scale':
    case 'nps':
      return numberOr(text, language);
    case 'yes_no':
    case 'consent':
      return ok(words.get(text.trim().toLowerCase()) ?? text);
    case 'single_choice':
    case 'dropdown':
      return ok(choiceFinder(options)(text) ?? text);
    case 'multiple_choice':
    case 'ranking': {
      const find = choiceFinder(options);
      const only = find(text);
      const items = only === null ? (splitList(text, ',') ?? [text]) : [only];
      return ok(items.map((item) => find(item) ?? item));
    }
    case 'file':
      return ok(splitList(text, ',') ?? [text]);
    case 'address':
    case 'full_name':
    case 'matrix':
    case 'payment':
      return jsonOr(text);
    case 'short_text':
    case 'long_text':
    case 'email':
    case 'phone':
    case 'url':
    case 'date':
    case 'time':
    case 'datetime':
    case 'hidden':
    case 'statement':
      return ok(text);
    default:
      return kind satisfies never;
  }
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
  return err(`It is ambiguous: ${readings.join(' or ')}. Use --file.`);
}

function jsonOr(text: string): Result<unknown, string> {
  const read = readJson(text);
  if (read === null) return ok(text);
  return read.ok ? read : err(read.error.map(({ at = '', message }) => `${at}: ${message}`).join(' '));
}
