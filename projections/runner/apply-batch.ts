import { MongoError } from 'mongodb';
import { ConcurrencyConflict, LogUnavailable, type LogItem } from '../../log/event-log.ts';
import { Fenced } from '../../read-store/leases/leases.ts';
import type { Documents } from './documents.ts';
import { foldBatch, planBatch, type Kept, type Outcome, type Plan, type Planning } from './fold-batch.ts';
import type { DocumentCache, Loaded } from './document-cache.ts';
import { EventRefused, faultOf, type ParkedKey, type ParkedKeys } from '../parking/parking.ts';
import type { Progress } from '../progress/progress.ts';
import type { Document, ProcessManager, Projection } from '../projection.ts';

/** A projection, or a process manager with the hand that performs its actions. */
export type Model<Action> =
  | { readonly projection: Projection; readonly perform?: undefined }
  | {
      readonly projection: ProcessManager<Document, Action>;
      /** May be called again with what it has already done. */
      readonly perform: (actions: readonly Action[]) => Promise<void>;
      /** Read models that must hold an event before it is acted upon. */
      readonly after?: readonly string[];
    };

export interface ApplyDeps {
  readonly documents: Documents;
  readonly held: DocumentCache;
  readonly progress: Pick<Progress, 'waitFor'>;
  readonly signal: AbortSignal;
  /** Awaited before what leads up to a position is stored. */
  readonly holdBack?: ((position: bigint, signal: AbortSignal) => Promise<void>) | undefined;
}

/** What a batch came to, once its documents are stored. */
export interface Applied {
  readonly changed: boolean;
  readonly acted: boolean;
  /** How many of its events belong to the one scope that was asked for. */
  readonly belonging: number;
  /** What it changes of the keys that are parked, yet to be stored. */
  readonly parked: ParkedKeys;
}

const nothing: Loaded = { known: new Map(), isGuess: false };

/**
 * Applies batches to the documents of a model: folds, performs, stores. An event whose effect or whose document fails
 * is found by applying the events of the batch one by one, and its key is parked.
 * @returns a function that throws Fenced, and what the log or the store throw when they fail
 */
export function openApplying<Action>(
  model: Model<Action>,
  { documents, held, progress, signal, holdBack }: ApplyDeps,
): (items: readonly LogItem[], planning: Planning) => Promise<Applied> {
  const { projection } = model;

  async function applyOnce(items: readonly LogItem[], planning: Planning): Promise<Applied> {
    const plan = planBatch(projection, items, planning);
    const { reached } = plan;
    // Most of what comes is none of a model's own.
    const loaded = plan.steps.length > 0 ? await held.load(plan.steps) : nothing;
    const outcome = foldBatch<Action>(projection, plan, loaded.known);
    const { actions } = outcome;
    if (actions.length > 0 && reached !== null) await perform(actions, reached);
    if (holdBack && reached !== null && planning.only === undefined) await holdBack(reached, signal);
    const { changes, parked } = plan.steps.length > 0 ? await write(plan, loaded, outcome) : outcome;
    return { changed: changes.size > 0, acted: actions.length > 0, belonging: plan.belonging, parked };
  }

  async function perform(actions: readonly Action[], reached: bigint): Promise<void> {
    if (!model.perform) return;
    const { after = [] } = model;
    if (after.length > 0)
      while (!(await progress.waitFor(after, reached, 1_000, signal))) signal.throwIfAborted();
    try {
      await model.perform(actions);
    } catch (error) {
      throw signal.aborted || isOfStore(error) ? error : new EventRefused(faultOf('effect', error), error);
    }
  }

  async function write(
    plan: Plan,
    { known, isGuess }: Loaded,
    outcome: Outcome<unknown>,
  ): Promise<Pick<Outcome<unknown>, 'changes' | 'parked'>> {
    try {
      await documents.write(known, outcome.changes);
      held.keep(plan.steps, outcome.changes);
      return outcome;
    } catch (error) {
      if (!(error instanceof Fenced) || !isGuess) throw error;
      // Stored before, with a checkpoint that was not: then this batch comes again.
      const stored: ReadonlyMap<string, Kept> = await held.reload(plan.steps);
      const again = foldBatch(projection, plan, stored);
      await documents.write(stored, again.changes);
      return again;
    }
  }

  /** Finds the events that are refused, and parks their keys. */
  async function applySingly(items: readonly LogItem[], planning: Planning): Promise<Applied> {
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
      // Some documents may be stored already.
      await held.reload(planBatch(projection, items, planning).steps);
      return applySingly(items, planning);
    }
  };
}

/** Whether the log or the store failed: then the same succeeds later. */
const isOfStore = (error: unknown): boolean =>
  error instanceof LogUnavailable ||
  error instanceof ConcurrencyConflict ||
  error instanceof Fenced ||
  error instanceof MongoError ||
  (error instanceof Error && error.name === 'AbortError');
