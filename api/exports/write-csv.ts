import { stringify } from 'csv-stringify/sync';
import { withGuard } from '../../domain/submission/table/formula-guard.ts';
import type { CellContent } from './submission-table.ts';

export const csvDelimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;

export const byteOrderMark = '\uFEFF';

const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** Digits and what separates them: a spreadsheet calls no function in it. */
const phone = /^\+?[\d\s().\-/]+$/;

/** Guards a cell that a spreadsheet would run, unless it is the number or the telephone number that its column asks for. */
function guarded(cell: string, content: CellContent | undefined): string {
  if (content === 'number' && number.test(cell)) return cell;
  if (content === 'phone' && phone.test(cell)) return cell;
  return withGuard(cell);
}

/** Writes rows as CSV, without what a spreadsheet would run as a formula. @param contents of the columns; of headings none */
export const csvRows = (
  rows: readonly (readonly string[])[],
  delimiter: string,
  contents: readonly CellContent[] = [],
): string =>
  stringify(
    rows.map((row) => row.map((cell, column) => guarded(cell, contents[column]))),
    // Of line breaks the library quotes the record delimiter alone; many readers begin a row at any.
    { delimiter, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
