import { erasures, type ErasureDocument } from '../erasures.ts';
import type { ReadStore } from '../read-store.ts';
import { one, view, type View } from './keyset.ts';

export type ErasureView = View<ErasureDocument>;

/** What an erasure that is not complete may be waiting for; the last eight in the order in which it comes to them. */
export const erasureWaits = [
  ...(['dispatcher', 'lease', 'turn'] as const),
  ...(['log', 'planner', 'read_models', 'health', 'builds', 'scavenge', 'compaction'] as const),
] as const;
export type ErasureWait = (typeof erasureWaits)[number];

/** The place of an erasure among those that are to be carried out. */
export const placeOf = ({ id, erased_at }: Pick<ErasureView, 'id' | 'erased_at'>): string =>
  `${erased_at} ${id}`;

export interface ErasureQueries {
  /** What is known of an erased submission or delivery; null of one that is not erased. */
  get(id: string): Promise<ErasureView | null>;
  /** Erased submissions of which something may be left in the stores' files, the first erased first. */
  underWay(limit: number): Promise<readonly ErasureView[]>;
  /** The ids of everything that is erased. */
  ids(): Promise<ReadonlySet<string>>;
}

export function erasureQueries(store: ReadStore): ErasureQueries {
  const collection = store.collection(erasures);
  return {
    async get(id) {
      const found = await collection.findOne(one(null, id));
      return found && view(found);
    },
    async underWay(limit) {
      const cursor = collection
        .find({ kind: 'submission', completed_at: null, _deleted: { $exists: false } })
        .sort({ erased_at: 1, _id: 1 })
        .limit(limit);
      return (await cursor.toArray()).map(view);
    },
    async ids() {
      const found = collection.find().project<{ _id: string }>({ _id: 1 });
      return new Set((await found.toArray()).map(({ _id }) => _id));
    },
  };
}
