import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { integer, object, string } from '../shapes.ts';
import { syncPath } from '../sync-path.ts';

/** A kind of store, and the format in which this version keeps its files. */
export interface StoreFormat {
  readonly store: 'eventstore' | 'mongodb';
  /** Grows with every change that an earlier version could not read. */
  readonly format: number;
  /** Earlier formats that this version reads, too. */
  readonly reads: readonly number[];
}

const formatFile = 'format.json';
const isFormatFile = object({ store: string, format: integer() });

/** A directory holds the files of another store or of another format. */
export class FormatError extends Error {
  override name = 'FormatError';
}

/**
 * Checks the format of a directory before its files are opened. A directory of a version that did not mark its files
 * passes: the store checks the files when it reads them.
 * @throws FormatError that says what to do
 */
export function checkFormat(dir: string, { store, format, reads }: StoreFormat): void {
  const path = join(dir, formatFile);
  if (!existsSync(path)) return;
  const found = parse(readFileSync(path, 'utf8'));
  if (!found) throw new FormatError(`${path} is damaged: restore a backup of the directory`);
  if (found.store !== store)
    throw new FormatError(`${dir} holds the files of an embedded ${found.store}, not ${store}`);
  if (found.format === format || reads.includes(found.format)) return;
  throw new FormatError(
    `${dir} has format ${found.format}, and this version of Formlog reads format ${[...reads, format].join(' and ')}: ` +
      `start the version that wrote it, or restore a backup made by this version`,
  );
}

/** Marks the files of a directory before the first write to them, so that no earlier version opens them. */
export function markFormat(dir: string, { store, format }: StoreFormat): void {
  const path = join(dir, formatFile);
  const mark = `${JSON.stringify({ store, format })}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === mark) return;
  const next = `${path}.new`;
  writeFileSync(next, mark, { mode: 0o600 });
  syncPath(next);
  renameSync(next, path);
  syncPath(dir);
}

function parse(text: string): { store: string; format: number } | null {
  try {
    const content: unknown = JSON.parse(text);
    return isFormatFile(content) ? content : null;
  } catch {
    return null;
  }
}
