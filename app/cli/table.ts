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

/** No column becomes narrower, so that numbers stay readable. */
const leastWidth = 8;

/**
 * Lays out rows in columns.
 * @param isWhole the columns that are never cut
 * @param width the terminal's width in characters; null if there is no limit
 * @returns the lines; null if the columns do not fit the width
 */
export function layOut(
  rows: readonly (readonly string[])[],
  isWhole: readonly boolean[],
  width: number | null,
): string | null {
  const natural = isWhole.map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))));
  const widths = width === null ? natural : shrink(natural, isWhole, width - gap * (natural.length - 1));
  if (!widths) return null;
  const table = new Table({
    chars: bare,
    colWidths: widths,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Narrows the widest columns to the largest common limit with which all fit; null if there is none. */
function shrink(natural: readonly number[], isWhole: readonly boolean[], available: number): number[] | null {
  const limited = (limit: number) =>
    natural.map((width, column) => (isWhole[column] ? width : Math.min(width, limit)));
  for (let limit = Math.max(leastWidth, ...natural); limit >= leastWidth; limit -= 1) {
    const widths = limited(limit);
    if (widths.reduce((sum, width) => sum + width, 0) <= available) return widths;
  }
  return null;
}
