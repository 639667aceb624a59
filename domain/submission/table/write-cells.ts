import { isRecord } from '../../check.ts';
import type { Question } from '../../form/definition.ts';
import { asDecimal } from '../currencies.ts';
import { displayOf } from '../display.ts';
import { choiceNames } from './choice-names.ts';
import type { AnswerColumn, TableLayout } from './columns.ts';
import { joinList } from './lists.ts';

/** Writes an answer into the cell of a column; empty for no answer. */
export type CellWriter = (value: unknown) => string;

/**
 * Returns the writer of a column's cells.
 * @param question the question as of the revision that was answered
 */
export function cellWriter(
  question: Question,
  part: AnswerColumn['part'],
  display: TableLayout['display'],
): CellWriter {
  const write = part === null ? wholeWriter(question, display) : partWriter(question, part, display);
  const fallback = displayOf(question);
  return (value) => {
    if (value === null || value === undefined) return '';
    return write(value) ?? (part === null ? (fallback(value) ?? '') : '');
  };
}

/** Returns null for a value of another type than its kind's, which only an old log can hold. */
type Writer = (value: unknown) => string | null;

const text: Writer = (value) => (typeof value === 'string' ? value : null);
const json: Writer = (value) => JSON.stringify(value);

function wholeWriter(question: Question, display: TableLayout['display']): Writer {
  const { kind, options } = question;
  const inWords = display === 'labels';
  switch (kind) {
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
      return text;
    case 'number':
    case 'rating':
    case 'scale':
    case 'nps':
      return displayOf(question);
    case 'yes_no':
    case 'consent':
      return inWords ? displayOf(question) : json;
    case 'single_choice':
    case 'dropdown':
      return visible(chosen(options, display));
    case 'multiple_choice':
    case 'ranking':
      return listed(chosen(options, display));
    case 'address':
    case 'full_name':
    case 'matrix':
    case 'payment':
    case 'file':
      return inWords ? displayOf(question) : json;
    default:
      return kind satisfies never;
  }
}

function partWriter({ kind, options }: Question, part: string, display: TableLayout['display']): Writer {
  if (kind === 'multiple_choice')
    return (value) => (Array.isArray(value) ? (value.includes(part) ? '1' : '0') : null);
  if (kind === 'ranking')
    return (value) => {
      const place = Array.isArray(value) ? value.indexOf(part) : -1;
      return place < 0 ? '' : String(place + 1);
    };
  const one = chosen(options, display);
  const several = listed(one);
  return (value) => {
    if (!isRecord(value) || !Object.hasOwn(value, part)) return '';
    if (kind === 'matrix') return visible(one)(value[part]) ?? several(value[part]);
    return kind === 'payment' && part === 'amount'
      ? asDecimal(Number(value['amount']), String(value['currency']))
      : text(value[part]);
  };
}

function chosen(options: Question['options'], display: TableLayout['display']): Writer {
  if (display === 'values') return text;
  const names = choiceNames(options);
  return (value) => (typeof value === 'string' ? (names.get(value) ?? value) : null);
}

/** A name of blanks would read as no answer. */
const visible =
  (one: Writer): Writer =>
  (value) => {
    const name = one(value);
    return name?.trim() === '' ? joinList([name]) : name;
  };

const listed =
  (one: Writer): Writer =>
  (value) => {
    if (!Array.isArray(value)) return null;
    const items = value.map(one);
    return items.every((item) => item !== null) ? joinList(items) : null;
  };
