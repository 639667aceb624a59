import { randomUUID } from 'node:crypto';
import type { ReadStore } from './read-store.ts';
import { coalesceWrites } from './coalesced-writes.ts';

/** A response as sent. */
export interface Reply {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The right to carry out a request, until another process takes it over. */
export interface Claim {
  readonly id: string;
  readonly token: string;
}

/** The state of a request with an idempotency key. */
export type Begun =
  | { readonly state: 'new'; readonly claim: Claim }
  | { readonly state: 'in flight' }
  | { readonly state: 'other request' }
  | { readonly state: 'answered'; readonly reply: Reply };

/** Stores the responses to repeatable requests for a day. */
export interface IdempotencyStore {
  /** Claims a request, unless it was made before. @param hash the hash of the request's content */
  begin(id: string, hash: string): Promise<Begun>;
  /**
   * Stores the response to a claimed request. Like `abandon` and `release`, has no effect once the claim was
   * taken over.
   */
  settle(claim: Claim, reply: Reply): Promise<void>;
  /** Gives the claim up: the request changed nothing, and its key may be used for another request. */
  abandon(claim: Claim): Promise<void>;
  /**
   * Gives the claim up if the outcome of the request is unknown: only the same request may claim it again.
   */
  release(claim: Claim): Promise<void>;
}

interface Kept {
  readonly _id: string;
  readonly hash: string;
  readonly at: string;
  readonly reply: Reply | null;
  /** The claim's token. */
  readonly token: string;
  readonly isReleased?: boolean;
}

const keptMs = 24 * 3_600_000;
/** An older claim belongs to a process that died. */
const claimMs = 60_000;
const clearEveryMs = 3_600_000;
const mostLooks = 5;

/**
 * Opens the store. Requests of all accounts share their writes, each of which concerns its own document only.
 */
export function openIdempotencyStore(store: ReadStore, now: () => Date = () => new Date()): IdempotencyStore {
  const kept = store.named<Kept>('_replies');
  const write = coalesceWrites(kept);
  let clearedAt = 0;

  /** Deletes expired responses at intervals; a failed deletion is repeated at the next interval. */
  function clear(at: Date): void {
    if (at.getTime() - clearedAt < clearEveryMs) return;
    clearedAt = at.getTime();
    const before = new Date(at.getTime() - keptMs).toISOString();
    kept.deleteMany({ at: { $lt: before } }).catch(() => (clearedAt = 0));
  }

  async function claimed({ id: _id, token }: Claim, hash: string, at: Date): Promise<boolean> {
    const document = { _id, hash, at: at.toISOString(), reply: null, token };
    const isClaimed = await write({ insertOne: { document } });
    if (isClaimed) clear(at);
    return isClaimed;
  }

  async function begin(id: string, hash: string): Promise<Begun> {
    const claim = { id, token: randomUUID() };
    let looks = 0;
    for (;;) {
      const at = now();
      if (await claimed(claim, hash, at)) return { state: 'new', claim };
      const found = await kept.findOne({ _id: id });
      // Either the claim was just given up, or another process's claim has not reached a majority yet.
      if (!found) {
        if (++looks === mostLooks) return { state: 'in flight' };
        continue;
      }
      const age = at.getTime() - Date.parse(found.at);
      if (age > keptMs) {
        await kept.deleteOne({ _id: id, at: found.at });
        continue;
      }
      if (found.hash !== hash) return { state: 'other request' };
      if (found.reply) return { state: 'answered', reply: found.reply };
      if (!found.isReleased && age <= claimMs) return { state: 'in flight' };
      if (await takenOver(found, claim, at)) return { state: 'new', claim };
      if (++looks === mostLooks) return { state: 'in flight' };
    }
  }

  /** Takes over a claim that was released or has expired. @returns false if another process did so first */
  async function takenOver({ _id, token: from }: Kept, { token }: Claim, at: Date): Promise<boolean> {
    const next = { $set: { token, at: at.toISOString(), isReleased: false } };
    return (await kept.updateOne({ _id, token: from, reply: null }, next)).matchedCount > 0;
  }

  return {
    begin,
    async settle({ id: _id, token }, reply) {
      await write({ updateOne: { filter: { _id, token }, update: { $set: { reply } } } });
    },
    async abandon({ id: _id, token }) {
      await write({ deleteOne: { filter: { _id, token } } });
    },
    async release({ id: _id, token }) {
      await write({ updateOne: { filter: { _id, token }, update: { $set: { isReleased: true } } } });
    },
  };
}
