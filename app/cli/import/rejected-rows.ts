import { closeSync, openSync, writeSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import { misused } from '../failure.ts';
import { fileReason } from '../../file-reason.ts';
import { rejectedHeadings } from './match-columns.ts';
import type { CsvRecord } from './parse-csv.ts';

/** A file of the rows that were not taken, each with its line and the reasons. It can be corrected and imported. */
export interface RejectedRows {
  readonly path: string;
  readonly count: number;
  add(row: CsvRecord, reasons: readonly string[]): void;
  close(): void;
}

/** Opens the file with its first row, in UTF-8. @throws CommandFailure if it cannot be written */
export function openRejectedRows(path: string, headings: readonly string[], delimiter: string): RejectedRows {
  let file: number | null = null;
  let count = 0;
  const write = (cells: readonly string[]) => {
    try {
      file ??= openSync(path, 'w');
      writeSync(file, stringify([[...cells]], { delimiter, quoted_match: /[\r\n]/ }));
    } catch (error) {
      throw misused(`${path} cannot be written: ${fileReason(error)}.`);
    }
  };
  return {
    path,
    get count() {
      return count;
    },
    add({ line, cells }, reasons) {
      if (count === 0) write([...headings, ...rejectedHeadings]);
      count += 1;
      write([...cells, String(line), reasons.join('; ')]);
    },
    close() {
      if (file !== null) closeSync(file);
    },
  };
}
