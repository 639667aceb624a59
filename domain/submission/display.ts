import { isRecord } from '../check.ts';
import { filesIn } from '../file/stored-file.ts';
import type { Question } from '../form/definition.ts';
import { moneyText } from './currencies.ts';
import { addressParts, nameParts } from './parts.ts';
import { plainNumber } from './reading/decimal.ts';

/** Returns an answer as the person saw it; null for no answer. */
export type Display = (value: unknown) => string | null;

const displays = new WeakMap<readonly Question[], readonly Display[]>();

/** Returns a display for each question, in order; made once for each array, which must not change afterwards. */
export function displaysOf(questions: readonly Question[]): readonly Display[] {
  const known = displays.get(questions);
  if (known) return known;
  const made = questions.map(displayOf);
  displays.set(questions, made);
  return made;
}

/**
 * Returns the display of a question's answers: labels for the values of options and rows, amounts in the currency's main
 * unit, names and addresses in reading order. Where the question does not hold its options, their values stand for them.
 * A value of another type than its kind's, which only an old log can hold, is shown as JSON.
 */
export function displayOf(question: Question): Display {
  const text = textOf(question);
  return (value) => {
    if (value === null || value === undefined) return null;
    return text(value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
  };
}

type Text = (value: unknown) => string | null;

function textOf({ kind, options, rows }: Question): Text {
  switch (kind) {
    case 'short_text':
    case 'long_text':
    case 'email':
    case 'phone':
    case 'url':
    case 'date':
    case 'time':
    case 'hidden':
    case 'statement':
      return asIs;
    case 'number':
    case 'rating':
    case 'scale':
    case 'nps':
      return numberText;
    case 'yes_no':
    case 'consent':
      return (value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : null);
    case 'single_choice':
    case 'dropdown':
      return labelIn(options);
    case 'multiple_choice':
      return listOf(labelIn(options), (labels) => labels.join(', '));
    case 'ranking':
      return listOf(labelIn(options), (labels) =>
        labels.map((label, index) => `${index + 1}. ${label}`).join('\n'),
      );
    case 'datetime':
      return datetimeText;
    case 'address':
      return partsIn(addressParts, ', ');
    case 'full_name':
      return partsIn(nameParts, ' ');
    case 'matrix':
      return matrixText(labelIn(rows), labelIn(options), rows ?? []);
    case 'file':
      return (value) => {
        const files = filesIn(value);
        return files.length > 0 ? files.map(({ name }) => name).join(', ') : null;
      };
    case 'payment':
      return (value) =>
        isRecord(value) && typeof value['amount'] === 'number' && typeof value['currency'] === 'string'
          ? moneyText(value['amount'], value['currency'])
          : null;
    default:
      return kind satisfies never;
  }
}

/** A number without exponent, as it is typed. */
export const numberText: Text = (value) => {
  if (typeof value !== 'number') return null;
  const text = String(value);
  return text.includes('e') ? plainNumber(value) : text;
};

const asIs: Text = (value) => (typeof value === 'string' ? value : null);

function labelIn(choices: Question['options'] = []): Text {
  const labels = new Map(choices.map(({ value, label }) => [value, label]));
  return (value) => (typeof value === 'string' ? (labels.get(value) ?? value) : null);
}

const listOf =
  (one: Text, join: (texts: readonly string[]) => string): Text =>
  (value) => {
    if (!Array.isArray(value)) return null;
    const texts = value.map(one);
    return texts.every((text) => text !== null) ? join(texts) : null;
  };

const partsIn =
  (names: readonly string[], separator: string): Text =>
  (value) => {
    if (!isRecord(value)) return null;
    const parts = names.map((name) => value[name]).filter((part) => typeof part === 'string');
    return parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(separator);
  };

/** `2026-11-23 14:05 UTC`; seconds only where there are some. */
export const datetimeText: Text = (value) => {
  if (typeof value !== 'string') return null;
  const [, date, time, seconds = '', zone] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00(?:\.0+)?|(:\d\d(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)$/.exec(value) ?? [];
  return zone === undefined ? value : `${date} ${time}${seconds} ${zone === 'Z' ? 'UTC' : zone}`;
};

/** A line for each row that has an answer, in the order of the question. */
function matrixText(row: Text, column: Text, rows: NonNullable<Question['rows']>): Text {
  const columns = listOf(column, (labels) => labels.join(', '));
  return (value) => {
    if (!isRecord(value)) return null;
    const known = rows.map(({ value: name }) => name).filter((name) => Object.hasOwn(value, name));
    const names = new Set([...known, ...Object.keys(value)]);
    const lines = [...names].map((name) => {
      const chosen = value[name];
      const text = column(chosen) ?? columns(chosen) ?? JSON.stringify(chosen);
      return `${row(name)}: ${text}`;
    });
    return lines.join('\n');
  };
}
