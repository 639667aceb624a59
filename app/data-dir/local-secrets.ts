import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../packages/embedded-server/src/make-directory.ts';

/**
 * A secret in the data directory (mode 0600), generated at its first use.
 * The complete file is linked into place, so that concurrent processes agree and a kill leaves no partial file.
 */
export function localSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  const known = readIfExists(path);
  if (known !== null) return known;
  makeDirectory(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8').trim();
}

/** Removes a secret, so that its next use generates another. */
export const removeLocalSecret = (dataDir: string, name: string): void =>
  rmSync(join(dataDir, name), { force: true });

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
