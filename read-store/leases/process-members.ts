import { newId } from '../../log/ids.ts';
import type { ReadStore } from '../read-store.ts';

/** One process among those that share some work. */
interface MemberDocument {
  readonly _id: string;
  readonly group: string;
  /** ISO; past it this process is taken for dead. */
  readonly until: string;
}

/** The processes that share some work, as far as each has lately said that it lives. */
export interface ProcessMembers {
  /** Says that this process lives. @returns how many do, itself included */
  beat(): Promise<number>;
  /** Is counted no more. */
  leave(): Promise<void>;
}

/** @param ttlMs how long one that says nothing more is still counted */
export function openProcessMembers(store: ReadStore, group: string, ttlMs: number): ProcessMembers {
  const collection = store.named<MemberDocument>('_members');
  const _id = newId();
  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
  return {
    async beat() {
      await collection.updateOne({ _id }, { $set: { group, until: fromNow(ttlMs) } }, { upsert: true });
      const all = await collection.find({ group }).toArray();
      const living = all.filter(({ until }) => until > fromNow(0)).length;
      if (living < all.length) await collection.deleteMany({ group, until: { $lte: fromNow(-ttlMs) } });
      return Math.max(living, 1);
    },
    async leave() {
      await collection.deleteOne({ _id });
    },
  };
}
