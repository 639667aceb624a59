import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lacking } from './tools.ts';

/** Makes files immutable, or changeable again. */
export const setImmutable = (isImmutable: boolean, ...paths: readonly string[]): void =>
  void execFileSync('chattr', [isImmutable ? '+i' : '-i', ...paths], { stdio: 'ignore' });

const parents = [tmpdir(), '/var/tmp'];

/** A parent for directories whose files can be made immutable; null if there is none. */
export const immutableParent = lacking('chattr') === null ? (parents.find(refusesWrites) ?? null) : null;

/** Why files cannot be made immutable here: only root may, and not on every file system. Null where they can. */
export const noImmutableFiles =
  lacking('chattr') ??
  (immutableParent === null
    ? `files in ${parents.join(' and ')} cannot be made immutable: it takes root, and a file system such as ext4`
    : null);

/** Whether an immutable file refuses writes of a process that has it open: on a file system in memory it does not. */
function refusesWrites(parent: string): boolean {
  const dir = mkdtempSync(join(parent, 'formlog-'));
  const file = join(dir, 'file');
  const open = openSync(file, 'w');
  try {
    setImmutable(true, file);
    return !isWritable(open);
  } catch {
    return false;
  } finally {
    closeSync(open);
    makeChangeable(file);
    rmSync(dir, { recursive: true, force: true });
  }
}

function isWritable(open: number): boolean {
  try {
    return writeSync(open, 'x') === 1;
  } catch {
    return false;
  }
}

/** Nothing to do where `chattr` is refused: the file was never immutable. */
function makeChangeable(file: string): void {
  try {
    setImmutable(false, file);
  } catch {
    return;
  }
}
