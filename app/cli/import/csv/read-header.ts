import { isOwnTable } from '../match-columns.ts';
import { cutText } from './cut-text.ts';

export const isBlank = (cell: string): boolean => cell.trim() === '';

export interface Header {
  readonly rows: 1 | 2;
  readonly labels: readonly string[];
}

/** The domain's limit for a label, less room for a number that distinguishes equal labels. */
const maxLabelLength = 1_980;

/** The second header of a question with a single column, as survey tools write it. */
const isResponse = (cell: string): boolean => /^\s*(?:open-ended )?response\s*$/i.test(cell);

/**
 * The labels of the columns, from the first two records of a file; in a table of this service, as they stand. With two header rows, a question with several
 * columns has its text above the first column, and an option below each: `Question — Option`.
 */
export function readHeader(first: readonly string[], second: readonly string[]): Header {
  if (isOwnTable(first)) return { rows: 1, labels: unique(first) };
  const width = first.findLastIndex((cell, index) => !isBlank(cell) || !isBlank(second[index] ?? '')) + 1;
  const questions = Array.from({ length: width }, (_, index) => first[index] ?? '');
  const below = questions.map((_, index) => second[index] ?? '');
  if (!isSecondHeader(questions, below, second.length))
    return { rows: 1, labels: unique(questions.map((question, index) => labelOf(question, '', index))) };
  let question = '';
  const labels = questions.map((cell, index) => {
    question = isBlank(cell) ? question : cell;
    return labelOf(question, below[index] ?? '', index);
  });
  return { rows: 2, labels: unique(labels) };
}

/** A second header row has options only under questions with several columns. */
function isSecondHeader(questions: readonly string[], below: readonly string[], width: number): boolean {
  if (width > questions.length) return false;
  const spread = questions.map((question, index) => {
    const next = questions[index + 1];
    return (isBlank(question) && index > 0) || (next !== undefined && isBlank(next));
  });
  const fits = below.every((cell, index) =>
    spread[index] === true ? !isBlank(cell) : isBlank(cell) || isResponse(cell),
  );
  const marked = below.some(isResponse) || (isBlank(below[0] ?? '') && spread.includes(true));
  return fits && marked;
}

function labelOf(question: string, option: string, index: number): string {
  const parts = [question, isResponse(option) ? '' : option].map((part) => part.trim());
  const label = parts.filter((part) => part !== '').join(' — ');
  return label === '' ? `Column ${index + 1}` : cutText(label, maxLabelLength);
}

function unique(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    let name = label;
    for (let count = 2; taken.has(name); count++) name = `${label} (${count})`;
    taken.add(name);
    return name;
  });
}
