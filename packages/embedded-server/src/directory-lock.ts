import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from './make-directory.ts';
import { integer, object, type Shaped, string } from './shapes.ts';

/** The thread that holds a directory: a crashed worker can be replaced inside a living process. */
const isHolder = object(
  { nonce: string, pid: integer(), task: string, started: string, boot: string },
  {
    /** The id of the directory: a copy of the directory has a copy of the lock, which counts for nothing. */
    directory: string,
  },
);
type Holder = Shaped<typeof isHolder>;

/** Another live server uses the directory. */
export class DirectoryLockedError extends Error {
  override name = 'DirectoryLockedError';
  constructor(
    readonly dir: string,
    readonly pid: number,
  ) {
    super(`the directory ${dir} is in use by process ${pid}; only one server may open it`);
  }
}

const textOf = (read: () => string): string | undefined => {
  try {
    return read();
  } catch {
    return undefined; // no /proc on this system, or the process has ended
  }
};

/** State and start time of a thread (fields 3 and 22 of its stat line; the name before them may hold spaces). */
function threadStat(task: string): { state: string; started: string } | undefined {
  const stat = textOf(() => readFileSync(`/proc/${task}/stat`, 'utf8'));
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0] ?? '', started: fields[19] ?? '' };
}

const bootId = (): string =>
  textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))?.trim() ?? '';

/** The identity of a directory on this machine, under whatever name. */
export function directoryId(dir: string): string {
  const { dev, ino } = statSync(dir);
  return `${dev}:${ino}`;
}

function currentHolder(dir: string): Holder {
  const task = textOf(() => readlinkSync('/proc/thread-self')) ?? '';
  const started = threadStat(task)?.started ?? '';
  return {
    nonce: randomUUID(),
    pid: process.pid,
    task,
    started,
    boot: bootId(),
    directory: directoryId(dir),
  };
}

function isHolding(holder: Holder, dir: string): boolean {
  if (holder.directory !== undefined && holder.directory !== directoryId(dir)) return false;
  if (holder.task !== '' && holder.boot !== '') {
    const stat = threadStat(holder.task);
    const zombie = stat?.state === 'Z' || stat?.state === 'X';
    return holder.boot === bootId() && !zombie && stat?.started === holder.started;
  }
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** The holder named in a lock file; `'unreadable'` after a power loss, which no holder survives. */
function readHolder(path: string): Holder | 'unreadable' | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isHolder(parsed) ? parsed : 'unreadable';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return 'unreadable';
    throw error;
  }
}

const nonceOf = (holder: Holder | 'unreadable' | undefined): string | undefined =>
  typeof holder === 'object' ? holder.nonce : holder;

/** Links a complete file into place, so that a lock file is never seen half written. */
function tryLink(file: string, path: string): boolean {
  try {
    linkSync(file, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** A dead lock is removed under a lock: otherwise two successors could remove each other's new lock. */
function claim(dir: string, file: string, path: string): void {
  while (!tryLink(file, path)) {
    const holder = readHolder(path);
    if (holder === undefined) continue;
    if (holder !== 'unreadable' && isHolding(holder, dir)) throw new DirectoryLockedError(dir, holder.pid);
    const takeover = `${path}.takeover`;
    claim(dir, file, takeover);
    try {
      if (nonceOf(readHolder(path)) === nonceOf(holder)) unlinkSync(path);
    } finally {
      unlinkSync(takeover);
    }
  }
}

/** On a file system that has become read-only the lock stays; it is dead as soon as its holder has ended. */
function unlinkIfPossible(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EROFS' && code !== 'EPERM' && code !== 'EACCES') throw error;
  }
}

/**
 * Reserves a directory (created if missing) for the calling thread, until `release` or its death, however sudden.
 * Two containers with separate process tables that share one directory do not see each other.
 * @throws DirectoryLockedError when a live process or thread holds it
 */
export function lockDirectory(dir: string): { release(): void } {
  makeDirectory(dir);
  const holder = currentHolder(dir);
  const path = join(dir, 'server.lock');
  const file = join(dir, `server.lock.${holder.nonce}`);
  writeFileSync(file, JSON.stringify(holder), { flag: 'wx' });
  try {
    claim(dir, file, path);
  } finally {
    unlinkSync(file);
  }
  const release = (): void => {
    process.off('exit', release);
    if (nonceOf(readHolder(path)) === holder.nonce) unlinkIfPossible(path);
  };
  process.once('exit', release);
  return { release };
}
