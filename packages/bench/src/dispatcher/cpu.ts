import { readFile } from 'node:fs/promises';

/** Linux reports the times of processes in hundredths of a second. */
const msPerTick = 10;

/** For how long processes, with all their threads, have used a CPU, in milliseconds. Linux only. */
export async function cpuMsOf(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map((pid) => ticksOf(`/proc/${pid}`)));
  return times.reduce((sum, ticks) => sum + ticks, 0) * msPerTick;
}

/** For how long the main threads of a process and of each of its child processes have used a CPU, in milliseconds. Linux only. */
export async function mainThreadsMsOf(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = [String(pid), ...children.split(' ').filter(Boolean)];
  return Promise.all(pids.map(async (one) => (await ticksOf(`/proc/${one}/task/${one}`)) * msPerTick));
}

/** @param dir of a process or a thread */
async function ticksOf(dir: string): Promise<number> {
  const stat = await readFile(`${dir}/stat`, 'utf8');
  // The second field is a name that may hold spaces: fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return user + system;
}
