import { createHash } from 'node:crypto';

/**
 * Lines of JSON that prove their own completeness: each ends with the SHA-256, in hex, of the hash before it and
 * the line as it is without its hash. The first follows upon an empty text.
 */
export interface ChainedLine {
  /** The line without its hash: what was hashed. */
  readonly text: string;
  readonly hash: string;
}

const hashOf = (previous: string, text: string): string =>
  createHash('sha256').update(previous).update(text).digest('hex');

/** A line with its hash as the last member. @param record an object with at least one member */
export function chain(previous: string, record: object): ChainedLine & { readonly line: string } {
  const text = JSON.stringify(record);
  const hash = hashOf(previous, text);
  return { text, hash, line: `${text.slice(0, -1)},"hash":"${hash}"}` };
}

/** Takes a line apart; null for one that has no hash. */
export function unchain(line: string): ChainedLine | null {
  const [, start, hash] = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/s.exec(line) ?? [];
  return start === undefined || hash === undefined ? null : { text: `${start}}`, hash };
}

/** Whether a line is the one that was put after `previous`. */
export const follows = (previous: string, { text, hash }: ChainedLine): boolean =>
  hashOf(previous, text) === hash;
