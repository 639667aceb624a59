import type { FieldDefinition } from '../../../domain/form/field.ts';
import { resolveAnswers } from '../../../domain/submission/resolve-answers.ts';
import { withoutGuard } from '../../../domain/submission/table/formula-guard.ts';
import { answerReader, type AnswerCells } from '../../../domain/submission/table/read-cells.ts';
import { dateOrderOf, readMoment, type DateOrder } from '../../../domain/submission/table/read-dates.ts';
import { isBlank } from './read-header.ts';
import type { ColumnUse } from './match-columns.ts';
import type { CsvRecord } from './parse-csv.ts';

/** A row as the API takes it, or why it cannot be taken. */
export type ReadRow = CsvRecord &
  (
    | { readonly answers: Record<string, unknown>; readonly submittedAt: string | null }
    | { readonly reasons: readonly string[] }
  );

export interface RowReading {
  /** Whether the file is an export of this service, whose guards against formulas are removed. */
  readonly isOwn: boolean;
  readonly exactNumbers: boolean;
  readonly language?: string | undefined;
  /** The order of day and month in every column; by default each column shows its own. */
  readonly dateOrder?: DateOrder | undefined;
  readonly timeZone: string;
}

interface FieldReader {
  readonly field: FieldDefinition;
  readonly columns: readonly (readonly [part: string | null, index: number])[];
  readonly read: ReturnType<typeof answerReader>;
}

/**
 * Reads the rows of a file by what its columns hold. A blank cell is no answer, also for a field with a default; a field without a
 * column gets its default.
 */
export function readRows(
  rows: readonly CsvRecord[],
  uses: readonly ColumnUse[],
  fields: readonly FieldDefinition[],
  reading: RowReading,
): ReadRow[] {
  const plain = reading.isOwn
    ? rows.map(({ line, cells }) => ({ line, cells: cells.map(withoutGuard) }))
    : rows;
  const columnOf = (index: number) => plain.map(({ cells }) => cells[index] ?? '');
  const orderOf = (indexes: readonly number[]) =>
    reading.dateOrder ?? dateOrderOf(indexes.flatMap((index) => columnOf(index)));
  const readers = fields.flatMap((field): FieldReader[] => {
    const columns = uses.flatMap((use, index) =>
      use.kind === 'answer' && use.field.id === field.id ? [[use.part, index] as const] : [],
    );
    if (columns.length === 0) return [];
    const isDated = field.kind === 'date' || field.kind === 'datetime';
    const dateOrder = isDated ? orderOf(columns.map(([, index]) => index)) : null;
    return [{ field, columns, read: answerReader(field, { ...reading, dateOrder }) }];
  });
  const timeColumn = uses.findIndex(({ kind }) => kind === 'submitted_at');
  const timeOrder = timeColumn < 0 ? null : orderOf([timeColumn]);
  /** The time of a row, in UTC; null if it has none, undefined if it cannot be read. */
  const timeOf = (cells: readonly string[]): string | null | undefined => {
    const cell = cells[timeColumn] ?? '';
    if (isBlank(cell)) return null;
    const read = readMoment(cell, timeOrder, reading.timeZone);
    if (read === null || read === 'ambiguous' || !read.ok || Number.isNaN(Date.parse(read.value)))
      return undefined;
    return new Date(read.value).toISOString();
  };
  return plain.map((row, index): ReadRow => {
    const original = rows[index] ?? row;
    const { answers, reasons } = answersIn(row.cells, readers);
    const submittedAt = timeOf(row.cells);
    if (submittedAt === undefined) reasons.push('submitted_at: Must be a date with a time of day.');
    if (reasons.length === 0) {
      const resolved = resolveAnswers(fields, answers);
      if (!resolved.ok)
        for (const { path, message } of resolved.error) reasons.push(`${path.slice(9)}: ${message}`);
    }
    return reasons.length > 0 || submittedAt === undefined
      ? { ...original, reasons }
      : { ...original, answers, submittedAt };
  });
}

function answersIn(cells: readonly string[], readers: readonly FieldReader[]) {
  const answers: [string, unknown][] = [];
  const reasons: string[] = [];
  for (const { field, columns, read } of readers) {
    const parts: AnswerCells = new Map(columns.map(([part, index]) => [part, cells[index] ?? '']));
    const value = read(parts);
    if (value.ok) answers.push([field.key, value.value]);
    else for (const { at = '', message } of value.error) reasons.push(`${field.key}${at}: ${message}`);
  }
  return { answers: Object.fromEntries(answers), reasons };
}
