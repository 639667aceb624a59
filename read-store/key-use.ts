import { LRUCache } from 'lru-cache';
import type { ReadStore } from './read-store.ts';

/** Records when API keys were last used, to the minute. No request waits for it, and it is not in the log. */
export interface KeyUse {
  /** Records that a key is being used. */
  note(keyId: string): void;
  /** Returns ISO times; a key that was never used has no entry. */
  lastUsed(keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Writes pending times. @throws an error of the store */
  close(): Promise<void>;
}

interface Use {
  readonly _id: string;
  readonly at: string;
}

const coarseMs = 60_000;
const gatherMs = 1_000;

export function openKeyUse(store: ReadStore, now: () => Date = () => new Date()): KeyUse {
  const uses = store.named<Use>('_key_use');
  const noted = new LRUCache<string, number>({ max: 50_000 });
  const waiting = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  function note(keyId: string): void {
    const at = now();
    if (at.getTime() - (noted.get(keyId) ?? -Infinity) < coarseMs) return;
    noted.set(keyId, at.getTime());
    waiting.set(keyId, at.toISOString());
    timer ??= setTimeout(() => void write().catch(() => undefined), gatherMs).unref();
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const writes = [...waiting].map(([_id, at]) => ({
      updateOne: { filter: { _id }, update: { $max: { at } }, upsert: true },
    }));
    waiting.clear();
    // An outage loses a minute's precision, until the key is used again.
    await uses.bulkWrite(writes, { ordered: false });
  }

  async function lastUsed(keyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await uses.find({ _id: { $in: [...keyIds] } }).toArray();
    return new Map([...found.map(({ _id, at }) => [_id, at] as const), ...waiting]);
  }

  return { note, lastUsed, close: write };
}
