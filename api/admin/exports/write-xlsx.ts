import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { inChunks } from './in-chunks.ts';
import { numberedSheets, packageParts, sheetEnd, sheetStart } from './xlsx-parts.ts';
import type { CellContent } from './submission-table.ts';

/** The limits of a sheet in every program that reads the format. */
export const mostSheetColumns = 16_384;
const mostSheetRows = 1_048_576;
const mostCellCharacters = 32_767;

const cutMark = ' … (cut)';
const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

interface Sheets {
  readonly headings: readonly string[];
  readonly contents: readonly CellContent[];
  readonly rows: AsyncIterable<readonly string[]>;
}

/**
 * Writes rows as a workbook of Excel. A row is held no longer than it takes to send. Numbers are numbers, and all else is text, which
 * no program runs as a formula. Rows beyond those of a sheet go on in another; a text beyond 32,767 characters is cut.
 */
export function xlsxFile({ headings, contents, rows }: Sheets): Readable {
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
    for (let line = 3; line <= mostSheetRows; line++) {
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

interface RowProps {
  readonly cells: readonly string[];
  /** From 1. */
  readonly line: number;
  readonly contents: readonly CellContent[];
  readonly names: readonly string[];
  readonly style?: number;
}

function rowXml({ cells, line, contents, names, style }: RowProps): string {
  let xml = `<row r="${line}">`;
  cells.forEach((text, column) => {
    if (text === '') return;
    const at = `r="${names[column]}${line}"${style === undefined ? '' : ` s="${style}"`}`;
    xml +=
      contents[column] === 'number' && number.test(text)
        ? `<c ${at}><v>${text}</v></c>`
        : `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(shortened(text))}</t></is></c>`;
  });
  return `${xml}</row>`;
}

/** The letters of a column, from 0: A, B, …, Z, AA. */
function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (column % 26));
}

const shortened = (text: string): string =>
  text.length <= mostCellCharacters
    ? text
    : text.slice(0, mostCellCharacters - cutMark.length).replace(/[\ud800-\udbff]$/, '') + cutMark;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Characters that XML cannot hold, and texts that look as if they were escaped already, have an escape of the format itself. */
const escaped = (text: string): string =>
  text
    .replace(/_x[0-9a-f]{4}_/gi, (code) => `_x005F${code}`)
    .replace(/(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, hex)
    .replace(/[&<>]/g, (character) => entities[character] ?? character);

const hex = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
