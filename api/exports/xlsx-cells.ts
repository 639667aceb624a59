import { decimalOf } from '../../domain/submission/reading/decimal.ts';
import type { CellContent } from './submission-table.ts';

/** The styles of `xlsx-parts.ts`. */
const dateStyle = 2;

const maxCharacters = 32_767;
const cutMark = ' … (cut)';

export interface Row {
  readonly cells: readonly string[];
  /** From 1. */
  readonly line: number;
  /** Of the columns; of headings none. */
  readonly contents: readonly CellContent[];
  /** The letters of the columns. */
  readonly names: readonly string[];
  readonly style?: number;
}

/** Writes a row of a sheet. Blank cells take no place. */
export function rowXml({ cells, line, contents, names, style }: Row): string {
  let xml = `<row r="${line}">`;
  cells.forEach((text, column) => {
    if (text !== '') xml += cellXml(`${names[column]}${line}`, text, contents[column], style);
  });
  return `${xml}</row>`;
}

/** The letters of a column, from 0: A, B, …, Z, AA. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (column % 26));
}

function cellXml(at: string, text: string, content: CellContent | undefined, style?: number): string {
  if (content === 'number' && isKeptByPrograms(text)) return `<c r="${at}"><v>${text}</v></c>`;
  const day = content === 'date' ? dayNumber(text) : null;
  if (day !== null) return `<c r="${at}" s="${dateStyle}"><v>${day}</v></c>`;
  const styled = style === undefined ? '' : ` s="${style}"`;
  return `<c r="${at}"${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(shortened(text))}</t></is></c>`;
}

const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** The digits that Excel shows and keeps, and the range of its numbers beside zero. */
const maxDigits = 15;
const [least, greatest] = [2.2251e-308, 9.99999999999999e307];

/** Whether a spreadsheet program shows a number as it is written. It would round others, which are written as texts. */
function isKeptByPrograms(text: string): boolean {
  const decimal = number.test(text) ? decimalOf(text) : null;
  if (!decimal || decimal.digits.length > maxDigits) return false;
  const size = Math.abs(Number(text));
  return size === 0 || (size >= least && size <= greatest);
}

const dayMs = 86_400_000;
/** In the calendar of Excel, 1900 was a leap year: dates agree from 1 March on. */
const firstDay = 61;

/** The number of a date `YYYY-MM-DD` in a workbook; null for an earlier date, and for any other text. */
function dayNumber(text: string): number | null {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return null;
  const day = (time - Date.UTC(1899, 11, 30)) / dayMs;
  return day >= firstDay ? day : null;
}

const shortened = (text: string): string =>
  text.length <= maxCharacters
    ? text
    : text.slice(0, maxCharacters - cutMark.length).replace(/[\ud800-\udbff]$/, '') + cutMark;

/** XML reads a bare carriage return as a line feed. */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Characters that XML cannot hold, and texts that look as if they were escaped already, have an escape of the format itself. */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[0-9a-f]{4})/gi, '_x005F_')
    .replace(/(?![\t\n\r\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, hex)
    .replace(/[&<>\r]/g, (character) => entities[character] ?? character);

const hex = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
