import iconv from 'iconv-lite';
import { ok, type Result } from '../../../../domain/result.ts';
import { isUtf8 } from '../encoding/broken-utf8.ts';
import { binary, findEncoding } from '../encoding/find-encoding.ts';
import { type CsvFault, refuseCsv } from './csv-fault.ts';

const markup = /^\s*<(?:!doctype|!--|\?xml|html|head|body|svg|table|rss|feed)\b/i;

export interface DecodedCsv {
  /** Without a byte order mark. */
  readonly text: string;
  readonly encoding: string;
}

/**
 * Decodes a CSV file.
 * @param encoding the name of its encoding; found by its byte order mark or its bytes by default
 * @returns the text, or the reason why it is not CSV: empty, binary, JSON, HTML or XML, or not of that encoding
 */
export function decodeCsv(bytes: Uint8Array, encoding?: string): Result<DecodedCsv, CsvFault> {
  const chosen = encoding === undefined ? findEncoding(bytes) : ok(encoding);
  if (!chosen.ok) return chosen;
  const found = chosen.value;
  if (!isKnown(found)) return refuseCsv(null, `There is no encoding named "${found}".`);
  const text = iconv.decode(Buffer.from(bytes), found);
  if (text.trim() === '') return refuseCsv(null, 'The file is empty.');
  const control = binary.exec(text);
  if (control)
    return refuseCsv(lineAt(text, control.index), 'The file contains binary data. Save it as CSV in UTF-8.');
  if (encoding !== undefined && text.includes('\ufffd') && !isUtf8(bytes))
    return refuseCsv(lineAt(text, text.indexOf('\ufffd')), `The file is not in ${encoding}.`);
  if (markup.test(text)) return refuseCsv(1, 'The file is HTML or XML, not CSV.');
  if (isJson(text)) return refuseCsv(1, 'The file is JSON, not CSV.');
  return ok({ text, encoding: found });
}

const isKnown = (encoding: string): boolean => iconv.encodingExists(encoding);

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
