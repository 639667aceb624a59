import { counted } from '../../../../domain/check.ts';
import { ok, type Result } from '../../../../domain/result.ts';
import { type CsvFault, refuseCsv } from './csv-fault.ts';
import type { CsvRecord } from './parse-csv.ts';
import { isBlank, readHeader } from './read-header.ts';

export interface Table {
  /** One for each column, all different. */
  readonly labels: readonly string[];
  readonly headerRows: 1 | 2;
  /** Each with as many cells as the header, or with more: such a row fits no columns. */
  readonly rows: readonly CsvRecord[];
  /** The corrections made, in words. */
  readonly notes: readonly string[];
}

/**
 * Separates the header from the rows and makes shorter rows as wide as the header.
 * Missing cells at the end of a row are blank, and empty rows are omitted.
 */
export function readTable(records: readonly CsvRecord[]): Result<Table, CsvFault> {
  const filled = records.filter(({ cells }) => !cells.every(isBlank));
  const [first, second] = filled;
  if (!first) return refuseCsv(null, 'The file has only blank cells.');
  const header = readHeader(first.cells, second?.cells ?? []);
  const body = filled.slice(header.rows);
  if (body.length === 0) return refuseCsv(first.line, 'The file has a header and no rows.');
  const width = header.labels.length;
  const long = body.filter(({ cells }) => !cells.slice(width).every(isBlank));
  const [firstLong] = long;
  if (firstLong && long.length * 2 > body.length)
    return refuseCsv(
      firstLong.line,
      `${cellsOf(firstLong)}, but the header has ${width}; most rows are too long, so this is not a table.`,
    );
  const short = body.filter(({ cells }) => cells.length < width);
  const [firstShort] = short;
  if (firstShort && short.length * 2 > body.length)
    return refuseCsv(
      firstShort.line,
      `${cellsOf(firstShort)}, but the header has ${width}; most rows are too short, so this is not a table.`,
    );
  return ok({
    labels: header.labels,
    headerRows: header.rows,
    rows: body.map((record) => ({ line: record.line, cells: fit(record.cells, width) })),
    notes: notesOn(records.length - filled.length, short),
  });
}

const cellsOf = ({ cells }: CsvRecord): string => `The row has ${counted(cells.length, 'cell')}`;

const fit = (cells: readonly string[], width: number): readonly string[] =>
  cells.slice(width).every(isBlank) ? Array.from({ length: width }, (_, index) => cells[index] ?? '') : cells;

function notesOn(blank: number, short: readonly CsvRecord[]): string[] {
  const [first] = short;
  return [
    ...(blank > 0 ? [`${counted(blank, 'blank row')} left out.`] : []),
    ...(first
      ? [
          `${counted(short.length, 'row')} shorter than the header (the first in line ${first.line}): ` +
            'missing cells count as blank.',
        ]
      : []),
  ];
}
