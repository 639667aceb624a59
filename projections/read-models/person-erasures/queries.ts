import type { CollectionOf } from '../../collections.ts';
import { byId, type View, view } from '../../queries/keyset.ts';
import { type PersonErasureDocument, personErasures } from './projection.ts';

export type PersonErasureView = View<PersonErasureDocument>;

export interface PersonErasureQueries {
  /** Returns how far the erasure of a person is; null for a person who is not erased. */
  get(personId: string): Promise<PersonErasureView | null>;
  /** Returns people who are not erased yet, the oldest request first. */
  open(limit: number): Promise<readonly PersonErasureView[]>;
  /** Counts them, and returns the time of the oldest request. */
  waiting(): Promise<{ readonly count: number; readonly oldest: string | null }>;
}

const openStages = ['deletion', 'log', 'read_store'] as const;

export function personErasureQueries(collectionOf: CollectionOf): PersonErasureQueries {
  const collection = collectionOf(personErasures);
  const open: PersonErasureQueries['open'] = async (limit) => {
    const found = collection.find({ stage: { $in: [...openStages] } }).sort({ requested_at: 1, _id: 1 });
    return (await found.limit(limit).toArray()).map(view);
  };
  return {
    async get(personId) {
      const found = await collection.findOne(byId(null, personId));
      return found && view(found);
    },
    open,
    async waiting() {
      const count = await collection.countDocuments({ stage: { $in: [...openStages] } });
      const [first] = await open(1);
      return { count, oldest: first?.requested_at ?? null };
    },
  };
}
