import type { FieldDefinition } from '../../../domain/form/field.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { datetime } from '../../../domain/submission/checks/formats.ts';
import { resolveAnswers } from '../../../domain/submission/resolve-answers.ts';
import { withoutGuard } from '../../../domain/submission/table/formula-guard.ts';
import { type AnswerCells, answerReader } from '../../../domain/submission/table/read-cells.ts';
import { type DateOrder, dateOrderOf, readMoment } from '../../../domain/submission/table/read-dates.ts';
import type { CsvRecord } from './csv/parse-csv.ts';
import { isBlank } from './csv/read-header.ts';
import type { FileFinder } from './local-files.ts';
import type { ColumnUse } from './match-columns.ts';
import type { RowFile } from './upload-files.ts';

/** A row as the API takes it, or why it cannot be taken. */
export type ReadRow = CsvRecord &
  (
    | {
        readonly answers: Record<string, unknown>;
        /** The files of the answers, which are still to be uploaded. */
        readonly files: readonly RowFile[];
        readonly submittedAt: string | null;
      }
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
  /** Finds files by their paths; without it, cells hold the ids of uploaded files. */
  readonly findFiles?: FileFinder | undefined;
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
  const isTooLong = ({ cells }: CsvRecord) => cells.length > uses.length;
  const fitting = plain.filter((row) => !isTooLong(row));
  const columnOf = (index: number) => fitting.map(({ cells }) => cells[index] ?? '');
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
  const timeOf = (cells: readonly string[]) =>
    submittedAt(cells[timeColumn] ?? '', { dateOrder: timeOrder, timeZone: reading.timeZone });
  return plain.map((row, index): ReadRow => {
    const original = rows[index] ?? row;
    if (isTooLong(row))
      return { ...original, reasons: [`Has ${row.cells.length} cells, but the header has ${uses.length}.`] };
    const { answers, files, unread, reasons } = answersIn(row.cells, readers, reading);
    const time = timeOf(row.cells);
    if (!time.ok) reasons.push(`submitted_at: ${time.error}`);
    const resolved = resolveAnswers(fields, answers);
    const faults = resolved.ok ? [] : resolved.error.filter(({ field = '' }) => !unread.has(field));
    for (const { path, message } of faults) reasons.push(`${path.slice(9)}: ${message}`);
    return reasons.length > 0 || !time.ok
      ? { ...original, reasons }
      : { ...original, answers, files, submittedAt: time.value };
  });
}

/**
 * Reads the time at which a submission was made.
 * @returns the time in UTC, null for a blank cell; or what is wrong with it
 */
function submittedAt(
  cell: string,
  { dateOrder, timeZone }: { readonly dateOrder: DateOrder | null; readonly timeZone: string },
): Result<string | null, string> {
  if (isBlank(cell)) return ok(null);
  const read = readMoment(cell, dateOrder, timeZone);
  if (read === 'ambiguous')
    return err('The order of day and month is ambiguous. Say which comes first with --date-order.');
  if (read && !read.ok) return err(read.error.faults.map(({ message }) => message).join(' '));
  if (!read || !datetime.test(read.value)) return err('Must be a date with a time of day.');
  const time = new Date(read.value);
  return time.getTime() > Date.now() + clockSkewMs
    ? err('Must not be in the future.')
    : ok(time.toISOString());
}

/** How far the clock of the service may be ahead, in milliseconds. */
const clockSkewMs = 60_000;

function answersIn(
  cells: readonly string[],
  readers: readonly FieldReader[],
  { findFiles }: Pick<RowReading, 'findFiles'>,
) {
  const answers: [string, unknown][] = [];
  const files: RowFile[] = [];
  const reasons: string[] = [];
  /** The keys of fields whose cells cannot be read. */
  const unread = new Set<string>();
  for (const { field, columns, read } of readers) {
    const { key } = field;
    const parts: AnswerCells = new Map(columns.map(([part, index]) => [part, cells[index] ?? '']));
    const value = read(parts);
    if (!value.ok) {
      unread.add(key);
      for (const { at = '', message } of value.error) reasons.push(`${key}${at}: ${message}`);
      continue;
    }
    const isNamed = field.kind === 'file' && value.value !== null;
    const found = isNamed ? findFiles?.(parts.get(null) ?? '', field) : null;
    if (found?.ok === false) {
      unread.add(key);
      reasons.push(...found.error.map((reason) => `${key}: ${reason}`));
      continue;
    }
    for (const { id, file } of found?.value ?? []) if (file) files.push({ fieldKey: key, id, file });
    answers.push([key, found ? found.value.map(({ id }) => id) : value.value]);
  }
  return { answers: Object.fromEntries(answers), files, unread, reasons };
}
