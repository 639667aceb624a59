import { readFile } from 'node:fs/promises';

/** Linux reports the times of processes in hundredths of a second. */
const msPerTick = 10;

/** For how long processes, with all their threads, have used a CPU, in milliseconds. Linux only. */
export async function cpuMsOf(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(ticksOf));
  return times.reduce((sum, ticks) => sum + ticks, 0) * msPerTick;
}

async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name that may hold spaces: fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return user + system;
}
