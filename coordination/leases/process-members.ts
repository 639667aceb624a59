import { newId } from '../../log/ids.ts';
import type { ReadStore } from '../read-store.ts';

/** One of the processes that share some work. */
interface MemberDocument {
  readonly _id: string;
  readonly group: string;
  /** ISO 8601; after this time the process counts as dead. */
  readonly until: string;
}

/** Counts the live processes that share some work. */
export interface ProcessMembers {
  /** Reports that this process is alive. @returns the number of live processes, including this one */
  heartbeat(): Promise<number>;
  /** Removes this process from the count. */
  leave(): Promise<void>;
}

/** Joins a group. @param ttlMs how long a silent process still counts as alive, in milliseconds */
export function openProcessMembers(store: ReadStore, group: string, ttlMs: number): ProcessMembers {
  const collection = store.named<MemberDocument>('_members');
  const _id = newId();
  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
  return {
    async heartbeat() {
      await collection.updateOne({ _id }, { $set: { group, until: fromNow(ttlMs) } }, { upsert: true });
      const all = await collection.find({ group }).toArray();
      const alive = all.filter(({ until }) => until > fromNow(0)).length;
      if (alive < all.length) await collection.deleteMany({ group, until: { $lte: fromNow(-ttlMs) } });
      return Math.max(alive, 1);
    },
    async leave() {
      await collection.deleteOne({ _id });
    },
  };
}
