import type { ReadStore } from './read-store.ts';

/** A destination that receives no webhooks until its signing secret can be opened. */
export interface ParkedDestination {
  readonly id: string;
  /** The name of the master key that sealed the secret. */
  readonly keyId: string;
  readonly reason: string;
  /** ISO 8601, like all times here. */
  readonly since: string;
  /** The number of failed retries. */
  readonly retries: number;
  readonly retriedAt: string | null;
  /** The time of the next retry. */
  readonly nextRetryAt: string;
}

interface ParkedDestinationDocument extends Omit<ParkedDestination, 'id'> {
  readonly _id: string;
  /** The time at which an operator requested a retry; absent or null after that retry. */
  readonly retryAskedAt?: string | null;
}

/** The parked destinations, written by their schedulers and read by operators. */
export interface ParkedDestinations {
  /** Returns up to `most` parked destinations, oldest first. */
  list(most: number): Promise<readonly ParkedDestination[]>;
  count(): Promise<number>;
  /**
   * Adds or replaces a destination. @param wasRetried whether this answers the operators' request for a retry
   */
  save(parked: ParkedDestination, wasRetried: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** Requests a retry of one destination, or of all if `id` is null. @returns the number of destinations */
  requestRetry(id: string | null): Promise<number>;
  /** Returns the ids of the destinations for which an operator requested a retry. */
  retryRequests(): Promise<readonly string[]>;
}

export function openParkedDestinations(store: ReadStore): ParkedDestinations {
  const collection = store.named<ParkedDestinationDocument>('_parked_destinations');
  return {
    async list(most) {
      const found = await collection
        .find({})
        .sort({ since: 1, _id: 1 })
        .limit(Number.isFinite(most) ? most : 0)
        .toArray();
      return found.map(({ _id: id, ...parked }) => ({ id, ...parked }));
    },
    count: () => collection.countDocuments({}),
    async save({ id: _id, ...parked }, wasRetried) {
      const $set = { ...parked, ...(wasRetried && { retryAskedAt: null }) };
      await collection.updateOne({ _id }, { $set }, { upsert: true });
    },
    async remove(id) {
      await collection.deleteOne({ _id: id });
    },
    async requestRetry(id) {
      const $set = { retryAskedAt: new Date().toISOString() };
      const { matchedCount } = await collection.updateMany(id === null ? {} : { _id: id }, { $set });
      return matchedCount;
    },
    async retryRequests() {
      const found = await collection.find({ retryAskedAt: { $gt: '' } }).toArray();
      return found.map(({ _id }) => _id);
    },
  };
}
