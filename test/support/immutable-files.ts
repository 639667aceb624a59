import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lacking } from './tools.ts';

/** Makes files immutable, or changeable again. */
export const setImmutable = (isImmutable: boolean, ...paths: readonly string[]): void =>
  void execFileSync('chattr', [isImmutable ? '+i' : '-i', ...paths], { stdio: 'ignore' });

/** Why files cannot be made immutable here: only root may, and not on every file system. Null where they can. */
export const noImmutableFiles = lacking('chattr') ?? tryOut();

function tryOut(): string | null {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-'));
  try {
    setImmutable(true, dir);
    setImmutable(false, dir);
    return null;
  } catch {
    return `files in ${tmpdir()} cannot be made immutable: it takes root, and a file system such as ext4`;
  } finally {
    rmdirSync(dir);
  }
}
