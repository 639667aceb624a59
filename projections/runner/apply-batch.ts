import { MongoError } from 'mongodb';
import { Fenced } from '../../coordination/leases/lease.ts';
import type { EventLog, LogItem } from '../../log/event-log.ts';
import { ConcurrencyConflict, LogUnavailable } from '../../log/log-errors.ts';
import { EventRefused, faultOf, type ParkedKey, type ParkedKeys } from '../parking/parking.ts';
import type { Document, ProcessManager, Projection } from '../projection.ts';
import { loadOrigins, type StateCache } from './beginnings.ts';
import type { DocumentCache, Loaded } from './document-cache.ts';
import type { Documents } from './documents.ts';
import { foldBatch, type FoldedBatch } from './fold-batch.ts';
import { type Plan, planBatch, type PlanOptions } from './plan-batch.ts';
import type { VersionedDocument } from './versioned-document.ts';

/** A projection, or a process manager with the function that performs its actions. */
export type Runnable<Action> =
  | { readonly projection: Projection; readonly perform?: undefined }
  | {
      readonly projection: ProcessManager<Document, Action>;
      /** Performs actions; may be called again with actions that it has already performed. */
      readonly perform: (actions: readonly Action[]) => Promise<void>;
    };

export interface ApplyDeps {
  readonly documents: Documents;
  readonly cache: DocumentCache;
  readonly states: StateCache;
  readonly log: Pick<EventLog, 'readEvent'>;
  readonly signal: AbortSignal;
  /** Awaited before the changes up to a position are stored. */
  readonly holdBack?: ((position: bigint, signal: AbortSignal) => Promise<void>) | undefined;
}

/** The outcome of a batch, after its documents are stored. */
export interface Applied {
  readonly changed: boolean;
  readonly acted: boolean;
  /** How many of the batch's events belong to the requested scope. */
  readonly belonging: number;
  /** Changes of the parked keys, which the caller must store. */
  readonly parked: ParkedKeys;
}

const nothingLoaded: Loaded = { known: new Map(), isGuess: false };

/**
 * Applies batches to the documents of a model: folds the events, performs the actions, stores the documents.
 * If an action or a document fails, the events of the batch are applied one by one to find the failing event,
 * and its key is parked.
 * @returns a function that throws Fenced, and any error of the log or the store
 */
export function openBatchApplier<Action>(
  model: Runnable<Action>,
  { documents, cache, states, log, signal, holdBack }: ApplyDeps,
): (items: readonly LogItem[], planning: PlanOptions) => Promise<Applied> {
  const { projection } = model;

  async function applyOnce(items: readonly LogItem[], planning: PlanOptions): Promise<Applied> {
    const origins = await loadOrigins(projection, items, (ids) => states.load(ids), log);
    const plan = planBatch(projection, items, { ...planning, origins });
    const { reached } = plan;
    // Most batches have no event of the model.
    const loaded = plan.steps.length > 0 ? await cache.load(plan.steps) : nothingLoaded;
    const outcome = foldBatch<Action>(projection, plan, loaded.known);
    const { actions } = outcome;
    if (actions.length > 0) await perform(model, actions, signal);
    if (holdBack && reached !== null && planning.onlyScope === undefined) await holdBack(reached, signal);
    const hasChanges = plan.steps.length > 0 || plan.states.size > 0;
    const { changes, parked } = hasChanges ? await write(plan, loaded, origins.states, outcome) : outcome;
    return { changed: changes.size > 0, acted: actions.length > 0, belonging: plan.belonging, parked };
  }

  async function write(
    plan: Plan,
    { known, isGuess }: Loaded,
    before: ReadonlyMap<string, VersionedDocument>,
    outcome: FoldedBatch<unknown>,
  ): Promise<Pick<FoldedBatch<unknown>, 'changes' | 'parked'>> {
    try {
      await documents.write(new Map([...known, ...before]), outcome.changes);
      cache.update(plan.steps, outcome.changes);
      states.update(plan.states);
      return outcome;
    } catch (error) {
      if (!(error instanceof Fenced) || !isGuess) throw error;
      // The documents were stored earlier, but their checkpoint was not: this batch is a repetition.
      const stored: ReadonlyMap<string, VersionedDocument> = await cache.reload(plan.steps);
      const refolded = foldBatch(projection, plan, stored);
      await documents.write(new Map([...stored, ...before]), refolded.changes);
      states.update(plan.states);
      return refolded;
    }
  }

  /** Applies the events one by one and parks the keys of refused events. */
  async function applySingly(items: readonly LogItem[], planning: PlanOptions): Promise<Applied> {
    const changes = new Map<string, ParkedKey>();
    let { after } = planning;
    let [changed, acted, belonging] = [false, false, 0];
    for (const item of items) {
      const parked = new Map([...(planning.parked ?? []), ...changes]);
      const single = { ...planning, after: after ?? null, parked };
      const applied = await applyOnce([item], single).catch((error: unknown) => {
        if (!(error instanceof EventRefused)) throw error;
        const refused = new Map([[item.event?.id ?? '', error.fault]]);
        return applyOnce([item], { ...single, refused });
      });
      for (const [name, key] of applied.parked) changes.set(name, key);
      changed ||= applied.changed;
      acted ||= applied.acted;
      belonging += applied.belonging;
      after = item.position;
    }
    return { changed, acted, belonging, parked: changes };
  }

  return async (items, planning) => {
    try {
      return await applyOnce(items, planning);
    } catch (error) {
      if (!(error instanceof EventRefused)) throw error;
      // Some documents may have been stored before the failure.
      states.clear();
      await cache.reload(planBatch(projection, items, planning).steps);
      return applySingly(items, planning);
    }
  };
}

/** Performs actions. @throws EventRefused if an action fails */
async function perform<Action>(
  model: Runnable<Action>,
  actions: readonly Action[],
  signal: AbortSignal,
): Promise<void> {
  if (!model.perform) return;
  try {
    await model.perform(actions);
  } catch (error) {
    throw signal.aborted || isStoreFailure(error) ? error : new EventRefused(faultOf('effect', error), error);
  }
}

/** Whether the log or the store failed: a later attempt may then succeed. */
const isStoreFailure = (error: unknown): boolean =>
  error instanceof LogUnavailable ||
  error instanceof ConcurrencyConflict ||
  error instanceof Fenced ||
  error instanceof MongoError ||
  (error instanceof Error && error.name === 'AbortError');
