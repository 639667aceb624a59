import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { inChunks } from './in-chunks.ts';
import type { CellContent } from './submission-table.ts';
import { columnName, rowXml } from './xlsx-cells.ts';
import { numberedSheets, packageParts, sheetEnd, sheetStart } from './xlsx-parts.ts';

/** The limits of a sheet in every program that reads the format. */
export const maxSheetColumns = 16_384;
const maxSheetRows = 1_048_576;

interface Sheets {
  readonly headings: readonly string[];
  readonly contents: readonly CellContent[];
  readonly rows: AsyncIterable<readonly string[]>;
  /** How many rows a sheet has at most, with its headings; by default as many as programs read. */
  readonly rowsOfSheet?: number;
}

/**
 * Writes rows as a workbook of Excel. A row is held no longer than it takes to send. Numbers are numbers, dates are dates, and all
 * else is text, which no program runs as a formula. So are numbers that programs would round, and dates before March 1900. Rows beyond
 * those of a sheet go on in another; a text beyond 32,767 characters is cut.
 */
export function xlsxFile({ headings, contents, rows, rowsOfSheet = maxSheetRows }: Sheets): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.on('error', (error: Error) => output.destroy(error));
  const names = Array.from({ length: headings.length }, (_, column) => columnName(column));
  const row = (cells: readonly string[], line: number) => rowXml({ cells, line, contents, names });
  const pending = rows[Symbol.asyncIterator]();

  async function* sheet(first: readonly string[]): AsyncGenerator<string> {
    yield sheetStart;
    yield rowXml({ cells: headings, line: 1, contents: [], names, style: 1 });
    yield row(first, 2);
    for (let line = 3; line <= rowsOfSheet; line++) {
      const next = await pending.next();
      if (next.done) break;
      yield row(next.value, line);
    }
    yield sheetEnd;
  }

  async function write(): Promise<void> {
    let count = 0;
    for (let next = await pending.next(); count === 0 || !next.done; next = await pending.next()) {
      count += 1;
      const source = Readable.from(inChunks(sheet(next.done ? [] : next.value)));
      output.once('close', () => source.destroy());
      zip.addReadStream(source, `xl/worksheets/sheet${count}.xml`);
      await once(source, 'end');
    }
    for (const [path, xml] of [...packageParts, ...numberedSheets(count)])
      zip.addBuffer(Buffer.from(xml), path);
    zip.end();
  }

  write().catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return output;
}
