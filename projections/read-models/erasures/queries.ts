import { erasures, type ErasureDocument, type ErasureStage } from './projection.ts';
import type { CollectionOf } from '../../collections.ts';
import { one, view, type View } from '../../queries/keyset.ts';

export type ErasureView = View<ErasureDocument>;

/** What an erasure that is not complete may be waiting for; from `log` on in the order in which it comes to them. */
export const erasureWaits = [
  ...(['dispatcher', 'lease', 'turn'] as const),
  ...(['log', 'planner', 'read_models', 'health', 'builds', 'scavenge', 'compaction', 'oplog'] as const),
] as const;
export type ErasureWait = (typeof erasureWaits)[number];

/** The place of an erasure among those that are to be carried out. */
export const placeOf = ({ id, erased_at }: Pick<ErasureView, 'id' | 'erased_at'>): string =>
  `${erased_at} ${id}`;

const stages: readonly ErasureStage[] = ['deletion', 'log', 'read_store'];

export interface ErasureQueries {
  /** What is known of an erased submission or delivery; null of one that is not erased. */
  get(id: string): Promise<ErasureView | null>;
  /** Erased submissions of which this is to be done next, the first erased first. */
  at(stage: ErasureStage, limit: number): Promise<readonly ErasureView[]>;
  /** The ids of the erased deliveries of some submissions. */
  deliveriesOf(submissionIds: readonly string[]): Promise<readonly string[]>;
  /** How many erasures are not complete, and when the oldest of them was asked for. */
  waiting(): Promise<{ readonly count: number; readonly oldest: string | null }>;
  /** The ids of everything that is erased. */
  ids(): Promise<ReadonlySet<string>>;
}

export function erasureQueries(collectionOf: CollectionOf): ErasureQueries {
  const collection = collectionOf(erasures);
  return {
    async get(id) {
      const found = await collection.findOne(one(null, id));
      return found && view(found);
    },
    async at(stage, limit) {
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
    async ids() {
      const found = collection.find().project<{ _id: string }>({ _id: 1 });
      return new Set((await found.toArray()).map(({ _id }) => _id));
    },
  };
}
