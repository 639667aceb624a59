import { mutex } from '../../async/mutex.ts';
import type { Lease } from '../../coordination/leases/lease.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { identityOf, lastIdentity } from '../../log/continuity.ts';
import { caughtUp, type EventLog, type LogItem } from '../../log/event-log.ts';
import { openParkedStore, type ParkedStore } from '../parking/parked-keys.ts';
import type { ParkedKey } from '../parking/parking.ts';
import { superviseParking } from '../parking/parking-supervisor.ts';
import { retryParked } from '../parking/retry-parked.ts';
import type { Progress } from '../progress/progress.ts';
import { modelId } from '../projection.ts';
import { type Applied, openBatchApplier, type Runnable } from './apply-batch.ts';
import { StateCache } from './beginnings.ts';
import { openDocumentCache } from './document-cache.ts';
import { type Documents, openDocuments } from './documents.ts';
import { followBatches } from './follow-batches.ts';
import { resumeAfter } from './resume.ts';
import { readSkips } from './skips.ts';

export type { Runnable };

export interface RunnerDeps {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly progress: Progress;
}

/** Reports that a runner has caught up, or the number of log items that it has processed. */
export type OnStep = (step: 'caught up' | 'moved', count?: number) => void;

/** Optional hooks of a runner. */
export interface RunnerHooks {
  /** Awaited before the changes up to a position are stored. */
  readonly holdBack?: (position: bigint, signal: AbortSignal) => Promise<void>;
  /** Called for each key that is parked or released. */
  readonly onParked?: (key: ParkedKey, change: 'parked' | 'released') => void;
}

/**
 * Follows the log from the lease's position under that lease, until the signal. An event that cannot be
 * applied parks its key, which is retried beside the new events.
 * @throws LogDiverged before anything is written; Fenced, TooManyParked, and any error of the log or the store
 */
export async function follow<Action>(
  model: Runnable<Action>,
  deps: RunnerDeps & RunnerHooks,
  lease: Lease,
  signal: AbortSignal,
  onStep: OnStep,
): Promise<void> {
  const { store, log } = deps;
  const { projection } = model;
  const after = await resumeAfter(log, lease);
  const documents = openDocuments(store, projection);
  const parked = openParkedStore(store, modelId(projection));
  // If MongoDB was emptied under an earlier runner, that runner may have written once more, without what was there.
  if (lease.isFirst && performance.now() < lease.until) await documents.clear();
  await documents.createIndexes();
  await parked.load();
  const skipped = await readSkips(log, projection);
  await new Follower(model, deps, { lease, after, documents, parked, skipped }, signal, onStep).run();
}

/** What a follower begins with. */
interface Opened {
  readonly lease: Lease;
  readonly after: bigint | null;
  readonly documents: Documents;
  readonly parked: ParkedStore;
  /** The ids of the events that operators have made the model skip. */
  readonly skipped: ReadonlySet<string>;
}

/** A model on its way through the log. */
class Follower<Action> {
  readonly #model: Runnable<Action>;
  readonly #id: string;
  readonly #deps: RunnerDeps & RunnerHooks;
  readonly #onStep: OnStep;
  readonly #parked: ParkedStore;
  readonly #lease: Lease;
  readonly #applyBatch: ReturnType<typeof openBatchApplier>;
  readonly #failure = new AbortController();
  readonly #ended: AbortSignal;
  readonly #locks = mutex();
  #position: bigint | null;
  #skipped: ReadonlySet<string>;

  constructor(
    model: Runnable<Action>,
    deps: RunnerDeps & RunnerHooks,
    { lease, after, documents, parked, skipped }: Opened,
    signal: AbortSignal,
    onStep: OnStep,
  ) {
    this.#model = model;
    this.#id = modelId(model.projection);
    this.#deps = deps;
    this.#onStep = onStep;
    this.#parked = parked;
    this.#position = after;
    this.#skipped = skipped;
    this.#ended = AbortSignal.any([signal, this.#failure.signal]);
    this.#lease = lease;
    // A process manager never guesses that a document is new: its actions could not be undone.
    const cache = openDocumentCache(documents, !model.perform, model.projection.beginnings !== undefined);
    const states = new StateCache(documents.load);
    const { log, holdBack } = deps;
    const applying = { documents, cache, states, log, signal: this.#ended, holdBack };
    this.#applyBatch = openBatchApplier(model, applying);
  }

  async run(): Promise<void> {
    const { log, progress, onParked } = this.#deps;
    progress.registerRunner(this.#id, this.#ended);
    if (this.#position !== null) progress.report(this.#id, this.#position);
    const parkingSupervisor = superviseParking({
      parked: this.#parked,
      signal: this.#ended,
      retry: (scope) => this.#retry(scope),
      onReleased: (key) => onParked?.(key, 'released'),
    }).catch((error: unknown) => this.#failure.abort(error));
    const { streamPrefixes } = this.#model.projection;
    const passedOver = (last: LogItem): void => this.#passOver(last);
    const following = { after: this.#position, streamPrefixes, signal: this.#ended, passedOver };
    try {
      await followBatches({ log, progress }, this.#model, following, async (batch) => {
        const items = batch.filter((item) => item !== caughtUp);
        const hasChanged = await this.#exclusively(() => this.#apply(items));
        if (batch.includes(caughtUp)) this.#caughtUp();
        return hasChanged;
      });
      this.#failure.signal.throwIfAborted();
    } finally {
      this.#failure.abort();
      await parkingSupervisor;
    }
  }

  /** The end of a build is recognised by its stored position. A lost lease ends the follower by itself. */
  #caughtUp(): void {
    void this.#lease.save().catch(() => undefined);
    this.#onStep('caught up');
  }

  /** Applies a batch. @returns whether the batch changed anything */
  async #apply(items: readonly LogItem[]): Promise<boolean> {
    const { progress, onParked } = this.#deps;
    const keys = this.#parked.keys();
    const planning = { skipped: this.#skipped, parked: keys, after: this.#position };
    const applied = await this.#applyBatch(items, planning);
    await this.#parked.write(applied.parked);
    for (const [scope, key] of applied.parked) if (!keys.has(scope)) onParked?.(key, 'parked');
    const isWork = applied.changed || applied.acted || applied.parked.size > 0;
    const reached = items.at(-1)?.position;
    if (reached !== undefined) {
      this.#position = reached;
      progress.report(this.#id, reached, applied.changed);
      this.#lease.advance(reached, isWork ? 'now' : 'soon', lastIdentity(items));
      this.#onStep('moved', items.length);
    }
    return isWork;
  }

  /** Moves past events that are not of the model. Most events are of few models, so this must cost next to nothing. */
  #passOver(last: LogItem): void {
    this.#position = last.position;
    this.#deps.progress.report(this.#id, last.position, false);
    this.#lease.advance(last.position, 'soon', identityOf(last));
    this.#onStep('moved', 1);
  }

  /** Retries a parked key, with the latest list of skipped events. @returns whether the key was released */
  async #retry(scope: string): Promise<boolean> {
    const { log } = this.#deps;
    const { projection } = this.#model;
    const { streamPrefixes } = projection;
    this.#skipped = await readSkips(log, projection);
    const retrying = {
      log,
      streamPrefixes,
      parked: this.#parked,
      apply: (items: readonly LogItem[], only: string, after: bigint | null) =>
        this.#applyOnly(items, only, after),
      exclusively: <T>(task: () => Promise<T>) => this.#exclusively(task),
      signal: this.#ended,
    };
    return retryParked(retrying, scope);
  }

  async #applyOnly(items: readonly LogItem[], only: string, after: bigint | null): Promise<Applied> {
    const { progress } = this.#deps;
    const parked = new Map(this.#parked.keys());
    parked.delete(only);
    const applied = await this.#applyBatch(items, { skipped: this.#skipped, parked, after, onlyScope: only });
    const known = progress.positionOfGeneration(this.#id);
    if (applied.changed && known !== null) progress.report(this.#id, known);
    return applied;
  }

  #exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#locks('apply', task);
  }
}
