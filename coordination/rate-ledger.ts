import { LRUCache } from 'lru-cache';
import { coalesce } from '../async/coalesce.ts';
import { coalesceWrites } from './coalesced-writes.ts';
import type { ReadStore } from './read-store.ts';

/** A request for grants: `count` requests under a name in a rolling window. */
export interface GrantRequest {
  readonly count: number;
  readonly limit: number;
  readonly windowMs: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Grants {
  /** The number of granted requests, from 0 to `count`. */
  readonly granted: number;
  /** The number of further requests that the window has room for. */
  readonly free: number;
  /** When the oldest grant expires and frees its room, in epoch milliseconds. */
  readonly freesAt: number;
}

/** The grants of all processes under one name. */
interface Ledger {
  readonly _id: string;
  readonly version: number;
  readonly grants: readonly { readonly at: number; readonly count: number }[];
}

export interface RateLedger {
  /** Takes grants from the free room of a window. @throws an error of the store */
  takeGrants(name: string, takeGrants: GrantRequest): Promise<Grants>;
}

/**
 * Opens windows that processes share: one small document for each name, replaced only at the version that was
 * read, so that two processes never take the same room. Requests for grants of many names share their reads and writes.
 */
export function openRateLedger(store: ReadStore): RateLedger {
  const ledgers = store.named<Ledger>('_rates');
  /** The ledgers as this process last wrote them; usually no other process has written since. */
  const written = new LRUCache<string, Ledger>({ max: 10_000 });
  const write = coalesceWrites(ledgers);
  const read = coalesce<string, Ledger | null>(async (_, names) => {
    const found = await ledgers.find({ _id: { $in: [...names] } }).toArray();
    const byName = new Map(found.map((ledger) => [ledger._id, ledger]));
    return (name) => byName.get(name) ?? null;
  });

  async function takeGrants(name: string, { count, limit, windowMs, at }: GrantRequest): Promise<Grants> {
    for (;;) {
      const known = written.get(name);
      const ledger = known ?? (await read('', name));
      const active = (ledger?.grants ?? []).filter((grant) => grant.at + windowMs > at);
      const free = limit - active.reduce((sum, grant) => sum + grant.count, 0);
      const granted = Math.max(0, Math.min(count, free));
      const grants = granted > 0 ? [...active, { at, count: granted }] : active;
      const freesAt = Math.min(...grants.map((grant) => grant.at)) + windowMs;
      const next = { _id: name, version: (ledger?.version ?? 0) + 1, grants };
      // A refusal from a cached ledger is checked against the store.
      const isSettled = granted > 0 ? await replace(ledger, next) : !known;
      if (isSettled) {
        if (granted > 0) written.set(name, next);
        return { granted, free: Math.max(0, free - granted), freesAt };
      }
      written.delete(name);
    }
  }

  /** If the ledger has another version, the upsert fails as a duplicate. */
  function replace(from: Ledger | null, { _id, version, grants }: Ledger): Promise<boolean> {
    const filter = { _id, version: from?.version ?? 0 };
    return write({ replaceOne: { filter, replacement: { version, grants }, upsert: true } });
  }

  return { takeGrants };
}
