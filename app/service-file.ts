import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** The address of the running service of a data directory, for the command line. */
export const ServiceFile = Type.Object({
  url: Type.String(),
  pid: Type.Integer(),
  /** The default account of commands. */
  account_id: Type.Union([Type.String(), Type.Null()]),
});
export type ServiceFile = Static<typeof ServiceFile>;

const pathOf = (dataDir: string): string => join(dataDir, 'service.json');

export function writeServiceFile(dataDir: string, content: ServiceFile): void {
  const draft = `${pathOf(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content)}\n`);
  renameSync(draft, pathOf(dataDir));
}

/** Removes the file, unless it belongs to another process. */
export function removeServiceFile(dataDir: string, pid: number): void {
  if (readServiceFile(dataDir)?.pid === pid) rmSync(pathOf(dataDir), { force: true });
}

/** Whether the file belongs to another live process; a killed process leaves its file behind. */
export function isOthersServiceFile(dataDir: string): boolean {
  const file = readServiceFile(dataDir);
  return file !== null && file.pid !== process.pid && isAlive(file.pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Null if no service has run on this directory, or the file is invalid. */
export function readServiceFile(dataDir: string): ServiceFile | null {
  try {
    const content: unknown = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'));
    return Value.Check(ServiceFile, content) ? content : null;
  } catch {
    return null;
  }
}
