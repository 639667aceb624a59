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

/** Null when no service has been started over this directory, or the file is not one of ours. */
export function readServiceFile(dataDir: string): ServiceFile | null {
  try {
    const content: unknown = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'));
    return Value.Check(ServiceFile, content) ? content : null;
  } catch {
    return null;
  }
}
