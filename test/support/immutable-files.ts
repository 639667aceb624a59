import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lacking } from './tools.ts';

/** Makes files immutable, or changeable again. */
export const setImmutable = (isImmutable: boolean, ...paths: readonly string[]): void =>
  void execFileSync('chattr', [isImmutable ? '+i' : '-i', ...paths], { stdio: 'ignore' });

/** Why files cannot be made immutable here: only root may, and not on every file system. Null where they can. */
export const noImmutableFiles =
  lacking('chattr') ??
  (canBeImmutable(tmpdir())
    ? null
    : `files in ${tmpdir()} cannot be made immutable: it takes root, and a file system such as ext4`);

/** Whether files in a directory can be made immutable. */
export function canBeImmutable(parent: string): boolean {
  const dir = mkdtempSync(join(parent, 'formlog-'));
  try {
    setImmutable(true, dir);
    setImmutable(false, dir);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(dir);
  }
}
