import { LRUCache } from 'lru-cache';
import type { ReadStore } from './read-store.ts';

/** Records when API keys were last used, to the minute. No request waits for it, and it is not in the log. */
export interface KeyUse {
  /** Records that a key is being used. */
  record(keyId: string): void;
  /** Returns ISO times; a key that was never used has no entry. */
  lastUsed(keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Writes pending times. @throws an error of the store */
  close(): Promise<void>;
}

interface Use {
  readonly _id: string;
  readonly at: string;
}

const precisionMs = 60_000;
const gatherMs = 1_000;

export function openKeyUse(store: ReadStore, now: () => Date = () => new Date()): KeyUse {
  const uses = store.named<Use>('_key_use');
  const recorded = new LRUCache<string, number>({ max: 50_000 });
  const pending = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  function record(keyId: string): void {
    const at = now();
    if (at.getTime() - (recorded.get(keyId) ?? -Infinity) < precisionMs) return;
    recorded.set(keyId, at.getTime());
    pending.set(keyId, at.toISOString());
    timer ??= setTimeout(() => void write().catch(() => undefined), gatherMs).unref();
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0) return;
    const writes = [...pending].map(([_id, at]) => ({
      updateOne: { filter: { _id }, update: { $max: { at } }, upsert: true },
    }));
    pending.clear();
    // An outage loses a minute's precision, until the key is used again.
    await uses.bulkWrite(writes, { ordered: false });
  }

  async function lastUsed(keyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await uses.find({ _id: { $in: [...keyIds] } }).toArray();
    return new Map([...found.map(({ _id, at }) => [_id, at] as const), ...pending]);
  }

  return { record, lastUsed, close: write };
}
