import { ok, type Result } from '../../../domain/result.ts';
import { refuseCsv, type CsvFault } from './csv-fault.ts';

/** The characters of Windows-1252 at the control characters of Latin-1; its five gaps are unchanged. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Control characters other than white space; those above ASCII may be gaps of Windows-1252. */
const binary = /[^\P{Cc}\s\x7f-\x9f]/u;
const markup = /^\s*<(?:!doctype|!--|\?xml|html|head|body|svg|table|rss|feed)\b/i;

export interface DecodedCsv {
  /** Without a byte order mark. */
  readonly text: string;
  readonly encoding: 'UTF-8' | 'Windows-1252';
}

/**
 * Decodes a CSV file as UTF-8 if all its bytes are valid UTF-8, else as Windows-1252.
 * @returns the text, or the reason why it is not CSV: empty, binary, JSON, HTML or XML
 */
export function decodeCsv(bytes: Uint8Array): Result<DecodedCsv, CsvFault> {
  const decoded = decode(bytes);
  const { text } = decoded;
  if (text.trim() === '') return refuseCsv(null, 'The file is empty.');
  const control = binary.exec(text);
  if (control)
    return refuseCsv(lineAt(text, control.index), 'The file contains binary data. Save it as CSV in UTF-8.');
  if (markup.test(text)) return refuseCsv(1, 'The file is HTML or XML, not CSV.');
  if (isJson(text)) return refuseCsv(1, 'The file is JSON, not CSV.');
  return ok(decoded);
}

function decode(bytes: Uint8Array): DecodedCsv {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: fromWindows1252(bytes), encoding: 'Windows-1252' };
  }
}

/** Decodes by hand, because several releases of Node decode `windows-1252` as Latin-1. */
const fromWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => windows1252.charAt(character.charCodeAt(0) - 0x80));

const lineAt = (text: string, index: number): number => text.slice(0, index).split(/\r\n|[\r\n]/).length;

/** JSON: a document, or one document a line. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  const [firstLine = ''] = text.trimStart().split(/[\r\n]/, 1);
  return [firstLine, text].some((json) => {
    try {
      return typeof JSON.parse(json) === 'object';
    } catch {
      return false;
    }
  });
}
