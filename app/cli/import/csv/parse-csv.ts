import { CsvError, parse } from 'csv-parse/sync';
import { ok, type Result } from '../../../../domain/result.ts';
import { type CsvFault, refuseCsv } from './csv-fault.ts';

export interface CsvRecord {
  /** The first line of the record, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The longest record in characters: an unclosed quote would otherwise take in the rest of the file. Every submission of an export is
 * shorter.
 */
const maxRecordLength = 6_000_000;

const reading = {
  // All three, because concatenated files mix them.
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: maxRecordLength,
};

const reasons: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'A quotation mark is inside a cell that does not begin with one.',
  CSV_INVALID_CLOSING_QUOTE: 'Text follows the closing quotation mark of a cell.',
  CSV_QUOTE_NOT_CLOSED: 'A cell is opened with a quotation mark and never closed.',
  CSV_MAX_RECORD_SIZE: 'The row does not end. A closing quotation mark may be missing.',
};

export interface ParsedCsv {
  readonly records: readonly CsvRecord[];
  readonly delimiter: string;
}

/** The line by which Excel knows the separator of a file. */
const separatorLine = /^"?sep=(.)"?(?:\r\n|[\r\n])/i;

/**
 * The records of a CSV text, with quotes resolved and empty lines left out.
 * @param given the separator of cells; by default that of a line `sep=;`, else the one of comma, semicolon, tab and bar that
 *   divides most of the first records into as many cells as the very first, and of several the one that makes most cells
 */
export function parseCsv(whole: string, given?: string): Result<ParsedCsv, CsvFault> {
  const [line = '', named] = separatorLine.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const delimiter = given ?? named ?? guessDelimiter(text);
  const records: CsvRecord[] = [];
  const before = line === '' ? 0 : 1;
  let lastLine = before;
  let overcount = 0;
  try {
    parse(text, {
      ...reading,
      delimiter,
      // Collected here, where the line number is known.
      on_record: (cells: string[], { lines }) => {
        // csv-parse counts a line break of two characters inside a cell twice.
        overcount += count(cells, /\r\n/g);
        lastLine = before + lines - overcount;
        records.push({ line: lastLine - count(cells, /\r\n|[\r\n]/g), cells });
        return null;
      },
    });
    return ok({ records, delimiter });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuseCsv(lastLine + 1, reasons[error.code] ?? `The row cannot be read (${error.code}).`);
  }
}

const count = (cells: readonly string[], pattern: RegExp): number =>
  cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0);

/** In this order where they divide the text alike: text between semicolons has commas more often than the other way round. */
const delimiters = ['\t', ';', '|', ','] as const;

function guessDelimiter(text: string): string {
  const fits = delimiters.map((delimiter) => ({ delimiter, ...fitOf(text, delimiter) }));
  const best = fits.reduce((one, next) =>
    next.records > one.records || (next.records === one.records && next.width > one.width) ? next : one,
  );
  return best.width > 1 ? best.delimiter : ',';
}

/** The number of records that a separator is tried on, and of their characters. */
const [sampledRecords, sampledCharacters] = [100, 8_000_000];

/** How many records a separator divides into as many cells as the first, and into how many. */
function fitOf(text: string, delimiter: string): { readonly records: number; readonly width: number } {
  const widths: number[] = [];
  try {
    parse(text.slice(0, sampledCharacters), {
      ...reading,
      delimiter,
      to: sampledRecords,
      on_record: (cells: string[]) => {
        widths.push(cells.length);
        return null;
      },
    });
  } catch {
    // The records before the fault count.
  }
  const [width = 0] = widths;
  return { width, records: width > 1 ? widths.filter((each) => each === width).length : 0 };
}
