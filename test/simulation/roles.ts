import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import type { SecretBox } from '../../commands/secret-box.ts';
import { disableDestinations, type DisableLimits, disablePolicy } from '../../dispatcher/disable-policy.ts';
import { runEraser } from '../../dispatcher/erasure/eraser.ts';
import { runLogPurger } from '../../dispatcher/erasure/log-purger.ts';
import { runStorePurger } from '../../dispatcher/erasure/store-purger.ts';
import { runRecoveries } from '../../dispatcher/recovery/recoveries.ts';
import { runScheduler } from '../../dispatcher/scheduler/scheduler.ts';
import type { WebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import { runWorker, type WorkerDeps } from '../../dispatcher/worker/worker.ts';
import type { RetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { type Aggregates, openAggregates } from '../../log/aggregates.ts';
import { openFormDefinitions } from '../../log/form-definitions.ts';
import { type PlannedDeliveries, type PlannedDeliveriesDeps } from '../../log/planned-deliveries.ts';
import { modelId, type Projection } from '../../projections/projection.ts';
import type { Documents } from '../../projections/runner/documents.ts';
import { nothingParked } from '../dispatcher/scheduler/no-parked.ts';
import type { FaultyBus } from './faulty-bus.ts';
import { followInMemory } from './follow.ts';
import type { SentWebhook } from './laws/law.ts';
import { type MemoryCollection, openMemoryCollection } from './memory/memory-collection.ts';
import { eraserDeps } from './memory/memory-eraser.ts';
import { feedOf } from './memory/memory-feed.ts';
import type { Call, MemoryLeases } from './memory/memory-leases.ts';
import { logOf, type MemoryLog, type Place, type UsedLog } from './memory/memory-log.ts';
import { openMemoryParked } from './memory/memory-parked.ts';
import type { MemoryProgress } from './memory/memory-progress.ts';
import type { MemoryQueries } from './memory/memory-queries.ts';
import type { MemoryStore } from './memory/memory-store.ts';
import type { Process } from './process.ts';
import type { Random } from './random.ts';
import type { Receivers } from './receivers.ts';

/** What the laws can be tried against: the rules of the service, each to be replaced by a wrong one. */
export interface Rules {
  readonly schedule: RetrySchedule;
  readonly disableLimits: DisableLimits | undefined;
  /** The read model of deliveries, and its documents and batches as its runner has them. */
  readonly deliveries: Projection;
  readonly documents: (own: Documents, projection: Projection) => Documents;
  readonly batch: (own: readonly Place[]) => readonly Place[];
  /** Opens the deliveries of a process, planned and recorded. */
  readonly planned: (deps: PlannedDeliveriesDeps) => PlannedDeliveries;
  /** By how much the clocks of dispatchers and workers are ahead. */
  readonly aheadMs: number;
  /** The aggregates, the log and the read store of a process, as its roles see them. */
  readonly aggregates: (own: Aggregates) => Aggregates;
  readonly log: (own: UsedLog) => UsedLog;
  readonly queries: (own: MemoryQueries, log: UsedLog) => MemoryQueries;
}

/** What all processes share: nothing of it is lost when one of them dies. */
export interface Surroundings {
  readonly random: Random;
  readonly now: () => Date;
  readonly log: MemoryLog;
  readonly store: MemoryStore;
  readonly leases: MemoryLeases;
  readonly progress: MemoryProgress;
  /** The documents of process managers, which outlive the processes. */
  readonly collections: Map<string, MemoryCollection>;
  readonly bus: FaultyBus;
  /** Whether a follower of new events loses its place now. */
  readonly isFeedLost: () => boolean;
  readonly receivers: Receivers;
  readonly secrets: SecretBox;
  readonly rules: Rules;
  readonly onSending: (deliveryId: string, webhook: SentWebhook) => void;
  readonly onSent: (deliveryId: string) => void;
}

const logger = pino({ level: 'silent' });
export const publicUrl = 'https://forms.test';
/** By each of thousands of processes: room is made for all of them at once. */
const rememberedStreams = 1_000;

/**
 * The real parts of a role. @param aggregates the aggregates of the process; by default, the role has the process for
 * itself
 */
export type Role = (
  world: Surroundings,
  process: Process,
  signal: AbortSignal,
  aggregates?: Aggregates,
) => Promise<void>;

const aggregatesOf = ({ rules, log }: Surroundings, { call }: Process): Aggregates =>
  rules.aggregates(openAggregates(rules.log(logOf(log, call)), rememberedStreams));

/** The read store as one process asks it. */
function queriesOf({ store, rules, log }: Surroundings, call: Call): MemoryQueries {
  const { queue, limits, recoveries, destinations, deliveries, erasures, ...others } = rules.queries(
    store,
    logOf(log, call),
  );
  const { origins, subscriptionsOf } = others;
  return {
    origins: { originOf: async (id) => await call(() => origins.originOf(id)) },
    subscriptionsOf: async (ids) => await call(() => subscriptionsOf(ids)),
    queue: {
      since: async (...args) => await call(() => queue.since(...args)),
      changed: async (...args) => await call(() => queue.changed(...args)),
      of: async (...args) => await call(() => queue.of(...args)),
      among: async (...args) => await call(() => queue.among(...args)),
      pendingAfter: async (...args) => await call(() => queue.pendingAfter(...args)),
      depth: async (...args) => await call(() => queue.depth(...args)),
    },
    limits: { of: async (ids) => await call(() => limits.of(ids)) },
    recoveries: {
      running: async (limit) => await call(() => recoveries.running(limit)),
      next: async (...args) => await call(() => recoveries.next(...args)),
    },
    destinations: { list: async (...args) => await call(() => destinations.list(...args)) },
    deliveries: { list: async (...args) => await call(() => deliveries.list(...args)) },
    erasures: {
      atStage: async (...args) => await call(() => erasures.atStage(...args)),
      deliveriesOf: async (ids) => await call(() => erasures.deliveriesOf(ids)),
    },
  };
}

const clockOf =
  ({ now, rules }: Surroundings) =>
  () =>
    new Date(now().getTime() + rules.aheadMs);

/** The log of one process, with new events as they come. */
const liveLogOf = ({ rules, log, isFeedLost }: Surroundings, { call, travel }: Process) => ({
  ...rules.log(logOf(log, call)),
  feed: feedOf(log, { travel, isLost: isFeedLost }),
});

/** Keeps the states in memory up to date, in one dispatcher of two: the others read them again and again. */
async function keepCurrent(
  world: Surroundings,
  process: Process,
  aggregates: Aggregates,
  signal: AbortSignal,
): Promise<void> {
  if (world.random.chance(0.5)) return;
  const log = liveLogOf(world, process);
  while (!signal.aborted) {
    await aggregates.follow(log, signal).catch(() => undefined);
    await delay(world.random.between(1, 1_000));
  }
}

/** Both roles in one process: each finds the states in memory that the other has left there. */
export const all: Role = async (world, process, signal) => {
  const aggregates = aggregatesOf(world, process);
  await Promise.all([
    dispatcher(world, process, signal, aggregates),
    worker(world, process, signal, aggregates),
  ]);
};

function plannedOf(
  { rules }: Surroundings,
  aggregates: Aggregates,
  log: UsedLog,
  { origins }: Pick<MemoryQueries, 'origins'>,
): PlannedDeliveries {
  return rules.planned({ aggregates, log, publicUrl, originOf: (id) => origins.originOf(id) });
}

/** Follows the log for the deliveries of the read store. */
export const projector: Role = async (world, process, signal) => {
  const { rules, store } = world;
  const following = followingOf(world, process, store.collection);
  await followInMemory({ ...following, parked: store.parked }, { projection: rules.deliveries }, signal);
};

const followingOf = (world: Surroundings, { call }: Process, collection: MemoryCollection) => ({
  call,
  logger,
  collection,
  leases: world.leases.leasesFor(call),
  log: world.log,
  ownLog: world.rules.log(logOf(world.log, call)),
  parked: openMemoryParked(),
  random: world.random,
  documents: world.rules.documents,
  batch: world.rules.batch,
});

export const dispatcher: Role = async (world, process, signal, aggregates = aggregatesOf(world, process)) => {
  const { call, name } = process;
  const { rules, bus } = world;
  const now = clockOf(world);
  const leases = world.leases.leasesFor(call);
  const ownLog = liveLogOf(world, process);
  const definitions = openFormDefinitions(ownLog);
  const queries = queriesOf(world, call);
  const planned = plannedOf(world, aggregates, ownLog, queries);
  const shared = { leases, logger, now, aggregates, deliveries: planned, progress: world.progress };
  const { queue, limits, recoveries, destinations, subscriptionsOf } = queries;
  const policy = disablePolicy(rules.disableLimits);
  const collection = world.collections.get(modelId(policy)) ?? openMemoryCollection();
  world.collections.set(modelId(policy), collection);
  await Promise.all([
    keepCurrent(world, process, aggregates, signal),
    followInMemory(
      { ...followingOf(world, process, collection), documents: (own) => own, batch: (own) => own },
      { projection: policy, perform: (them) => disableDestinations(shared, them) },
      signal,
    ),
    runScheduler(
      {
        ...shared,
        members: world.leases.membersFor(call, name),
        bus: bus.of(process),
        log: ownLog,
        subscriptionsOf,
        queue,
        destinationLimits: limits,
        ...nothingParked,
      },
      signal,
    ),
    runRecoveries({ ...shared, definitions, recoveries, destinations }, signal),
    runEraser({ ...shared, ...eraserDeps(world, ownLog, call), queries }, signal),
    runLogPurger({ ...shared, ...eraserDeps(world, ownLog, call), queries }, signal),
    runStorePurger({ ...shared, ...eraserDeps(world, ownLog, call), queries }, signal),
  ]);
};

export const worker: Role = async (world, process, signal, aggregates = aggregatesOf(world, process)) => {
  const { bus, receivers, secrets, rules } = world;
  const ownLog = liveLogOf(world, process);
  const client: Pick<WebhookClient, 'post' | 'cancelWaiting'> = {
    cancelWaiting: () => undefined,
    async post({ url, headers, body }) {
      await process.travel();
      const deliveryId = headers['X-Service-Delivery'] ?? '';
      world.onSending(deliveryId, { headers, body });
      const exchange = await receivers.receive(url.slice(url.lastIndexOf('/') + 1));
      world.onSent(deliveryId);
      await process.travel();
      return exchange;
    },
  };
  const deps: WorkerDeps = {
    log: ownLog,
    definitions: openFormDefinitions(ownLog),
    aggregates,
    deliveries: plannedOf(world, aggregates, ownLog, queriesOf(world, process.call)),
    bus: bus.of(process),
    logger,
    secrets,
    client,
    schedule: rules.schedule,
    product: 'Service',
    now: clockOf(world),
    progress: world.progress,
  };
  await runWorker(deps, signal);
};
