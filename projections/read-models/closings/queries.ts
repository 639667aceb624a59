import type { RecordCounts } from '../../../domain/closing/events.ts';
import type { CollectionOf } from '../../collections.ts';
import { byId, type View, view } from '../../queries/keyset.ts';
import { type ClosingDocument, closings } from './projection.ts';
import { recordModels } from './record-models.ts';

export type ClosingView = View<ClosingDocument>;

export interface ClosingQueries {
  /** Returns how far the erasure of a closed account is; null for an account that was not closed. */
  get(id: string): Promise<ClosingView | null>;
  /** Returns closed accounts that are not erased yet, oldest closing first. */
  open(limit: number): Promise<readonly ClosingView[]>;
  /** Counts them, and returns the time of the oldest closing. */
  waiting(): Promise<{ readonly count: number; readonly oldest: string | null }>;
  /** Counts the records of an account that the read models list. @param limit counts no further */
  recordsOf(accountId: string, limit?: number): Promise<RecordCounts>;
}

const openStages = ['deletion', 'log', 'read_store'] as const;

export function closingQueries(collectionOf: CollectionOf): ClosingQueries {
  const collection = collectionOf(closings);
  const open: ClosingQueries['open'] = async (limit) => {
    const found = collection.find({ stage: { $in: [...openStages] } }).sort({ closed_at: 1, _id: 1 });
    return (await found.limit(limit).toArray()).map(view);
  };
  return {
    async get(id) {
      const found = await collection.findOne(byId(null, id));
      return found && view(found);
    },
    open,
    async waiting() {
      const count = await collection.countDocuments({ stage: { $in: [...openStages] } });
      const [first] = await open(1);
      return { count, oldest: first?.closed_at ?? null };
    },
    async recordsOf(accountId, limit) {
      const counts = Object.entries(recordModels).map(async ([kind, model]) => {
        const count = await collectionOf(model).countDocuments(
          { account_id: accountId },
          limit === undefined ? {} : { limit },
        );
        return [kind, count] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    },
  };
}
