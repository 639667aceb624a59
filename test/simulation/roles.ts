import { pino } from 'pino';
import type { SecretBox } from '../../commands/secret-box.ts';
import { disableDestinations, type DisableLimits, disablePolicy } from '../../dispatcher/disable-policy.ts';
import { runEraser } from '../../dispatcher/erasure/eraser.ts';
import { runLogPurger } from '../../dispatcher/erasure/log-purger.ts';
import { runStorePurger } from '../../dispatcher/erasure/store-purger.ts';
import { type PlannedDelivery, type Targets } from '../../dispatcher/planner/planner.ts';
import { scheduleDeliveries } from '../../dispatcher/planner/schedule-deliveries.ts';
import { runRecoveries } from '../../dispatcher/recovery/recoveries.ts';
import { runScheduler } from '../../dispatcher/scheduler/scheduler.ts';
import type { WebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import { runWorker } from '../../dispatcher/worker/worker.ts';
import type { RetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { type Aggregates, openAggregates } from '../../log/aggregates.ts';
import { openFormDefinitions } from '../../log/form-definitions.ts';
import type { ProcessManager } from '../../projections/projection.ts';
import { nothingParked } from '../dispatcher/scheduler/no-parked.ts';
import type { FaultyBus } from './faulty-bus.ts';
import { type Documents, followInMemory } from './follow.ts';
import type { SentWebhook } from './laws/law.ts';
import { eraserDeps } from './memory/memory-eraser.ts';
import type { Call, MemoryLeases } from './memory/memory-leases.ts';
import { logOf, type MemoryLog, type UsedLog } from './memory/memory-log.ts';
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
  readonly planner: ProcessManager<Targets, PlannedDelivery>;
  /** By how much the clocks of dispatchers and workers are ahead. */
  readonly aheadMs: number;
  /** The aggregates, the log and the read store of a process, as its roles see them. */
  readonly aggregates: (own: Aggregates) => Aggregates;
  readonly log: (own: UsedLog) => UsedLog;
  readonly queries: (own: MemoryQueries) => MemoryQueries;
}

/** What all processes share: nothing of it is lost when one of them dies. */
export interface Surroundings {
  readonly random: Random;
  readonly now: () => Date;
  readonly log: MemoryLog;
  readonly store: MemoryStore;
  readonly leases: MemoryLeases;
  readonly progress: MemoryProgress;
  readonly documents: Documents;
  readonly bus: FaultyBus;
  readonly receivers: Receivers;
  readonly secrets: SecretBox;
  readonly rules: Rules;
  readonly onSending: (deliveryId: string, webhook: SentWebhook) => void;
  readonly onSent: (deliveryId: string) => void;
}

const logger = pino({ level: 'silent' });
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
function queriesOf({ store, rules }: Surroundings, call: Call): MemoryQueries {
  const { queue, limits, recoveries, destinations, deliveries, erasures } = rules.queries(store);
  return {
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

/** Both roles in one process: the worker finds the states in memory that the planner has left there. */
export const all: Role = async (world, process, signal) => {
  const aggregates = aggregatesOf(world, process);
  await Promise.all([
    dispatcher(world, process, signal, aggregates),
    worker(world, process, signal, aggregates),
  ]);
};

export const dispatcher: Role = async (world, process, signal, aggregates = aggregatesOf(world, process)) => {
  const { call, name } = process;
  const { log, documents, random, rules, bus } = world;
  const now = clockOf(world);
  const leases = world.leases.leasesFor(call);
  const ownLog = rules.log(logOf(log, call));
  const definitions = openFormDefinitions(ownLog);
  const queries = queriesOf(world, call);
  const shared = { leases, logger, now, aggregates, progress: world.progress };
  const following = { call, leases, logger, log, documents, random };
  const planning = { aggregates, now, log: ownLog, publicUrl: 'https://forms.test' };
  const { queue, limits, recoveries, destinations } = queries;
  await Promise.all([
    followInMemory(following, rules.planner, (plans) => scheduleDeliveries(planning, plans), signal),
    followInMemory(
      following,
      disablePolicy(rules.disableLimits),
      (them) => disableDestinations(shared, them),
      signal,
    ),
    runScheduler(
      {
        ...shared,
        members: world.leases.membersFor(call, name),
        bus: bus.of(process),
        queue,
        destinationLimits: limits,
        ...nothingParked,
      },
      signal,
    ),
    runRecoveries({ ...shared, log: ownLog, definitions, recoveries, destinations }, signal),
    runEraser({ ...shared, ...eraserDeps(world, ownLog, call), queries }, signal),
    runLogPurger({ ...shared, ...eraserDeps(world, ownLog, call), queries }, signal),
    runStorePurger({ ...shared, ...eraserDeps(world, ownLog, call), queries }, signal),
  ]);
};

export const worker: Role = async (world, process, signal, aggregates = aggregatesOf(world, process)) => {
  const { log, bus, receivers, secrets, rules } = world;
  const ownLog = rules.log(logOf(log, process.call));
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
  await runWorker(
    {
      log: ownLog,
      definitions: openFormDefinitions(ownLog),
      aggregates,
      bus: bus.of(process),
      logger,
      secrets,
      client,
      schedule: rules.schedule,
      product: 'Service',
      now: clockOf(world),
      progress: world.progress,
    },
    signal,
  );
};
