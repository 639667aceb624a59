import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { fileReason } from '../../file-reason.ts';
import { misused } from '../failure.ts';
import type { CsvRecord } from './csv/parse-csv.ts';
import { isAddedHeading, rejectedHeadings } from './match-columns.ts';

/** A file of the rows that were not taken, each with its line and the reasons. It can be corrected and imported. */
export interface RejectedRows {
  readonly path: string;
  readonly count: number;
  add(row: CsvRecord, reasons: readonly string[]): void;
  close(): void;
}

const byteOrderMark = '\uFEFF';

/**
 * Prepares a file in UTF-8, which is made with its first row. It begins with a byte order mark, by which Excel knows the encoding.
 * @param source the file that is imported
 * @param given the path of the file, by default beside the source, where it replaces no other
 * @throws CommandFailure if it is the source, or cannot be written
 */
export function openRejectedRows(
  source: string,
  given: string | undefined,
  { labels, delimiter }: { readonly labels: readonly string[]; readonly delimiter: string },
): RejectedRows {
  if (given !== undefined && isSameFile(source, given))
    throw misused('--rejected names the file that is imported. Choose another.');
  const path = given ?? freePath(source);
  // Rows that were rejected before get new lines and reasons.
  const own = [...labels.keys()].filter((index) => !isAddedHeading(labels[index] ?? ''));
  let file: number | null = null;
  let count = 0;
  const write = (cells: readonly string[], before = '') => {
    try {
      file ??= openSync(path, given === undefined ? 'wx' : 'w');
      writeSync(file, before + stringify([[...cells]], { delimiter, quoted_match: /[\r\n]/ }));
    } catch (error) {
      throw misused(`${path} cannot be written: ${fileReason(error)}.`);
    }
  };
  const ownOf = (cells: readonly string[]) => own.map((index) => cells[index] ?? '');
  return {
    path,
    get count() {
      return count;
    },
    add({ line, cells }, reasons) {
      if (count === 0) write([...ownOf(labels), ...rejectedHeadings], byteOrderMark);
      count += 1;
      // Cells beyond the header come last.
      write([...ownOf(cells), String(line), reasons.join('; '), ...cells.slice(labels.length)]);
    },
    close() {
      if (file !== null) closeSync(file);
    },
  };
}

/** A path beside the source that no file has: an earlier one may hold corrections. */
function freePath(source: string): string {
  const name = source.slice(0, source.length - extname(source).length).replace(/\.rejected(?:-\d+)?$/, '');
  for (let count = 1; ; count++) {
    const path = `${name}.rejected${count === 1 ? '' : `-${count}`}.csv`;
    if (!existsSync(path)) return path;
  }
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}
