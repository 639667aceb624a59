import type { RecordCounts, RecordKind } from '../../../domain/closing/events.ts';
import type { CollectionOf } from '../../collections.ts';
import type { Projection } from '../../projection.ts';
import { byId, type View, view } from '../../queries/keyset.ts';
import { deliveries } from '../deliveries/projection.ts';
import { destinations } from '../destinations/projection.ts';
import { files } from '../files/projection.ts';
import { forms } from '../forms/projection.ts';
import { keys } from '../keys/projection.ts';
import { recoveries } from '../recoveries/projection.ts';
import { submissions } from '../submissions/projection.ts';
import { type ClosingDocument, closings } from './projection.ts';

export type ClosingView = View<ClosingDocument>;

export interface ClosingQueries {
  /** Returns how far the erasure of a closed account is; null for an account that was not closed. */
  get(id: string): Promise<ClosingView | null>;
  /** Returns closed accounts that are not erased yet, oldest closing first. */
  open(limit: number): Promise<readonly ClosingView[]>;
  /** Counts the records of an account that the read models list. */
  recordsOf(accountId: string): Promise<RecordCounts>;
}

/** The read models of an account's records. */
const models: Readonly<Record<RecordKind, Projection>> = {
  forms,
  submissions,
  files,
  destinations,
  deliveries,
  recoveries,
  keys,
};

const openStages = ['deletion', 'log', 'read_store'] as const;

export function closingQueries(collectionOf: CollectionOf): ClosingQueries {
  const collection = collectionOf(closings);
  return {
    async get(id) {
      const found = await collection.findOne(byId(null, id));
      return found && view(found);
    },
    async open(limit) {
      const found = collection.find({ stage: { $in: [...openStages] } }).sort({ closed_at: 1, _id: 1 });
      return (await found.limit(limit).toArray()).map(view);
    },
    async recordsOf(accountId) {
      const counts = Object.entries(models).map(async ([kind, model]) => {
        const count = await collectionOf(model).countDocuments({ account_id: accountId });
        return [kind, count] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    },
  };
}
