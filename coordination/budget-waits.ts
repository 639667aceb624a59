import type { ReadStore } from './read-store.ts';

/** The limit that a destination shares with others and that is used up: that of its account, or that of its host. */
export type BudgetKind = 'account' | 'host';

interface BudgetWaitsDocument {
  /** The id of a scheduler. */
  readonly _id: string;
  readonly account: readonly string[];
  readonly host: readonly string[];
  readonly at: Date;
}

/** The destinations whose due attempts wait for a shared limit, written by their schedulers. */
export interface BudgetWaits {
  /** Replaces what a scheduler has reported before. */
  save(scheduler: string, waiting: ReadonlyMap<string, BudgetKind>): Promise<void>;
  /** Returns which of the destinations wait, and for which limit. */
  among(destinationIds: readonly string[]): Promise<ReadonlyMap<string, BudgetKind>>;
  /** Counts the waiting destinations. */
  count(): Promise<Readonly<Record<BudgetKind, number>>>;
}

/** A scheduler reports each second: what is older was left by one that died. */
const validMs = 60_000;
/** A limit for the size of the document. */
const maxReported = 10_000;

export function openBudgetWaits(store: ReadStore): BudgetWaits {
  const collection = store.named<BudgetWaitsDocument>('_budget_waits');
  const reports = () => collection.find({ at: { $gt: new Date(Date.now() - validMs) } }).toArray();
  return {
    async save(_id, waiting) {
      if (waiting.size === 0) {
        await collection.deleteOne({ _id });
        return;
      }
      const some = [...waiting].slice(0, maxReported);
      const idsOf = (kind: BudgetKind) => some.flatMap(([id, one]) => (one === kind ? [id] : []));
      const report = { account: idsOf('account'), host: idsOf('host'), at: new Date() };
      await collection.replaceOne({ _id }, report, { upsert: true });
    },
    async among(destinationIds) {
      const wanted = new Set(destinationIds);
      const found = new Map<string, BudgetKind>();
      for (const report of await reports())
        for (const kind of ['account', 'host'] as const)
          for (const id of report[kind]) if (wanted.has(id)) found.set(id, kind);
      return found;
    },
    async count() {
      const found = await reports();
      const sum = (kind: BudgetKind) => found.reduce((total, report) => total + report[kind].length, 0);
      return { account: sum('account'), host: sum('host') };
    },
  };
}
