import { destinations } from './projection.ts';
import type { CollectionOf } from '../../collections.ts';

/** A destination's limits: concurrent requests, and requests in a second (null for no limit). */
export interface DestinationLimit {
  readonly concurrency: number;
  readonly perSecond: number | null;
}

export interface DestinationLimits {
  /** Returns the limits of the given destinations; a destination that does not exist has no entry. */
  of(ids: readonly string[]): Promise<ReadonlyMap<string, DestinationLimit>>;
}

export function destinationLimits(collectionOf: CollectionOf): DestinationLimits {
  const collection = collectionOf(destinations);
  return {
    async of(ids) {
      const found = await collection
        .find({ _id: { $in: [...ids] }, _deleted: { $exists: false } })
        .project<{ _id: string; concurrency: number; rate_per_second: number | null }>({
          concurrency: 1,
          rate_per_second: 1,
        })
        .toArray();
      return new Map(
        found.map(({ _id, concurrency, rate_per_second: perSecond }) => [_id, { concurrency, perSecond }]),
      );
    },
  };
}
