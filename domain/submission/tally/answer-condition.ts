import type { FieldKind } from '../../form/field.ts';
import { countAnswer, groups } from './count-answer.ts';
import { emptyTally } from './tally.ts';

/** What an answer is counted under: a bar, a column or a cell of the chart of its question. */
export interface AnswerCondition {
  /** The kind and the field of a question. A field that was of another kind before is another question. */
  readonly kind: FieldKind;
  readonly fieldId: string;
  /** The option, step, word or hour; of a ranking the option in the first place, of a matrix the column; or a range of steps: `0..6`. */
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

/** Whether the answers of a submission are among those that a chart counts under a condition: by the count of the charts itself. */
export function satisfiesCondition(answers: readonly Answer[], condition: AnswerCondition): boolean {
  const answer = answers.find(
    ({ kind, fieldId }) => kind === condition.kind && fieldId === condition.fieldId,
  );
  if (!answer) return false;
  const tally = emptyTally();
  countAnswer(tally, answer.kind, answer.value, { id: '', at: '' });
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
