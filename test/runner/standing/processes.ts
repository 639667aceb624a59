import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process as Linux lists it. */
export interface Listed {
  readonly pid: number;
  readonly parent: number;
  /** The process that leads its group. */
  readonly group: number;
  readonly command: string;
  /** As in `ps`: S waits, R runs, T was stopped by a signal, D waits for a disk, Z has ended. */
  readonly state: string;
  /** The program file; empty where it cannot be read. */
  readonly program: string;
}

/** A process, first, its group, and all that these started. Empty where there is no `/proc`. */
export function processesUnder(pid: number): readonly Listed[] {
  const all = numbersIn('/proc').flatMap((one) => listed(one) ?? []);
  const found = new Set(all.filter((one) => one.pid === pid));
  for (const one of all) if (one.group === pid) found.add(one);
  for (const { pid: parent } of found) for (const one of all) if (one.parent === parent) found.add(one);
  return [...found];
}

const numbersIn = (dir: string): readonly number[] =>
  namesIn(dir)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    // No such system, or no such process any more.
    return [];
  }
}

function listed(pid: number): Listed | null {
  try {
    // The name of the program, in brackets, may hold spaces and brackets.
    const [, state = '', parent = '', group = ''] =
      /^.*\) (\S) (\d+) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const command = words.join(' ').trim();
    return { pid, parent: Number(parent), group: Number(group), command, state, program: programOf(pid) };
  } catch {
    return null;
  }
}

function programOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

/** The inodes of the sockets that a process has open. */
export function socketInodes(pid: number): ReadonlySet<string> {
  const found = new Set<string>();
  for (const fd of numbersIn(`/proc/${pid}/fd`)) {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      if (inode !== undefined) found.add(inode);
    } catch {
      // Closed meanwhile.
    }
  }
  return found;
}
