import { randomUUID } from 'node:crypto';
import { coalesceWrites } from './coalesced-writes.ts';
import type { ReadStore } from './read-store.ts';

/** A response as sent. */
export interface Reply {
  /** Absent in the responses of earlier releases. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The right to carry out a request, until another process takes it over. */
export interface Claim {
  readonly id: string;
  readonly token: string;
}

/** The state of a request with an idempotency key. */
export type BeginResult =
  | { readonly state: 'new'; readonly claim: Claim }
  /** @param seen changes with each renewal of the claim */
  | { readonly state: 'in flight'; readonly seen: string }
  | { readonly state: 'other request' }
  | { readonly state: 'answered'; readonly reply: Reply };

/** Stores the responses to repeatable requests for a day. */
export interface IdempotencyStore {
  /**
   * Claims a request, unless it was made before.
   * @param hash the hash of the request's content
   * @param expired takes the claim over if it is still as it was `seen`
   */
  begin(id: string, hash: string, expired?: string): Promise<BeginResult>;
  /** Shows that the process with the claim is alive. */
  renew(claim: Claim): Promise<void>;
  /**
   * Stores the response to a claimed request. Like the other writes, has no effect once the claim was taken over.
   * @param account the account that the response is about, with whose erasure it goes
   */
  settle(claim: Claim, reply: Reply, account?: string): Promise<void>;
  /** Gives the claim up: the request changed nothing, and its key may be used for another request. */
  abandon(claim: Claim): Promise<void>;
  /**
   * Gives the claim up if the outcome of the request is unknown: only the same request may claim it again.
   */
  release(claim: Claim): Promise<void>;
}

interface StoredReply {
  readonly _id: string;
  readonly hash: string;
  /** The time of the first claim, ISO 8601. */
  readonly at: string;
  readonly reply: Reply | null;
  /** The claim's token. */
  readonly token: string;
  readonly renewals?: number;
  readonly isReleased?: boolean;
  /** Absent from responses that are about no account, and from those of earlier releases. */
  readonly account?: string;
}

const retentionMs = 24 * 3_600_000;
const deleteEveryMs = 3_600_000;
const maxReads = 5;

/**
 * Opens the store. Requests of all accounts share their writes, each of which concerns its own document only.
 */
export function openIdempotencyStore(store: ReadStore, now: () => Date = () => new Date()): IdempotencyStore {
  const replies = store.named<StoredReply>('_replies');
  const write = coalesceWrites(replies);
  let deletedAt = 0;

  /** Deletes expired responses at intervals; a failed deletion is repeated at the next interval. */
  function deleteExpired(at: Date): void {
    if (at.getTime() - deletedAt < deleteEveryMs) return;
    deletedAt = at.getTime();
    const before = new Date(at.getTime() - retentionMs).toISOString();
    replies.deleteMany({ at: { $lt: before } }).catch(() => (deletedAt = 0));
  }

  async function insertClaim({ id: _id, ...claim }: Claim, hash: string, at: Date): Promise<boolean> {
    const document = { _id, hash, at: at.toISOString(), reply: null, renewals: 0, ...claim };
    const isClaimed = await write({ insertOne: { document } });
    if (isClaimed) deleteExpired(at);
    return isClaimed;
  }

  async function begin(id: string, hash: string, expired?: string): Promise<BeginResult> {
    const token = randomUUID();
    const claim = { id, token };
    let seen = '';
    for (let reads = 0; reads < maxReads; reads++) {
      const at = now();
      if (await insertClaim(claim, hash, at)) return { state: 'new', claim };
      const found = await replies.findOne({ _id: id });
      // Either the claim was just given up, or another process's claim has not reached a majority yet.
      if (!found) continue;
      if (at.getTime() - Date.parse(found.at) >= retentionMs) {
        await replies.deleteOne({ _id: id, at: found.at });
        continue;
      }
      if (found.hash !== hash) return { state: 'other request' };
      if (found.reply) return { state: 'answered', reply: found.reply };
      seen = `${found.token} ${found.renewals ?? 0}`;
      if (!found.isReleased && seen !== expired) break;
      if (await takeOver(found, token)) return { state: 'new', claim };
    }
    return { state: 'in flight', seen };
  }

  /** Takes over a claim that was released or has lapsed. @returns false if it was renewed or taken over first */
  async function takeOver({ _id, token: from, renewals }: StoredReply, token: string): Promise<boolean> {
    const asFound = { _id, token: from, reply: null, ...(renewals !== undefined && { renewals }) };
    const next = { $set: { token, renewals: 0, isReleased: false } };
    return (await replies.updateOne(asFound, next)).matchedCount > 0;
  }

  return {
    begin,
    async renew({ id: _id, token }) {
      await write({ updateOne: { filter: { _id, token }, update: { $inc: { renewals: 1 } } } });
    },
    async settle({ id: _id, token }, reply, account) {
      const $set = { reply, ...(account !== undefined && { account }) };
      await write({ updateOne: { filter: { _id, token }, update: { $set } } });
    },
    async abandon({ id: _id, token }) {
      await write({ deleteOne: { filter: { _id, token } } });
    },
    async release({ id: _id, token }) {
      await write({ updateOne: { filter: { _id, token }, update: { $set: { isReleased: true } } } });
    },
  };
}

/**
 * Gives up the stored responses, which may name what a restored log no longer holds. A repeated request then runs again
 * under its former name, and finds the events of its first run if the log holds them.
 */
export async function releaseReplies(store: ReadStore): Promise<void> {
  const replies = store.named<StoredReply>('_replies');
  await replies.updateMany({ reply: { $ne: null } }, { $set: { reply: null, isReleased: true } });
}
