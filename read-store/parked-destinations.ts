import type { ReadStore } from './read-store.ts';

/** A destination that gets no webhooks until its signing secret can be opened. */
export interface ParkedDestination {
  readonly id: string;
  /** The name of the master key that sealed the secret. */
  readonly keyId: string;
  readonly reason: string;
  /** ISO, as all times here. */
  readonly since: string;
  /** How often it was tried again, without success. */
  readonly retries: number;
  readonly retriedAt: string | null;
  /** When it is tried again next. */
  readonly nextRetryAt: string;
}

interface ParkedDestinationDocument extends Omit<ParkedDestination, 'id'> {
  readonly _id: string;
  /** When an operator asked for another try; absent or null once it was made. */
  readonly retryAskedAt?: string | null;
}

/** The parked destinations, as their schedulers store them and operators read them. */
export interface ParkedDestinations {
  /** The oldest first. */
  list(most: number): Promise<readonly ParkedDestination[]>;
  count(): Promise<number>;
  /** Adds a destination or replaces what is stored of it. @param isTried settles what operators asked for */
  save(parked: ParkedDestination, isTried: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** Asks for one to be tried again, or all. @returns how many there are */
  askRetry(id: string | null): Promise<number>;
  /** The ids of those that an operator wants tried again. */
  asked(): Promise<readonly string[]>;
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
    async save({ id: _id, ...parked }, isTried) {
      const $set = { ...parked, ...(isTried && { retryAskedAt: null }) };
      await collection.updateOne({ _id }, { $set }, { upsert: true });
    },
    async remove(id) {
      await collection.deleteOne({ _id: id });
    },
    async askRetry(id) {
      const $set = { retryAskedAt: new Date().toISOString() };
      const { matchedCount } = await collection.updateMany(id === null ? {} : { _id: id }, { $set });
      return matchedCount;
    },
    async asked() {
      const found = await collection.find({ retryAskedAt: { $gt: '' } }).toArray();
      return found.map(({ _id }) => _id);
    },
  };
}
