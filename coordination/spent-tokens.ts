import type { ReadStore } from './read-store.ts';

/** Remembers the sealed tokens that must not be accepted again: used tickets and ended sessions. */
export interface SpentTokens {
  /**
   * Spends a token.
   * @param until when the token expires and may be forgotten
   * @returns false if it was spent before
   */
  spend(id: string, until: Date): Promise<boolean>;
  /** Records an expiry under an id; a later expiry replaces an earlier one. */
  extend(id: string, until: Date): Promise<void>;
  /** Returns those of the ids that are recorded, each with its expiry in ISO 8601. */
  expiries(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface SpentToken {
  readonly _id: string;
  /** ISO 8601. */
  readonly until: string;
}

const forgetEveryMs = 3_600_000;

export function openSpentTokens(store: ReadStore, now: () => Date = () => new Date()): SpentTokens {
  const collection = store.named<SpentToken>('_spent_tokens');
  let forgottenAt = 0;

  async function forgetExpired(): Promise<void> {
    const at = now();
    if (at.getTime() - forgottenAt < forgetEveryMs) return;
    forgottenAt = at.getTime();
    await collection.deleteMany({ until: { $lt: at.toISOString() } });
  }

  return {
    async spend(_id, until) {
      await forgetExpired();
      const { upsertedCount } = await collection.updateOne(
        { _id },
        { $setOnInsert: { until: until.toISOString() } },
        { upsert: true },
      );
      return upsertedCount === 1;
    },
    async extend(_id, until) {
      await collection.updateOne({ _id }, { $max: { until: until.toISOString() } }, { upsert: true });
    },
    async expiries(ids) {
      const found = await collection.find({ _id: { $in: [...ids] } }).toArray();
      return new Map(found.map(({ _id, until }) => [_id, until]));
    },
  };
}
