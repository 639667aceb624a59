import { LRUCache } from 'lru-cache';
import { coalesce } from '../async/coalesce.ts';
import type { ReadStore } from './read-store.ts';
import { coalesceWrites } from './coalesced-writes.ts';

/** What a process asks for: leave for `count` requests of a name, in a rolling window. */
export interface Draw {
  readonly count: number;
  readonly limit: number;
  readonly windowMs: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Drawn {
  /** For how many requests there is leave: from none to `count`. */
  readonly granted: number;
  /** For how many more there would be. */
  readonly free: number;
  /** When the oldest leave lapses and makes room, in epoch milliseconds. */
  readonly freesAt: number;
}

/** What all processes together have granted, by name. */
interface Ledger {
  readonly _id: string;
  readonly version: number;
  readonly grants: readonly { readonly at: number; readonly count: number }[];
}

export interface RateLedger {
  /** Takes leave for requests out of what is left of a window. @throws when the store does not answer */
  draw(name: string, draw: Draw): Promise<Drawn>;
}

/**
 * Windows shared by processes: one small document a name, replaced only at the version that was read, so that no
 * two processes take the same room. Draws of many names share their reads and writes.
 */
export function openRateLedger(store: ReadStore): RateLedger {
  const ledgers = store.named<Ledger>('_rates');
  /** As this process wrote them last; most often nobody else did since. */
  const written = new LRUCache<string, Ledger>({ max: 10_000 });
  const write = coalesceWrites(ledgers);
  const read = coalesce<string, Ledger | null>(async (_, names) => {
    const found = await ledgers.find({ _id: { $in: [...names] } }).toArray();
    const byName = new Map(found.map((ledger) => [ledger._id, ledger]));
    return (name) => byName.get(name) ?? null;
  });

  async function draw(name: string, { count, limit, windowMs, at }: Draw): Promise<Drawn> {
    for (;;) {
      const known = written.get(name);
      const ledger = known ?? (await read('', name));
      const alive = (ledger?.grants ?? []).filter((grant) => grant.at + windowMs > at);
      const free = limit - alive.reduce((sum, grant) => sum + grant.count, 0);
      const granted = Math.max(0, Math.min(count, free));
      const grants = granted > 0 ? [...alive, { at, count: granted }] : alive;
      const freesAt = Math.min(...grants.map((grant) => grant.at)) + windowMs;
      const next = { _id: name, version: (ledger?.version ?? 0) + 1, grants };
      // A refusal is as good as what it rests on: from memory, it is looked up once more.
      const isSettled = granted > 0 ? await replaced(ledger, next) : !known;
      if (isSettled) {
        if (granted > 0) written.set(name, next);
        return { granted, free: Math.max(0, free - granted), freesAt };
      }
      written.delete(name);
    }
  }

  /** Where the ledger is at another version, the upsert meets it as a duplicate. */
  function replaced(from: Ledger | null, { _id, version, grants }: Ledger): Promise<boolean> {
    const filter = { _id, version: from?.version ?? 0 };
    return write({ replaceOne: { filter, replacement: { version, grants }, upsert: true } });
  }

  return { draw };
}
