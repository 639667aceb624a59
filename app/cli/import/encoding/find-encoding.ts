import iconv from 'iconv-lite';
import { ok, type Result } from '../../../../domain/result.ts';
import { type CsvFault, refuseCsv } from '../csv/csv-fault.ts';
import { hasUtf8Letters, isBrokenUtf8, isUtf8, lineOfFault } from './broken-utf8.ts';
import { guessEncoding, isLatin } from './guess-encoding.ts';

/** Control characters other than white space; those above ASCII may be gaps of Windows-1252. */
export const binary = /[^\P{Cc}\s\x7f-\x9f]/u;

const mixed =
  'The line is not in UTF-8, and other lines are. The file may be cut off, or made of files in several encodings. ' +
  'Save it again in UTF-8, or name its encoding with --encoding.';

/**
 * Finds the encoding of a file. What is valid as UTF-8 is in UTF-8: other texts hardly ever are.
 * @returns the fault of a file that is in UTF-8 for the most part, or may be in several encodings
 */
export function findEncoding(bytes: Uint8Array): Result<string, CsvFault> {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return ok('UTF-16LE');
  if (first === 0xfe && second === 0xff) return ok('UTF-16BE');
  if (bytes.includes(0)) return ok(unmarkedUtf16(bytes) ?? 'UTF-8');
  if (isUtf8(bytes)) return ok('UTF-8');
  const sample = withoutAscii(bytes);
  // The characters that are wrong in every encoding of text.
  if (binary.test(Buffer.from(sample).toString('latin1'))) return ok('Windows-1252');
  if (isBrokenUtf8(sample)) return refuseCsv(lineOfFault(bytes), mixed);
  const [best, ...alternatives] = guessEncoding(sample);
  if (best === undefined)
    return refuseCsv(
      null,
      'The encoding of the file is unknown. Save the file in UTF-8, or give its encoding with --encoding.',
    );
  if (alternatives.length > 0)
    return refuseCsv(
      null,
      `The file is not in UTF-8, and its encoding is ambiguous: ${[best, ...alternatives].join(' or ')}. Give it with --encoding.`,
    );
  return isLatin(best) && hasUtf8Letters(sample) ? refuseCsv(lineOfFault(bytes), mixed) : ok(best);
}

/** UTF-16 without a mark: in one order of the bytes, line breaks are line breaks, and there are no control characters. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  if (bytes.length % 2 !== 0) return null;
  const ends = bytes.filter((byte) => byte === 0x0a || byte === 0x0d).length;
  const isText = (encoding: string): boolean => {
    const text = iconv.decode(Buffer.from(bytes), encoding);
    const found = text.match(/[\r\n]/g)?.length ?? 0;
    return found > 0 && found * 2 > ends && !binary.test(text);
  };
  return ['UTF-16LE', 'UTF-16BE'].find(isText) ?? null;
}

/** The most bytes that are looked at: enough to tell every language. */
const sampleBytes = 20_000;

/** The lines that have bytes beyond ASCII: the others say nothing. */
function withoutAscii(bytes: Uint8Array): Uint8Array {
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
  return Buffer.concat(lines).subarray(0, sampleBytes);
}
