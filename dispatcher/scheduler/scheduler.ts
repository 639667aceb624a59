import type { Logger } from 'pino';
import { backOff, pause } from '../../async/pause.ts';
import type { BudgetWaits } from '../../coordination/budget-waits.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type { DueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import { attemptLimits, type BudgetsOf } from './attempt-limits.ts';
import { BudgetWaitReport } from './budget-wait-report.ts';
import { DueQueue } from './due-queue.ts';
import { GainedRanges } from './gained-ranges.ts';
import { KnownSubscriptions, type SubscriptionsOf } from './known-subscriptions.ts';
import { LimitCache, type LimitSources } from './limit-cache.ts';
import { followNewDeliveries, type NewDeliveries } from './new-deliveries.ts';
import { ParkedQueue, type ParkedQueueDeps } from './parked-queue.ts';
import { DestinationQueues, type QueueLimits } from './queues/destination-queues.ts';
import { Sender, type SenderDeps } from './sender.ts';
import { type RangeHolder, rangeOf, Shards, type ShardsDeps } from './shards.ts';
import { WorkerAffinity } from './worker-affinity.ts';

/** `members` are those among all scheduler processes. */
export interface SchedulerDeps extends SenderDeps, ShardsDeps, LimitSources {
  readonly queue: DueQueries;
  /** If given, new deliveries are sent before the read model shows them. */
  readonly log?: Pick<EventLog, 'feed' | 'head'>;
  /** Returns the subscriptions of accounts, by which new deliveries are known. */
  readonly subscriptionsOf?: SubscriptionsOf;
  readonly parkedDestinations: ParkedQueueDeps['stored'];
  /** The delays before the retries of a parked destination, in milliseconds; the last delay repeats. */
  readonly parkedDelaysMs: readonly number[];
  readonly progress: Pick<Progress, 'waitFor' | 'waitForChange' | 'positionOf'>;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly limits?: Partial<QueueLimits>;
  readonly budgetsOf: BudgetsOf;
  /** Where the destinations are reported that wait for a limit which they share with others. */
  readonly budgetWaits: Pick<BudgetWaits, 'save'>;
}

const defaultLimits: QueueLimits = { inFlight: 256, waitingPerDestination: 512, inMemory: 20_000 };

/** The longest intervals between reads: while there is something to watch, and while there is nothing. */
const pollMs = { busy: 250, idle: 10_000 } as const;
/** The minimum polling interval, unless there is more to read. */
const minPollMs = 10;

/**
 * Sends due deliveries to the workers until the signal, for this process's share of the destinations; then
 * waits for the attempts in flight.
 */
export const runScheduler = (deps: SchedulerDeps, signal: AbortSignal): Promise<void> =>
  new Scheduler(deps).run(signal);

/** A scheduler and all its state. Each part knows only parts that are opened before it. */
class Scheduler implements RangeHolder {
  readonly #deps: SchedulerDeps;
  readonly #gained: GainedRanges;
  readonly #limitCache: LimitCache;
  readonly #shards: Shards;
  readonly #parked: ParkedQueue;
  readonly #isOwn: (destinationId: string) => boolean;
  readonly #queues: DestinationQueues;
  readonly #dueQueue: DueQueue;
  readonly #sender: Sender;
  readonly #budgetWaits: BudgetWaitReport;
  #reads = 0;
  /** Whether nothing was waiting, in flight or parked when the present pause began. */
  #isIdle = false;
  /** Aborted when there is more to read. */
  #wake = new AbortController();

  constructor(deps: SchedulerDeps) {
    const { queue, progress, now, logger, budgetsOf } = deps;
    const affinity = new WorkerAffinity();
    const cache = new LimitCache(deps);
    const gained = new GainedRanges(deps.log);
    const shards = new Shards(deps);
    const isHeld = (destinationId: string): boolean => shards.holds(rangeOf(destinationId));
    const { parkedDestinations: stored, parkedDelaysMs: delaysMs } = deps;
    const parked = new ParkedQueue({ stored, queue, delaysMs, isHeld, now, logger });
    const isOwn = (destinationId: string): boolean =>
      isHeld(destinationId) && !parked.isBlocked(destinationId);
    const limitOf = attemptLimits({ cache, parked, affinity, budgetsOf });
    const queues = new DestinationQueues({ ...defaultLimits, ...deps.limits }, limitOf);
    const ownRanges = (): readonly number[] => shards.held();
    this.#deps = deps;
    this.#gained = gained;
    this.#limitCache = cache;
    this.#shards = shards;
    this.#parked = parked;
    this.#isOwn = isOwn;
    this.#queues = queues;
    this.#dueQueue = new DueQueue({ queue, progress, queues, isOwn, ownRanges, now });
    this.#sender = new Sender(deps, { queues, parked, limitOf, gained, affinity });
    this.#budgetWaits = new BudgetWaitReport(deps.budgetWaits);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { log, watch, requestTimeoutMs = 0 } = this.#deps;
    signal.addEventListener('abort', () => this.#wakeUp(), { once: true });
    const released = this.#shards.run(this, signal);
    const following = log && this.#followFeed(log, signal);
    const unwatch = [
      watch?.('scheduler', () => [['reads the due deliveries', this.#reads]], { isEssential: () => true }),
      // An attempt may be requested twice, the second time of a worker with the master key.
      watch?.('sending', () => this.#sender.inHand(), { minMs: 3 * requestTimeoutMs }),
    ];
    try {
      await this.#readRepeatedly(signal);
    } finally {
      for (const end of unwatch) end?.();
    }
    await Promise.all([released, following]);
  }

  gained(range: number): void {
    this.#gained.add(range);
    this.#parked.addRange(range);
    this.#wakeUp();
  }

  releasing(range: number): Promise<void> {
    this.#parked.removeRange(range);
    this.#queues.drop((destinationId) => rangeOf(destinationId) === range);
    return this.#sender.settled(range);
  }

  #followFeed(log: Pick<EventLog, 'feed'>, signal: AbortSignal): Promise<void> {
    const { logger, subscriptionsOf } = this.#deps;
    const listener = {
      onDeliveries: (news: NewDeliveries) => this.#offer(news),
      onGap: () => this.#queues.changed(null),
      onFailure: (err: unknown) => logger.warn({ err }, 'log subscription lost, resubscribing'),
    };
    return followNewDeliveries(log, new KnownSubscriptions(subscriptionsOf), listener, signal);
  }

  /** Takes deliveries from the feed, before the read model shows them. */
  #offer({ planned, changed, tried }: NewDeliveries): void {
    for (const destinationId of changed) this.#parked.changed(destinationId);
    const at = this.#deps.now().toISOString();
    // What the read model shows may have been attempted, cancelled or replayed.
    const shown = this.#deps.progress.positionOf('deliveries');
    for (const one of planned)
      if (one.dueAt <= at && this.#isOwn(one.destinationId))
        this.#queues.offer({ ...one, isNew: shown !== null && shown < one.plannedAt });
    for (const deliveryId of tried) this.#queues.changed(deliveryId);
    this.#pump();
    if (this.#limitCache.hasRequests() || (this.#isIdle && this.#isBusy())) this.#wakeUp();
  }

  /** Starts every attempt that may start now. */
  #pump(): void {
    if (!this.#sender.isReady()) return;
    for (let attempt = this.#queues.next(); attempt; attempt = this.#queues.next()) {
      if (this.#isOwn(attempt.destinationId)) void this.#sender.send(attempt).then(() => this.#resume());
      else this.#queues.delay(attempt.deliveryId, 0);
    }
  }

  /** Uses the room that the end of an attempt leaves. */
  #resume(): void {
    this.#pump();
    if (this.#queues.nextBacklogged()) this.#wakeUp();
  }

  #isBusy(): boolean {
    return this.#queues.size > 0 || !this.#parked.isEmpty() || this.#budgetWaits.isReported;
  }

  /** With its own reason: without one, an error with a stack would be made hundreds of times a second. */
  #wakeUp(): void {
    this.#wake.abort('woken');
  }

  /** Reads the due deliveries and starts attempts whenever the read model or a delay calls for it. */
  async #readRepeatedly(signal: AbortSignal): Promise<void> {
    const retry = backOff(100, 5_000);
    while (!signal.aborted) {
      this.#isIdle = false;
      this.#reads += 1;
      try {
        const nextAt = performance.now() + minPollMs;
        const seen = this.#deps.progress.positionOf('deliveries') ?? -1n;
        const { signal: wake } = (this.#wake = new AbortController());
        const isMore = await this.#read();
        retry.reset();
        if (isMore) continue;
        this.#isIdle = !this.#isBusy();
        const longestMs = this.#isIdle ? pollMs.idle : pollMs.busy;
        const waitMs = Math.max(1, Math.min(longestMs, this.#queues.nextInMs(), this.#dueQueue.nextInMs()));
        await this.#deps.progress.waitForChange('deliveries', seen, waitMs, wake);
        const pauseMs = nextAt - performance.now();
        if (pauseMs > 0) await pause(pauseMs, signal);
      } catch (error) {
        this.#deps.logger.warn({ err: error }, 'reading the queue failed, retrying');
        await retry.wait(signal);
      }
    }
  }

  /** Reads what is due once. @returns whether more can be read at once */
  async #read(): Promise<boolean> {
    for (const range of await this.#parked.load()) this.#dueQueue.scan(range);
    for (const id of await this.#parked.due()) if (await this.#parked.retry(id)) this.#queues.reopen(id);
    await this.#parked.save();
    const isMore = await this.#dueQueue.read();
    this.#queues.limitsChanged(await this.#limitCache.refresh());
    this.#pump();
    await this.#budgetWaits.update(this.#queues);
    return isMore;
  }
}
