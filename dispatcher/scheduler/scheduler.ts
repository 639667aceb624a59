import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { backOff, pause } from '../../async/pause.ts';
import type { BudgetWaits } from '../../coordination/budget-waits.ts';
import type { Leases } from '../../coordination/leases/leases.ts';
import type { ProcessMembers } from '../../coordination/leases/process-members.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type { DueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import type {
  DestinationLimit,
  DestinationLimits,
} from '../../projections/read-models/destinations/destination-limits.ts';
import type { Budget } from './budgets.ts';
import { type DestinationQueues, openDestinationQueues, type QueueLimits } from './destination-queues.ts';
import { type DueQueue, openDueQueue } from './due-queue.ts';
import { openGainedRanges } from './gained-ranges.ts';
import { type LimitCache, openLimitCache } from './limit-cache.ts';
import { followNewDeliveries } from './new-deliveries.ts';
import { openParkedQueue, type ParkedQueue, type ParkedQueueDeps } from './parked-queue.ts';
import { openSender, type Sender, type SenderDeps } from './sender.ts';
import { acquireShards, rangeOf, type ShardsDeps } from './shards.ts';
import { openWorkerAffinity } from './worker-affinity.ts';

export interface SchedulerDeps extends SenderDeps {
  readonly queue: DueQueries;
  /** If given, new deliveries are sent before the read model shows them. */
  readonly log?: Pick<EventLog, 'feed' | 'head'>;
  readonly destinationLimits: DestinationLimits;
  readonly parkedDestinations: ParkedQueueDeps['stored'];
  /** The delays before the retries of a parked destination, in milliseconds; the last delay repeats. */
  readonly parkedDelaysMs: readonly number[];
  readonly progress: Pick<Progress, 'waitFor' | 'waitForChange' | 'positionOf'>;
  readonly leases: Leases;
  /** The members among all scheduler processes. */
  readonly members: ProcessMembers;
  readonly formerLeasesHeld?: ShardsDeps['formerLeasesHeld'];
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly limits?: Partial<QueueLimits>;
  /** Returns the limits that the destinations of an account or at a host share. */
  readonly budgetsOf: (shares: NonNullable<DestinationLimit['shares']>) => readonly Budget[];
  /** Where the destinations are reported that wait for such a limit. */
  readonly budgetWaits: Pick<BudgetWaits, 'save'>;
}

const defaultLimits: QueueLimits = { inFlight: 256, waitingPerDestination: 512, inMemory: 20_000 };

/** The longest interval between reads of the queue. */
const pollMs = 250;
const reportEveryMs = 1_000;
/** The minimum polling interval, unless there is more to read. */
const minPollMs = 10;

/**
 * Sends due deliveries to the workers until the signal, for this process's share of the destinations; then
 * waits for the attempts in flight.
 */
export async function runScheduler(deps: SchedulerDeps, signal: AbortSignal): Promise<void> {
  const { progress, logger, now } = deps;
  const limitCache = openLimitCache(deps.destinationLimits);
  const affinity = openWorkerAffinity();
  const limitOf = (destinationId: string) => parked.limitOf(destinationId, limitCache.of(destinationId));
  const queues = openDestinationQueues({ ...defaultLimits, ...deps.limits }, (destinationId) => {
    const { concurrency, perSecond, shares } = limitOf(destinationId);
    const budgets = shares ? deps.budgetsOf(shares) : [];
    // A request that waits for its turn at a worker would not begin when the rate says.
    const isPaced = perSecond !== null || budgets.some((budget) => budget.perSecond !== null);
    const ahead = isPaced ? 0 : affinity.aheadOf(destinationId, concurrency);
    return { concurrency, perSecond, ahead, budgets };
  });
  const isHeld = (destinationId: string) => shards.holds(rangeOf(destinationId));
  const isOwn = (destinationId: string) => isHeld(destinationId) && !parked.isBlocked(destinationId);
  const gained = openGainedRanges(deps.log);
  const queue = openDueQueue({
    queue: deps.queue,
    progress,
    queues,
    isOwn,
    ownRanges: () => shards.held(),
    now,
  });
  const parked = openParkedQueue({
    stored: deps.parkedDestinations,
    queue: deps.queue,
    delaysMs: deps.parkedDelaysMs,
    isOwn: isHeld,
    rangeOf,
    now,
    logger,
    onLoaded: queue.scan,
    onParked: (destinationId) => queues.drop((one) => one === destinationId),
    onReleased(destinationId) {
      queues.limitsChanged([destinationId]);
      queues.markBacklogged(destinationId);
    },
  });
  const { mayBeRequested } = gained;
  const destinations = { isOwn, mayBeRequested, concurrencyOf: (id: string) => limitOf(id).concurrency };
  const sender = openSender(deps, queues, parked, destinations, affinity);
  signal.addEventListener('abort', sender.wake, { once: true });
  const shards = acquireShards(
    {
      ...deps,
      onGained(range) {
        gained.add(range);
        parked.addRange(range);
      },
      onReleasing(range) {
        parked.removeRange(range);
        queues.drop((destinationId) => rangeOf(destinationId) === range);
        return sender.settled(range);
      },
    },
    signal,
  );
  const following =
    deps.log &&
    followNewDeliveries(
      deps.log,
      ({ planned, changed }) => {
        changed.forEach(parked.changed);
        const at = now().toISOString();
        for (const one of planned) if (one.dueAt <= at && isOwn(one.destinationId)) queues.offer(one);
        sender.pump();
        if (limitCache.hasRequests()) sender.wake();
      },
      (error) => logger.warn({ err: error }, 'log subscription lost, resubscribing'),
      signal,
    );
  const report = reportingWaits(deps.budgetWaits, queues);
  const turns = { count: 0 };
  const unwatch = [
    deps.watch?.('scheduler', () => [['reads the due deliveries', turns.count]], { isEssential: () => true }),
    // An attempt may be requested twice, the second time of a worker with the master key.
    deps.watch?.('sending', sender.inHand, { leastMs: 3 * (deps.requestTimeoutMs ?? 0) }),
  ];
  try {
    await readRepeatedly(deps, { report, parked, queue, queues, limitCache, sender, turns }, signal);
  } finally {
    for (const end of unwatch) end?.();
  }
  await Promise.all([shards.ended, following]);
}

/** Returns a function that reports the destinations that wait for a shared limit, once a second at most. */
function reportingWaits(
  budgetWaits: SchedulerDeps['budgetWaits'],
  queues: Pick<DestinationQueues, 'waitingForBudgets'>,
): () => Promise<void> {
  const scheduler = randomUUID();
  let nextAt = -Infinity;
  let isReported = false;
  return async () => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + reportEveryMs;
    const waiting = queues.waitingForBudgets();
    if (waiting.size === 0 && !isReported) return;
    await budgetWaits.save(scheduler, waiting);
    isReported = waiting.size > 0;
  };
}

interface Parts {
  readonly report: () => Promise<void>;
  readonly parked: ParkedQueue;
  readonly queue: DueQueue;
  readonly queues: DestinationQueues;
  readonly limitCache: LimitCache;
  readonly sender: Sender;
  readonly turns: { count: number };
}

/** Reads the due deliveries and lets the sender start them, whenever the read model or a delay calls for it. */
async function readRepeatedly(
  { progress, logger }: Pick<SchedulerDeps, 'progress' | 'logger'>,
  { report, parked, queue, queues, limitCache, sender, turns }: Parts,
  signal: AbortSignal,
): Promise<void> {
  const retry = backOff(100, 5_000);
  while (!signal.aborted) {
    turns.count += 1;
    try {
      const nextAt = performance.now() + minPollMs;
      const seen = progress.positionOf('deliveries') ?? -1n;
      const wake = sender.nextWake();
      await parked.run();
      const isMore = await queue.read();
      queues.limitsChanged(await limitCache.refresh());
      sender.pump();
      await report();
      retry.reset();
      const waitMs = Math.max(1, Math.min(pollMs, queues.nextInMs()));
      if (isMore) continue;
      await progress.waitForChange('deliveries', seen, waitMs, wake);
      const pauseMs = nextAt - performance.now();
      if (pauseMs > 0) await pause(pauseMs, signal);
    } catch (error) {
      logger.warn({ err: error }, 'reading the queue failed, retrying');
      await retry.wait(signal);
    }
  }
}
