import type { CollectionOf } from '../../collections.ts';
import { accounts } from '../accounts/projection.ts';
import { type DestinationDocument, destinations } from './projection.ts';

/** A destination's limits: concurrent requests, and requests in a second (null for no limit). */
export interface DestinationLimit {
  readonly concurrency: number;
  readonly perSecond: number | null;
  /** With whom the destination shares further limits; null for a destination that was removed. */
  readonly shares: { readonly accountId: string; readonly plan: string; readonly host: string } | null;
}

export interface DestinationLimits {
  /** Returns the limits of the given destinations; one without an entry is removed, or not shown yet with its account. */
  of(ids: readonly string[]): Promise<ReadonlyMap<string, DestinationLimit>>;
}

type Found = Pick<DestinationDocument, 'concurrency' | 'rate_per_second' | 'account_id' | 'url'> & {
  readonly _id: string;
};

export function destinationLimits(collectionOf: CollectionOf): DestinationLimits {
  const collection = collectionOf(destinations);

  async function plansOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = collectionOf(accounts).find({ _id: { $in: [...new Set(accountIds)] } });
    return new Map(
      (await found.project<{ _id: string; plan: string }>({ plan: 1 }).toArray()).map(({ _id, plan }) => [
        _id,
        plan,
      ]),
    );
  }

  return {
    async of(ids) {
      const found = await collection
        .find({ _id: { $in: [...ids] }, _deleted: { $exists: false } })
        .project<Found>({ concurrency: 1, rate_per_second: 1, account_id: 1, url: 1 })
        .toArray();
      const plans = await plansOf(found.map(({ account_id }) => account_id));
      const limits = found.flatMap(({ _id, concurrency, rate_per_second: perSecond, account_id, url }) => {
        const plan = plans.get(account_id);
        if (plan === undefined) return [];
        const shares = { accountId: account_id, plan, host: new URL(url).hostname };
        return [[_id, { concurrency, perSecond, shares }] as const];
      });
      return new Map(limits);
    },
  };
}
