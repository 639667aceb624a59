import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** Where the service of a data directory listens, for the command line beside it. */
export const ServiceFile = Type.Object({
  url: Type.String(),
  pid: Type.Integer(),
  /** The account that commands speak of when they name none. */
  account_id: Type.Union([Type.String(), Type.Null()]),
});
export type ServiceFile = Static<typeof ServiceFile>;

const pathOf = (dataDir: string): string => join(dataDir, 'service.json');

export function writeServiceFile(dataDir: string, content: ServiceFile): void {
  const draft = `${pathOf(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content)}\n`);
  renameSync(draft, pathOf(dataDir));
}

/** Removes the file, unless it speaks of another process. */
export function removeServiceFile(dataDir: string, pid: number): void {
  if (readServiceFile(dataDir)?.pid === pid) rmSync(pathOf(dataDir), { force: true });
}

/** Whether the file speaks of another process that lives; one that was killed has left its file behind. */
export function isOthersServiceFile(dataDir: string): boolean {
  const file = readServiceFile(dataDir);
  return file !== null && file.pid !== process.pid && isAlive(file.pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Alive, but another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Null when no service has been started over this directory, or the file is not one of ours. */
export function readServiceFile(dataDir: string): ServiceFile | null {
  try {
    const content: unknown = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'));
    return Value.Check(ServiceFile, content) ? content : null;
  } catch {
    return null;
  }
}
