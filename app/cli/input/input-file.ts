import { readFileSync } from 'node:fs';

/** Reads a file; `-` is the standard input. */
export const readInput = (path: string): Uint8Array => readFileSync(path === '-' ? 0 : path);

/**
 * Reads a text in UTF-8, or in UTF-16 with a byte order mark, as editors and shells of Windows write it.
 * @throws Error if the file cannot be read, or is in another encoding
 */
export function readText(path: string): string {
  const bytes = readInput(path);
  const isMarked = (first: number, second: number) => bytes[0] === first && bytes[1] === second;
  const encoding = isMarked(0xff, 0xfe) ? 'utf-16le' : isMarked(0xfe, 0xff) ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error('it is not in UTF-8');
  }
}
