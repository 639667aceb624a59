import { MongoServerError } from 'mongodb';
import type { ReadStore } from './read-store.ts';

/** An answer as it was given. */
export interface Reply {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is known of a request that carries an idempotency key. */
export type Begun =
  | { readonly state: 'new' }
  | { readonly state: 'in flight' }
  | { readonly state: 'other request' }
  | { readonly state: 'answered'; readonly reply: Reply };

/** The answers of requests that may be repeated, kept for a day. */
export interface Replies {
  /** Claims a request, unless it was made before. `hash`: of what it asks. */
  begin(id: string, hash: string): Promise<Begun>;
  /** Keeps the answer of a request that was claimed. */
  settle(id: string, reply: Reply): Promise<void>;
  /** Gives up the claim: the request came to nothing. */
  abandon(id: string): Promise<void>;
}

interface Kept {
  readonly _id: string;
  readonly hash: string;
  readonly at: string;
  readonly reply: Reply | null;
}

const keptMs = 24 * 3_600_000;
/** A claim that is older belongs to a process that died. */
const claimMs = 60_000;
const clearEveryMs = 3_600_000;
const duplicateKey = 11_000;

export function openReplies(store: ReadStore, now: () => Date = () => new Date()): Replies {
  const kept = store.named<Kept>('_replies');
  let clearedAt = 0;

  /** Forgets what is past its day, now and then; what it does not reach this time it does the next. */
  function clear(at: Date): void {
    if (at.getTime() - clearedAt < clearEveryMs) return;
    clearedAt = at.getTime();
    const before = new Date(at.getTime() - keptMs).toISOString();
    kept.deleteMany({ at: { $lt: before } }).catch(() => (clearedAt = 0));
  }

  async function claimed(id: string, hash: string, at: Date): Promise<boolean> {
    try {
      await kept.insertOne({ _id: id, hash, at: at.toISOString(), reply: null });
      clear(at);
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === duplicateKey) return false;
      throw error;
    }
  }

  async function begin(id: string, hash: string): Promise<Begun> {
    for (;;) {
      const at = now();
      if (await claimed(id, hash, at)) return { state: 'new' };
      const found = await kept.findOne({ _id: id });
      if (!found) continue;
      const age = at.getTime() - Date.parse(found.at);
      if (age > keptMs || (!found.reply && age > claimMs)) {
        await kept.deleteOne({ _id: id, at: found.at });
        continue;
      }
      if (found.hash !== hash) return { state: 'other request' };
      return found.reply ? { state: 'answered', reply: found.reply } : { state: 'in flight' };
    }
  }

  return {
    begin,
    async settle(id, reply) {
      await kept.updateOne({ _id: id }, { $set: { reply } });
    },
    async abandon(id) {
      await kept.deleteOne({ _id: id });
    },
  };
}
