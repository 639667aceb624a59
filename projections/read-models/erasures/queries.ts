import type { CollectionOf } from '../../collections.ts';
import { byId, type View, view } from '../../queries/keyset.ts';
import { type ErasureDocument, erasures, type ErasureStage } from './projection.ts';

export type ErasureView = View<ErasureDocument>;

/**
 * The reasons for which an incomplete erasure waits; from `log` on, in the order in which an erasure meets
 * them.
 */
export const erasureWaits = [
  ...(['dispatcher', 'lease', 'turn'] as const),
  ...(['log', 'read_models', 'health', 'builds', 'scavenge', 'compaction', 'oplog'] as const),
] as const;
export type ErasureWait = (typeof erasureWaits)[number];

/** Returns an erasure's place in the order of pending erasures. */
export const placeOf = ({ id, erased_at }: Pick<ErasureView, 'id' | 'erased_at'>): string =>
  `${erased_at} ${id}`;

const stages: readonly ErasureStage[] = ['deletion', 'log', 'read_store'];

export interface ErasureQueries {
  /** Returns the record of an erased submission or delivery; null if the id is not erased. */
  get(id: string): Promise<ErasureView | null>;
  /** Returns erased submissions at a stage, oldest erasure first. */
  atStage(stage: ErasureStage, limit: number): Promise<readonly ErasureView[]>;
  /** Returns the ids of the erased deliveries of some submissions. */
  deliveriesOf(submissionIds: readonly string[]): Promise<readonly string[]>;
  /** Counts incomplete erasures, and returns the time of the oldest request. */
  waiting(): Promise<{ readonly count: number; readonly oldest: string | null }>;
  /** Returns those of the ids that are of erased submissions or deliveries. */
  among(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the ids of all erased submissions and deliveries. */
  ids(): Promise<ReadonlySet<string>>;
}

/** Finds out which of some submissions and deliveries are erased. */
export const erasedAmong =
  (collectionOf: CollectionOf) =>
  async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    if (ids.length === 0) return new Set();
    const found = collectionOf(erasures)
      .find({ _id: { $in: [...ids] } })
      .project<{ _id: string }>({ _id: 1 });
    return new Set((await found.toArray()).map(({ _id }) => _id));
  };

export function erasureQueries(collectionOf: CollectionOf): ErasureQueries {
  const collection = collectionOf(erasures);
  return {
    async get(id) {
      const found = await collection.findOne(byId(null, id));
      return found && view(found);
    },
    async atStage(stage, limit) {
      const cursor = collection.find({ stage }).sort({ erased_at: 1, _id: 1 }).limit(limit);
      return (await cursor.toArray()).map(view);
    },
    async deliveriesOf(submissionIds) {
      const filter = { kind: 'delivery' as const, submission_id: { $in: [...submissionIds] } };
      const found = collection.find(filter).project<{ _id: string }>({ _id: 1 });
      return (await found.toArray()).map(({ _id }) => _id);
    },
    async waiting() {
      const counts = await Promise.all(stages.map((stage) => collection.countDocuments({ stage })));
      const first = await Promise.all(
        stages.map((stage) => collection.find({ stage }).sort({ erased_at: 1, _id: 1 }).limit(1).toArray()),
      );
      const times = first.flat().map(({ erased_at }) => erased_at);
      return { count: counts.reduce((sum, one) => sum + one, 0), oldest: times.sort()[0] ?? null };
    },
    among: erasedAmong(collectionOf),
    async ids() {
      const found = collection.find().project<{ _id: string }>({ _id: 1 });
      return new Set((await found.toArray()).map(({ _id }) => _id));
    },
  };
}
