import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { directoryId } from '../../packages/embedded-server/src/directory-lock.ts';

const EmbeddedUrl = Type.Union([Type.String(), Type.Null()]);

/** The running service of a data directory, for the command line. */
export const ServiceFile = Type.Object({
  url: Type.String(),
  pid: Type.Integer(),
  /** The data directory itself: a copy of it has copied this file too. */
  directory: Type.Optional(Type.String()),
  /** The default account of commands. */
  account_id: Type.Union([Type.String(), Type.Null()]),
  /** The addresses of the embedded stores, with their credentials; null for a store that the settings name. */
  stores: Type.Optional(Type.Object({ eventstore: EmbeddedUrl, mongodb: EmbeddedUrl, nats: EmbeddedUrl })),
});
export type ServiceFile = Static<typeof ServiceFile>;

const pathOf = (dataDir: string): string => join(dataDir, 'service.json');

export function writeServiceFile(dataDir: string, content: Omit<ServiceFile, 'directory'>): void {
  const draft = `${pathOf(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ ...content, directory: directoryId(dataDir) })}\n`, {
    mode: 0o600,
  });
  renameSync(draft, pathOf(dataDir));
}

/** Removes the file, unless it belongs to another process. */
export function removeServiceFile(dataDir: string, pid: number): void {
  if (readServiceFile(dataDir)?.pid === pid) rmSync(pathOf(dataDir), { force: true });
}

/** Whether the file belongs to another live process; a killed process leaves its file behind. */
export function isOthersServiceFile(dataDir: string): boolean {
  const file = readServiceFile(dataDir);
  return file !== null && file.pid !== process.pid && !isCopied(dataDir, file) && isAlive(file.pid);
}

const isCopied = (dataDir: string, { directory }: ServiceFile): boolean =>
  directory !== undefined && directory !== directoryId(dataDir);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Returns why a service file is not to be believed; null if the file is not a copy, its process is alive, belongs to the file's owner, and that
 * user listens at the address. A killed service leaves its file behind, and anyone may then listen at the port.
 */
export function distrustReason(dataDir: string, file: ServiceFile): string | null {
  const { pid, url } = file;
  if (isCopied(dataDir, file)) return 'this is a copy of the directory of another service';
  if (!isAlive(pid)) return `its process ${pid} has ended`;
  const { uid } = statSync(pathOf(dataDir));
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner !== uid) return `process ${pid} belongs to another user`;
  const listener = listenerAt(Number(new URL(url).port));
  return listener !== null && listener !== uid ? `another user listens at ${url}` : null;
}

/** The user who listens at a TCP port of this machine, as Linux tells it; null if unknown. */
function listenerAt(port: number): number | null {
  const listening = '0A';
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    if (!existsSync(table)) continue;
    for (const line of readFileSync(table, 'utf8').split('\n')) {
      const [, local = '', , state, , , , uid] = line.trim().split(/\s+/);
      if (state === listening && local.endsWith(`:${hexPort}`)) return Number(uid);
    }
  }
  return null;
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
