import type { FieldKind } from '../../form/field.ts';
import { countAnswer, groups, units } from './count-answer.ts';
import { readNumberRange } from './number-range.ts';
import { emptyTally, type Tally } from './tally.ts';

/** What an answer is counted under: a bar, a column or a cell of the chart of its question. */
export interface AnswerCondition {
  /** The kind and the field of a question. A field that was of another kind before is another question. */
  readonly kind: FieldKind;
  readonly fieldId: string;
  /**
   * The option, step, word, hour or type of a file; of a ranking the option in the first place, of a matrix the column; a range of
   * steps (`0..6`) or of numbers (`numberRange`); or a unit of a time line, such as `2026-11` or `2020s`.
   */
  readonly value: string;
  /** The row of a matrix. */
  readonly row?: string | undefined;
}

/** The answer to a question. */
interface Answer {
  readonly kind: FieldKind;
  readonly fieldId: string;
  readonly value: unknown;
}

const rangePattern = /^(\d+)\.\.(\d+)$/;

/** The group and the names under which the charts count what a condition is about. */
function countedUnder({ kind, value, row }: AnswerCondition): {
  group: string;
  is: (name: string) => boolean;
} {
  const isValue = (name: string) => name === value;
  switch (kind) {
    case 'short_text':
    case 'long_text':
      return { group: groups.words, is: isValue };
    case 'ranking':
      return { group: groups.placesOf(value), is: (place) => place === '1' };
    case 'matrix':
      return { group: groups.columnsOf(row ?? ''), is: isValue };
    case 'time':
      return { group: groups.hours, is: isValue };
    case 'file':
      return { group: groups.types, is: isValue };
    case 'date':
    case 'datetime': {
      const [, decade] = /^(\d{3})0s$/.exec(value) ?? [];
      const from = decade ?? value;
      return { group: groups.days, is: (day) => day === from || day.startsWith(decade ?? `${value}-`) };
    }
    case 'nps': {
      const [, from, to] = rangePattern.exec(value) ?? [];
      if (from === undefined || to === undefined) return { group: groups.choices, is: isValue };
      return {
        group: groups.choices,
        is: (step) => Number(step) >= Number(from) && Number(step) <= Number(to),
      };
    }
    default:
      return { group: groups.choices, is: isValue };
  }
}

/** Whether a number of a range was given. */
function isInRange({ numbers }: Tally, value: string): boolean {
  const range = readNumberRange(value);
  const given = range && numbers.get(range.unit ?? units.none)?.sorted();
  return range !== null && given?.some((number) => number >= range.from && number < range.to) === true;
}

/** Whether the answers of a submission are among those that a chart counts under a condition: by the count of the charts itself. */
export function satisfiesCondition(answers: readonly Answer[], condition: AnswerCondition): boolean {
  const answer = answers.find(
    ({ kind, fieldId }) => kind === condition.kind && fieldId === condition.fieldId,
  );
  if (!answer) return false;
  const tally = emptyTally();
  countAnswer(tally, answer.kind, answer.value, { id: '', at: '' });
  if (condition.kind === 'number' || condition.kind === 'payment') return isInRange(tally, condition.value);
  const { group, is } = countedUnder(condition);
  return [...(tally.counts.get(group)?.keys() ?? [])].some(is);
}

/** Whether an answer to a field is a value: the option that was chosen, or one of several. */
export function hasChosen(
  answers: readonly Pick<Answer, 'fieldId' | 'value'>[],
  { fieldId, value: chosen }: { readonly fieldId: string; readonly value: string },
): boolean {
  const value = answers.find((answer) => answer.fieldId === fieldId)?.value ?? null;
  if (Array.isArray(value)) return value.includes(chosen);
  return (typeof value === 'string' ? value : JSON.stringify(value)) === chosen;
}
