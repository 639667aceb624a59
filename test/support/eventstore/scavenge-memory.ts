import type { EventLog } from '../../../log/event-log.ts';
import type { ScavengeMemory, StartedScavenge } from '../../../log/purge-types.ts';
import { eventually } from '../eventually.ts';

/** What is remembered of the log's members, in memory. */
export function memoryOfScavenges(): ScavengeMemory {
  const members = new Map<string, Date>();
  const started: StartedScavenge[] = [];
  return {
    members: async () => new Map(members),
    async recordSeen(names, at) {
      for (const name of names) members.set(name, at);
    },
    startedScavenges: async () => [...started],
    async recordStarted(scavenge) {
      started.push(scavenge);
    },
  };
}

/** Waits until no file of the log holds what has been deleted so far. */
export async function purged(log: EventLog): Promise<void> {
  const deleted = [(await log.head()) ?? 0n];
  const memory = memoryOfScavenges();
  await eventually('purged', async () => (await log.purge(deleted, memory)).pending.length === 0, 20_000);
}
