import { createHash } from 'node:crypto';

/**
 * A line of a hash chain in JSON, which proves the completeness of the lines. Each line ends with the
 * SHA-256, in hex, over the previous hash and the line without its own hash. The hash before the first line
 * is empty.
 */
export interface ChainedLine {
  /** The hashed text: the line without its hash. */
  readonly text: string;
  readonly hash: string;
}

const hashOf = (previous: string, text: string): string =>
  createHash('sha256').update(previous).update(text).digest('hex');

/** Appends a hash to a record as its last member. @param record an object with at least one member */
export function chain(previous: string, record: object): ChainedLine & { readonly line: string } {
  const text = JSON.stringify(record);
  const hash = hashOf(previous, text);
  return { text, hash, line: `${text.slice(0, -1)},"hash":"${hash}"}` };
}

/** Splits a line into text and hash; null if the line has no hash. */
export function unchain(line: string): ChainedLine | null {
  const [, start, hash] = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/s.exec(line) ?? [];
  return start === undefined || hash === undefined ? null : { text: `${start}}`, hash };
}

/** Whether a line follows the line with the hash `previous`. */
export const follows = (previous: string, { text, hash }: ChainedLine): boolean =>
  hashOf(previous, text) === hash;
