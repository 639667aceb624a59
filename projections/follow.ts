import { caughtUp, type EventLog, type LogItem } from '../log/event-log.ts';
import { Fenced, type Lease } from './checkpoints.ts';
import { openDocuments } from './documents.ts';
import { foldBatch, planBatch, type Kept, type Plan } from './fold-batch.ts';
import { followLog } from './follow-log.ts';
import { holdDocuments, type Loaded } from './held-documents.ts';
import { keepPosition } from './keep-position.ts';
import { pause } from './pause.ts';
import type { Progress } from './progress.ts';
import { modelId, type Document, type ProcessManager, type Projection } from './projection.ts';
import type { ReadStore } from './read-store.ts';
import { readSkips } from './skips.ts';

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

export interface Surroundings {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly progress: Progress;
}

/** What a run tells of itself: that it has caught up, or that it went through so many steps of the log. */
export type OnStep = (step: 'caught up' | 'moved', count?: number) => void;

/** What a run is bidden, beside following. */
export interface Bounds {
  /** Awaited before what leads up to a position is stored. */
  readonly holdBack?: (position: bigint, signal: AbortSignal) => Promise<void>;
}

const nothing: Loaded = { known: new Map(), isGuess: false };

const batchSize = 500;
const patientBatchSize = 4_000;
/** Under load, work is this far apart at most: what comes in between is taken together. */
const longestRestMs = 20;
/** A single event is often followed at once by the one that somebody waits for: a reservation by its submission. */
const restMsPerItem = 2;

/**
 * The more came at once, the longer company is waited for; from work only: what there is to do may come right behind
 * what was none of its own. A patient model has waited before.
 */
const restAfter = ({ patienceMs }: Projection, count: number, worked: boolean): number =>
  worked && patienceMs === undefined ? Math.min(longestRestMs, restMsPerItem * count) : 0;

/**
 * Follows the log from the lease's position under that lease, until the signal.
 * @throws Fenced, PoisonEvent, UnreadableEvent, or what the log or the store throw when they fail
 */
export async function follow<Action>(
  model: Model<Action>,
  { store, log, progress, holdBack }: Surroundings & Bounds,
  lease: Lease,
  signal: AbortSignal,
  onStep: OnStep,
): Promise<void> {
  const { projection } = model;
  const id = modelId(projection);
  const documents = openDocuments(store, projection);
  // What is acted upon is looked up: a guess would come too late to be taken back.
  const held = holdDocuments(documents, !model.perform);
  await documents.createIndexes();
  const skipped = await readSkips(log, projection.name);
  const broken = new AbortController();
  const ended = AbortSignal.any([signal, broken.signal]);
  const keeper = keepPosition(lease, (error) => broken.abort(error));
  progress.speaks(id, ended);
  if (lease.position !== null) progress.note(id, lease.position);

  /** Answers whether it had anything to do. */
  async function apply(items: readonly LogItem[]): Promise<boolean> {
    const plan = planBatch(projection, items, skipped);
    // Most of what comes is none of a model's own.
    const loaded = plan.steps.length > 0 ? await held.load(plan.steps) : nothing;
    const { changes, actions, reached, poison } = foldBatch<Action>(projection, plan, loaded.known);
    if (model.perform && actions.length > 0 && reached !== null) {
      await readModelsAt(model.after ?? [], reached);
      await model.perform(actions);
    }
    if (holdBack && reached !== null) await holdBack(reached, ended);
    if (plan.steps.length > 0) await write(plan, loaded, changes);
    const isWork = changes.size > 0 || actions.length > 0;
    if (reached !== null) {
      progress.note(id, reached, changes.size > 0);
      keeper.reach(reached, isWork ? 'now' : 'soon');
      onStep('moved', items.length);
    }
    if (poison) throw poison;
    return isWork;
  }

  async function write(
    plan: Plan,
    { known, isGuess }: Loaded,
    changes: ReadonlyMap<string, Kept>,
  ): Promise<void> {
    try {
      await documents.write(known, changes);
      held.keep(plan.steps, changes);
    } catch (error) {
      if (!(error instanceof Fenced) || !isGuess) throw error;
      // Stored before, with a checkpoint that was not: then this batch comes again.
      const stored = await held.reload(plan.steps);
      await documents.write(stored, foldBatch(projection, plan, stored).changes);
    }
  }

  async function readModelsAt(names: readonly string[], position: bigint): Promise<void> {
    if (names.length === 0) return;
    while (!(await progress.waitFor(names, position, 1_000, ended))) ended.throwIfAborted();
  }

  try {
    const { streamPrefixes, patienceMs } = projection;
    const most = patienceMs === undefined ? batchSize : patientBatchSize;
    const following = { after: lease.position, streamPrefixes, signal: ended, most, gatherMs: patienceMs };
    for await (const batch of followLog(log, following)) {
      const begun = performance.now();
      const worked = await apply(batch.filter((item) => item !== caughtUp));
      if (batch.includes(caughtUp)) onStep('caught up');
      const restMs = begun + restAfter(projection, batch.length, worked) - performance.now();
      if (batch.length < most && restMs > 0) await pause(restMs, ended);
      if (ended.aborted) break;
    }
    broken.signal.throwIfAborted();
  } finally {
    await keeper.close();
    broken.abort();
  }
}
