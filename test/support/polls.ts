import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { rootUrl } from './repository.ts';

const shared = fileURLToPath(new URL('../shared/data', rootUrl));
const own = fileURLToPath(new URL('test/fixtures/polls', rootUrl));

/** The real polls where they lie beside the project, else a small one of the same kind; the smallest first. */
export function pollFiles(): string[] {
  const folder = existsSync(shared) ? shared : own;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => join(folder, name))
    .sort((one, other) => statSync(one).size - statSync(other).size);
}

/**
 * What a poll holds, read here independently of the importer: for each response the cells that are not blank,
 * in order. A second header row is known by its empty first cell.
 */
export function pollResponses(file: string): string[][] {
  const text = decode(readFileSync(file));
  const rows: string[][] = parse(text, { relax_column_count: true, skip_empty_lines: true });
  const headers = rows[1]?.[0] === '' ? 2 : 1;
  return rows.slice(headers).map((row) => row.filter((cell) => cell.trim() !== ''));
}

/** The characters of windows-1252 from 0x80 to 0x9f. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Node 20.20 decodes windows-1252 as if it were latin1.
    return bytes
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (one) => windows1252.charAt(one.charCodeAt(0) - 0x80));
  }
}
