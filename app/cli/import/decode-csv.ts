import { detect } from 'chardet';
import iconv from 'iconv-lite';
import { ok, type Result } from '../../../domain/result.ts';
import { refuseCsv, type CsvFault } from './csv-fault.ts';
import { hasUtf8Letters, isBrokenUtf8, isUtf8, lineOfFault } from './broken-utf8.ts';
import { isLatin, singleByteOf } from './single-byte-encodings.ts';

/** Control characters other than white space; those above ASCII may be gaps of Windows-1252. */
const binary = /[^\P{Cc}\s\x7f-\x9f]/u;
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
  const found = encoding ?? encodingOf(bytes);
  if (found === null) return refuseCsv(lineOfFault(bytes), mixed);
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

const mixed =
  'The line is not in UTF-8, and other lines are. The file may be cut off, or made of files in several encodings. ' +
  'Save it again in UTF-8, or name its encoding with --encoding.';

const isKnown = (encoding: string): boolean => iconv.encodingExists(encoding);

/** The bytes that are looked at: enough for every language, and as quick for the longest file. */
const sampleBytes = 256_000;

/**
 * Finds the encoding of a file. What is valid as UTF-8 is in UTF-8: other texts hardly ever are.
 * @returns null for UTF-8 with other bytes in it
 */
function encodingOf(bytes: Uint8Array): string | null {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  const zeros = zerosIn(bytes.subarray(0, 1_000));
  if (zeros) return zeros;
  if (isUtf8(bytes)) return 'UTF-8';
  const sample = withoutAscii(bytes);
  if (isBrokenUtf8(sample)) return null;
  const detected = detect(sample);
  if (detected !== null && multibyte.test(detected)) return detected;
  const found = singleByteOf(sample, detected);
  return isLatin(found) && hasUtf8Letters(sample) ? null : found;
}

const multibyte = /^(?:Shift_JIS|EUC-|Big5|GB18030|ISO-2022)/;

/** UTF-16 without a mark: every other byte of its ASCII characters is zero. */
function zerosIn(bytes: Uint8Array): string | null {
  let [even, odd] = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  });
  const most = bytes.length / 4;
  if (odd > most && even === 0) return 'UTF-16LE';
  return even > most && odd === 0 ? 'UTF-16BE' : null;
}

/** The lines that have bytes beyond ASCII: of a long file, the others say nothing. */
function withoutAscii(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= sampleBytes) return bytes;
  const lines: Uint8Array[] = [];
  let [start, size] = [0, 0];
  while (start < bytes.length && size < sampleBytes) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line);
      size += line.length;
    }
    start += line.length;
  }
  return Buffer.concat(lines);
}

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
