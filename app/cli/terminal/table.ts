import Table from 'cli-table3';
import stringWidth from 'string-width';

/** A column's heading, and its value for an item; `whole` for ids, which are never cut. */
export type Column<T> = readonly [
  heading: string,
  cell: (item: T) => string | number | null | undefined,
  fit?: 'whole',
];

const bare = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};
const gap = bare.middle.length;

/** Text is never cut to less. */
const leastWidth = 6;

/**
 * Lays out rows in columns. Where they are too wide, columns without a value are left out, then cells are cut; ids and
 * numbers never are.
 * @param rows the headings, then a row for each item
 * @param isWhole the columns that are never cut
 * @param width the terminal's width in characters; null if there is no limit
 * @returns the lines; null if the columns do not fit the width
 */
export function layOut(
  rows: readonly (readonly string[])[],
  isWhole: readonly boolean[],
  width: number | null,
): string | null {
  const columns = isWhole.map((whole, index) =>
    measure(
      rows.map((row) => row[index] ?? ''),
      whole,
    ),
  );
  const all = columns.map((_, index) => index);
  if (width === null) return draw(rows, all, (index) => columns[index]?.natural ?? 0);
  const isWide = totalOf(columns.map(({ natural }) => natural)) > width;
  const shown = isWide ? all.filter((index) => columns[index]?.hasValue) : all;
  const limit = commonLimit(
    shown.flatMap((index) => columns[index] ?? []),
    width,
  );
  return limit === null ? null : draw(rows, shown, (index) => limited(columns[index], limit));
}

interface Measured {
  readonly natural: number;
  readonly least: number;
  readonly hasValue: boolean;
}

function measure([heading = '', ...cells]: readonly string[], isWhole: boolean): Measured {
  const content = Math.max(0, ...cells.map((cell) => stringWidth(cell)));
  const natural = Math.max(stringWidth(heading), content);
  const isNumeric = cells.every((cell) => /^(-|\d+)$/.test(cell));
  return {
    natural,
    least: isWhole ? natural : Math.min(natural, Math.max(leastWidth, isNumeric ? content : 0)),
    hasValue: cells.some((cell) => cell !== '' && cell !== '-'),
  };
}

const limited = (column: Measured | undefined, limit: number): number =>
  column ? Math.min(column.natural, Math.max(column.least, limit)) : 0;

const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));

/** The largest width that, as a limit on every column, lets all fit; null if there is none. */
function commonLimit(columns: readonly Measured[], width: number): number | null {
  for (let limit = Math.max(0, ...columns.map(({ natural }) => natural)); limit >= leastWidth; limit -= 1)
    if (totalOf(columns.map((column) => limited(column, limit))) <= width) return limit;
  return null;
}

function draw(
  rows: readonly (readonly string[])[],
  shown: readonly number[],
  widthOf: (column: number) => number,
): string {
  const table = new Table({
    chars: bare,
    colWidths: shown.map(widthOf),
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  table.push(...rows.map((row) => shown.map((index) => row[index] ?? '')));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
