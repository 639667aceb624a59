import { createHash } from 'node:crypto';
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { derivedId, idLength } from '../../../domain/derived-id.ts';
import { bytesInWords, fileRulesOf } from '../../../domain/file/file-rules.ts';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { fileTooLarge } from '../../../domain/submission/answer-faults.ts';
import { splitList } from '../../../domain/submission/table/lists.ts';
import { fileReason } from '../../file-reason.ts';
import { misused } from '../failure.ts';

/** A file that a row names. */
export interface LocalFile {
  /** As the row names it. */
  readonly given: string;
  readonly path: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

/** A file of a cell, by its path or by the id of a file that was uploaded before. */
export type NamedFile = { readonly id: string; readonly file: LocalFile | null };

/** Finds the files that a cell names, for a question of kind `file`; or says what is wrong with them. */
export type FileFinder = (
  cell: string,
  field: FieldDefinition,
) => Result<readonly NamedFile[], readonly string[]>;

const id = new RegExp(`^[A-Za-z0-9]{${idLength}}$`);
const separators = [';', ',', '\n'] as const;

/**
 * Returns a finder of the files in a directory. Those outside of it are refused, also behind symbolic links.
 * @throws CommandFailure if the directory cannot be read
 */
export function fileFinder(directory: string): FileFinder {
  const root = realPath(directory);
  if (!root.ok) throw misused(`${directory} cannot be read: ${root.error}.`);
  const find = (given: string, field: FieldDefinition): Result<NamedFile, string> => {
    const path = resolve(root.value, given);
    const real = realPath(path);
    if (!isInside(root.value, path) || (real.ok && !isInside(root.value, real.value)))
      return err(`${given} is outside of ${directory}.`);
    if (!real.ok && id.test(given)) return ok({ id: given, file: null });
    if (!real.ok) return err(`${given} cannot be read: ${real.error}.`);
    const found = statSync(real.value);
    if (!found.isFile()) return err(`${given} is not a file.`);
    const { size } = found;
    const { maxBytes } = fileRulesOf(field);
    if (size > maxBytes)
      return err(
        fileTooLarge(given, bytesInWords(maxBytes))
          .map(({ message }) => message)
          .join(' '),
      );
    const file = { given, path: real.value, name: basename(path), size };
    // Stands for the file until it is uploaded.
    return ok({ id: derivedId('local file', real.value), file });
  };
  return (cell, field) => {
    const readings = separators.flatMap((separator) => {
      const items = splitList(cell, separator)?.filter((item) => item !== '') ?? [];
      return items.length === 0 ? [] : [items.map((item) => find(item, field))];
    });
    const first = readings.find((files) => files.every(({ ok: isFound }) => isFound)) ?? readings[0] ?? [];
    const reasons = first.flatMap((one) => (one.ok ? [] : [one.error]));
    return reasons.length > 0 ? err(reasons) : ok(first.flatMap((one) => (one.ok ? [one.value] : [])));
  };
}

function realPath(path: string): Result<string, string> {
  try {
    return ok(realpathSync(path));
  } catch (error) {
    return err(fileReason(error));
  }
}

function isInside(root: string, path: string): boolean {
  const below = relative(root, path);
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** Computes the SHA-256 of a file, hex. @throws the error of the file system */
export async function hashOf({ path }: LocalFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
