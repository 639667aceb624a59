import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Context } from '../harness/context.ts';

const calls = 'fsync,fdatasync,msync,sync_file_range';

/** Counts how often a process asks the disk to keep what it has written. */
export interface SyncCount {
  /** The calls since the count was opened. */
  soFar(): number;
}

/** Counts the syncs of all threads of a process, by strace. */
export function openSyncCount(context: Context, pid: number): SyncCount {
  let count = 0;
  let failure: Error | null = null;
  const child = spawn('strace', ['-f', '-qq', '-e', `trace=${calls}`, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.once('error', (error) => (failure = error));
  const lines = createInterface(child.stderr);
  lines.on('line', (line) => {
    if (/(sync|sync_file_range)\(/.test(line)) count += 1;
    else if (line.startsWith('strace: ')) failure = new Error(line);
  });
  context.onRelease(() => child.kill('SIGINT'));
  return {
    soFar() {
      if (failure) throw new Error(`strace counts no syncs: ${failure.message}`);
      return count;
    },
  };
}
