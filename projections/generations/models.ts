import { MongoServerError } from 'mongodb';
import type { ReadStore } from '../../coordination/read-store.ts';
import type { ModelRecord } from './generation-types.ts';

/** Reads and changes the records of all models and copies. */
export interface Models {
  all(): Promise<readonly ModelRecord[]>;
  /**
   * Changes a record by compare-and-set.
   * @param next returns the new record, or null to leave it unchanged
   * @returns the resulting record; null if there is none
   */
  change(name: string, next: (record: ModelRecord | null) => ModelRecord | null): Promise<ModelRecord | null>;
  /** Removes a record, if it still has this revision. */
  remove(name: string, revision: number): Promise<void>;
}

const duplicateKey = 11_000;

/**
 * Opens the model records of a read store.
 * @param onChanged called after each change through these models
 */
export function openModels(store: ReadStore, onChanged: () => void = () => undefined): Models {
  const records = store.named<ModelRecord>('_models');

  async function replaced(before: ModelRecord | null, after: ModelRecord): Promise<boolean> {
    const { _id, ...rest } = after;
    try {
      if (!before) return (await records.insertOne(after)).acknowledged;
      const { matchedCount } = await records.replaceOne({ _id, revision: before.revision }, rest);
      return matchedCount > 0;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === duplicateKey) return false;
      throw error;
    }
  }

  async function change(...[name, next]: Parameters<Models['change']>): Promise<ModelRecord | null> {
    for (;;) {
      const before = await records.findOne({ _id: name });
      const changed = next(before);
      if (!changed) return before;
      const after = { ...changed, revision: (before?.revision ?? 0) + 1 };
      if (!(await replaced(before, after))) continue;
      onChanged();
      return after;
    }
  }

  return {
    all: () => records.find().toArray(),
    change,
    async remove(name, revision) {
      await records.deleteOne({ _id: name, revision });
      onChanged();
    },
  };
}
