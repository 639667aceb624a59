import type { Session } from './session.ts';

/** Counts the live processes that share some work. */
export interface ProcessMembers {
  /** Reports that this process is alive. @returns the number of live processes, including this one */
  heartbeat(): Promise<number>;
  /** Removes this process from the count. */
  leave(): Promise<void>;
}

/** Joins a group of processes with the session of this process. */
export function openProcessMembers(group: string, session: Session): ProcessMembers {
  const report = `member of ${group}`;
  let isMember = true;
  session.addReport(report, () => isMember);
  return {
    async heartbeat() {
      await session.current(0.3 * session.leaseMs);
      const alive = await session.live();
      return Math.max(1, alive.filter(({ reports }) => reports[report] === true).length);
    },
    async leave() {
      isMember = false;
      await session.renew();
    },
  };
}
