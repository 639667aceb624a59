import { openNames } from '../answers-by-label.ts';
import { addressParts, nameParts, partLabels, paymentParts } from '../parts.ts';
import type { TableQuestion } from './table-questions.ts';

/** Whether options are written by label or by value. */
export const tableDisplays = ['labels', 'values'] as const;
/**
 * What has a column of its own: each answer (`cells`); each part of an answer, too, such as a row of a matrix (`parts`); each option
 * of several choices, too (`options`).
 */
export const tableSplits = ['cells', 'parts', 'options'] as const;
/** What the headings of columns hold: the label of the question, its key, or both. */
export const tableHeadings = ['label', 'key', 'both'] as const;

export interface TableLayout {
  readonly display: (typeof tableDisplays)[number];
  readonly split: (typeof tableSplits)[number];
  readonly headings: (typeof tableHeadings)[number];
}

/** A part of an answer that has a column of its own. */
interface Part {
  /** The name of the part, or the value of the row or option. */
  readonly name: string;
  readonly label: string;
  readonly isRemoved?: boolean;
}

export interface AnswerColumn {
  readonly question: TableQuestion;
  /** The part, row or option of the answer that the column holds; null for the whole answer. */
  readonly part: string | null;
  /** Unique in the table. */
  readonly heading: string;
  /** The heading before it was made unique. */
  readonly name: string;
}

/** Returns the parts of a question's answers that have columns of their own; null if the answer has one column. */
function partsOf(
  { kind, options, rows }: TableQuestion,
  split: TableLayout['split'],
): readonly Part[] | null {
  if (split === 'cells') return null;
  const named = (names: readonly (keyof typeof partLabels)[]) =>
    names.map((name) => ({ name, label: partLabels[name] }));
  const chosen = (choices: TableQuestion['options']) =>
    choices.map(({ value: name, label, isRemoved }) => ({ name, label, isRemoved }));
  switch (kind) {
    case 'address':
      return named(addressParts);
    case 'full_name':
      return named(nameParts);
    case 'payment':
      return named(paymentParts);
    case 'matrix':
      return chosen(rows);
    case 'multiple_choice':
    case 'ranking':
      return split === 'options' ? chosen(options) : null;
    default:
      return null;
  }
}

/**
 * Returns the columns of a table, in the order of its questions. Each heading is unique: a repeated one is numbered, and never gets
 * the heading of another column.
 * @param taken headings of other columns
 */
export function answerColumns(
  questions: readonly TableQuestion[],
  { split, headings }: Pick<TableLayout, 'split' | 'headings'>,
  taken: readonly string[],
): readonly AnswerColumn[] {
  const columns = questions.flatMap((question) => {
    const parts: readonly (Part | null)[] = partsOf(question, split) ?? [null];
    return parts.map((part) => ({
      question,
      part: part?.name ?? null,
      name: headingOf(question, part, headings),
    }));
  });
  const given = new Set(taken);
  const freeName = openNames([...taken, ...columns.map(({ name }) => name)]);
  return columns.map((column) => {
    const { name } = column;
    const isFirst = !given.has(name);
    given.add(name);
    return { ...column, heading: isFirst ? name : freeName(name) };
  });
}

function headingOf(
  { key, label, isRemoved }: TableQuestion,
  part: Part | null,
  headings: TableLayout['headings'],
): string {
  const byKey = part ? `${key}.${part.name}` : key;
  const removed = isRemoved || part?.isRemoved === true ? ' (removed)' : '';
  const byLabel = part ? `${label} — ${part.label}` : label;
  switch (headings) {
    case 'key':
      return `${byKey}${removed}`;
    case 'label':
      return `${byLabel}${removed}`;
    case 'both':
      return `${byLabel} [${byKey}]${removed}`;
    default:
      return headings satisfies never;
  }
}
