import type { AnyBulkWriteOperation } from 'mongodb';
import { aborted } from '../../async/pause.ts';
import { Fenced } from '../../coordination/leases/lease.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { nameOfScope, type ParkedKey, type ParkedKeys } from './parking.ts';

/** A parked key as stored. */
export interface ParkedDocument extends ParkedKey {
  readonly _id: string;
  /** The `modelId` of the generation or process manager that parked the key. */
  readonly generation: string;
  /** Counts the changes, for optimistic concurrency. */
  readonly revision: number;
  readonly since: string;
  /** The time of the last retry that failed; null before the first. */
  readonly retried_at: string | null;
  /** The time at which an operator requested a retry; null after that retry. */
  readonly retry_asked_at: string | null;
}

/** The parked keys of one generation, read and written by its runner under its lease. */
export interface ParkedStore {
  /** Reads the stored keys into memory. */
  load(): Promise<void>;
  /** Returns the keys as stored. */
  keys(): ParkedKeys;
  /** Waits until a key is parked, or until the signal. */
  untilParked(signal: AbortSignal): Promise<void>;
  /**
   * Stores changes; null removes a released key.
   * @param retried the name of the key that was just retried
   * @throws Fenced if another process writes the keys; TooManyParked
   */
  write(changes: ReadonlyMap<string, ParkedKey | null>, retried?: string): Promise<void>;
  /** Returns the names of the keys for which an operator requested a retry. */
  retryRequests(): Promise<readonly string[]>;
}

const duplicateKey = 11_000;
const maxParked = 10_000;

/** So many keys are parked that the fault lies in the model, not in single keys. */
class TooManyParked extends Error {
  constructor(generation: string, reason: string) {
    super(`${generation} has parked ${maxParked} keys, and parks no more: ${reason}`);
    this.name = 'TooManyParked';
  }
}

const keyOf = ({ scope, accountId, event, cause, reason, after, from, through, events }: ParkedDocument) =>
  ({ scope, accountId, event, cause, reason, after, from, through, events }) satisfies ParkedKey;

const collectionOf = (store: ReadStore) => store.named<ParkedDocument>('_parked');

export function openParkedStore(store: ReadStore, generation: string): ParkedStore {
  const collection = collectionOf(store);
  let known = new Map<string, { readonly key: ParkedKey; readonly revision: number }>();
  let keys: ReadonlyMap<string, ParkedKey> = new Map();
  /** Aborted while keys are parked. */
  let parked = new AbortController();
  const idOf = (name: string) => `${generation} ${name}`;

  function remember(next: typeof known): void {
    known = next;
    keys = new Map([...next].map(([name, { key }]) => [name, key]));
    if (keys.size > 0) parked.abort('parked');
    else if (parked.signal.aborted) parked = new AbortController();
  }

  function operation(
    name: string,
    key: ParkedKey | null,
    retried: string | undefined,
  ): AnyBulkWriteOperation<ParkedDocument> {
    const before = known.get(name);
    const filter = { _id: idOf(name), revision: before?.revision ?? 0 };
    if (!key) return { deleteOne: { filter } };
    const now = new Date().toISOString();
    if (before) {
      const retryFields = retried === name ? { retried_at: now, retry_asked_at: null } : {};
      return {
        updateOne: { filter, update: { $set: { ...key, ...retryFields, revision: before.revision + 1 } } },
      };
    }
    const added = { generation, revision: 1, since: now, retried_at: null, retry_asked_at: null };
    return { insertOne: { document: { _id: idOf(name), ...key, ...added } } };
  }

  async function write(...[changes, retried]: Parameters<ParkedStore['write']>): Promise<void> {
    if (changes.size === 0) return;
    const added = [...changes].filter(([name]) => !known.has(name));
    const [, first] = added[0] ?? [];
    if (first && known.size + added.length > maxParked) throw new TooManyParked(generation, first.reason);
    const operations = [...changes].map(([name, key]) => operation(name, key, retried));
    try {
      const done = await collection.bulkWrite(operations, { ordered: false });
      if (done.insertedCount + done.matchedCount + done.deletedCount < changes.size)
        throw new Fenced(generation);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === duplicateKey)
        throw new Fenced(generation);
      throw error;
    }
    const next = new Map(known);
    for (const [name, key] of changes)
      if (key) next.set(name, { key, revision: (known.get(name)?.revision ?? 0) + 1 });
      else next.delete(name);
    remember(next);
  }

  return {
    async load() {
      const found = await collection.find({ generation }).toArray();
      remember(
        new Map(found.map((one) => [nameOfScope(one.scope), { key: keyOf(one), revision: one.revision }])),
      );
    },
    keys: () => keys,
    untilParked: (signal) => aborted(AbortSignal.any([signal, parked.signal])),
    write,
    async retryRequests() {
      const found = await collection.find({ generation, retry_asked_at: { $ne: null } }).toArray();
      return found.map(({ scope }) => nameOfScope(scope));
    },
  };
}

/** Removes the parked keys of a removed generation. */
export async function dropParked(store: ReadStore, generation: string): Promise<void> {
  await collectionOf(store).deleteMany({ generation });
}

/** Returns the ids of the generations with parked keys. */
export const generationsThatPark = async (store: ReadStore): Promise<readonly string[]> => [
  ...(await countParked(store)).keys(),
];

/** Returns the parked keys of some generations, oldest first. */
export const readParked = (
  store: ReadStore,
  generations: readonly string[],
  most: number,
): Promise<ParkedDocument[]> =>
  collectionOf(store)
    .find({ generation: { $in: [...generations] } })
    .sort({ since: 1, _id: 1 })
    .limit(Number.isFinite(most) ? most : 0)
    .toArray();

/** Returns those of some accounts that are parked as a whole. */
export async function parkedAccounts(
  store: ReadStore,
  generation: string,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = accountIds.map((id) => nameOfScope({ kind: 'account', id }));
  const found = await collectionOf(store)
    .find({ _id: { $in: names.map((name) => `${generation} ${name}`) } })
    .project<Pick<ParkedDocument, 'scope'>>({ scope: 1 })
    .toArray();
  return new Set(found.map(({ scope }) => scope.id));
}

/** Returns the number of parked keys of each generation; a generation without any has no entry. */
export async function countParked(store: ReadStore): Promise<ReadonlyMap<string, number>> {
  const found = await collectionOf(store)
    .aggregate<{ _id: string; keys: number }>([{ $group: { _id: '$generation', keys: { $sum: 1 } } }])
    .toArray();
  return new Map(found.map(({ _id, keys }) => [_id, keys]));
}

/**
 * Requests a retry of the keys that are parked at an event, or of all parked keys if `eventId` is null.
 * @returns the number of keys
 */
export async function requestRetry(
  store: ReadStore,
  generations: readonly string[],
  eventId: string | null,
): Promise<number> {
  const filter = {
    generation: { $in: [...generations] },
    ...(eventId !== null && { 'event.id': eventId }),
  };
  const { matchedCount } = await collectionOf(store).updateMany(filter, {
    $set: { retry_asked_at: new Date().toISOString() },
  });
  return matchedCount;
}
