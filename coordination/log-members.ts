import type { ScavengeMemory } from '../log/purge-types.ts';
import type { ReadStore } from './read-store.ts';

interface MemberDocument {
  readonly _id: string;
  readonly seen_at: string;
}
interface StartedDocument {
  readonly _id: string;
  readonly member: string;
  readonly point: number;
  readonly at: string;
}

/** The log retains its own records of scavenges as long. */
const retentionMs = 30 * 24 * 3_600_000;

export interface LogMembers extends ScavengeMemory {
  /**
   * Removes a member that left for good, so that erasures no longer wait for it. @returns whether it was
   * known
   */
  remove(member: string): Promise<boolean>;
}

/** Opens the stored facts about the log's members, shared by all processes. */
export function openLogMembers(store: ReadStore): LogMembers {
  const members = () => store.named<MemberDocument>('_log_members');
  const started = () => store.named<StartedDocument>('_scavenges');
  return {
    async members() {
      const found = await members().find().toArray();
      return new Map(found.map(({ _id, seen_at }) => [_id, new Date(seen_at)]));
    },
    async recordSeen(names, at) {
      const seen_at = at.toISOString();
      const writes = names.map((_id) => ({
        updateOne: { filter: { _id }, update: { $set: { seen_at } }, upsert: true },
      }));
      if (writes.length > 0) await members().bulkWrite(writes, { ordered: false });
    },
    async startedScavenges() {
      const found = await started().find().toArray();
      return found.map(({ _id: id, member, point, at }) => ({ id, member, point, at: new Date(at) }));
    },
    async recordStarted({ id, member, point, at }) {
      const before = new Date(at.getTime() - retentionMs).toISOString();
      await started().deleteMany({ at: { $lt: before } });
      await started().insertOne({ _id: id, member, point, at: at.toISOString() });
    },
    async remove(member) {
      const { deletedCount } = await members().deleteOne({ _id: member });
      return deletedCount > 0;
    },
  };
}
