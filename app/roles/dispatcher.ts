import { cachedFor } from '../../async/cached-for.ts';
import { readHeld } from '../../coordination/leases/checkpoints.ts';
import { openProcessMembers } from '../../coordination/leases/process-members.ts';
import type { Bus } from '../../dispatcher/bus/bus.ts';
import { runSweeper } from '../../dispatcher/files/sweeper.ts';
import { runRecoveries } from '../../dispatcher/recovery/recoveries.ts';
import { runDisablePolicy } from '../../dispatcher/run-disable-policy.ts';
import { attemptBudgets } from '../../dispatcher/scheduler/attempt-budgets.ts';
import type { SubscriptionsOf } from '../../dispatcher/scheduler/known-subscriptions.ts';
import { runScheduler, type SchedulerDeps } from '../../dispatcher/scheduler/scheduler.ts';
import { formerLeases } from '../../dispatcher/scheduler/shards.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { parkedAccounts } from '../../projections/parking/parked-keys.ts';
import { modelId } from '../../projections/projection.ts';
import { liveQueries } from '../../projections/queries/live-queries.ts';
import { dueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import { deliveries } from '../../projections/read-models/deliveries/projection.ts';
import { accountSubscriptions } from '../../projections/read-models/destinations/account-subscriptions.ts';
import { destinationLimits } from '../../projections/read-models/destinations/destination-limits.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';
import { closingParts } from './closing.ts';
import { erasureParts } from './erasure.ts';
import { expiryParts } from './expiry.ts';
import { noticeParts } from './notices.ts';
import { operatorWebhookParts } from './operator-webhook.ts';
import { personErasureParts } from './person-erasure.ts';
import { reporting } from './reporting.ts';
import { retryDelaysMs } from './retry-delays.ts';

/** Processes of the releases with eight shards are noticed within this time. */
const formerLeasesMs = 10_000;

/** The parts of the role `dispatcher` by name. */
export function dispatcherParts(service: Service, bus: Bus): Readonly<Record<string, Role>> {
  const { commands, divergence, overrides, progress, leases, logger, runnerWatch, board } = service;
  const deps = { ...service, ...commands };
  const scheduling = { ...schedulerDeps(service, bus), ...overrides.scheduling };
  const { recoveries, destinations } = service.queries;
  // Its failures appear in the status of projections and do not make the process unready.
  const recovering = {
    ...commands,
    recoveries,
    destinations,
    progress,
    leases,
    logger,
    ...runnerWatch.worker('recoverer', board.reporterOf('recoverer')),
  };
  const sweeping = {
    ...service,
    ...commands,
    contents: service.files.contents,
    fileLifetimeMs: service.config.FILE_LIFETIME_S * 1_000,
    ...runnerWatch.worker('file-sweeper', board.reporterOf('file-sweeper')),
  };
  return {
    'destination health': (signal) =>
      runDisablePolicy({ ...deps, ...reporting(service, 'health@1', 'health') }, signal),
    scheduler: divergence.unlessDiverged((signal) => runScheduler(scheduling, signal)),
    ...erasureParts(service),
    ...closingParts(service),
    ...personErasureParts(service),
    ...expiryParts(service),
    ...noticeParts(service),
    ...operatorWebhookParts(service),
    'file sweeper': divergence.unlessDiverged((signal) => runSweeper(sweeping, signal)),
    recoveries: divergence.unlessDiverged((signal) => runRecoveries(recovering, signal)),
  };
}

function schedulerDeps(service: Service, bus: Bus): SchedulerDeps {
  const { commands, config, store, aliases, session, leases, metrics } = service;
  const { now } = commands;
  const queue = liveQueries(dueQueries, collectionsOf(store), aliases);
  metrics.showQueue(async () => {
    const { due, oldest } = await queue.depth(now().toISOString(), 1_000);
    return { due, oldestSeconds: oldest === null ? 0 : (now().getTime() - Date.parse(oldest)) / 1_000 };
  });
  return {
    bus,
    queue,
    now,
    leases,
    log: service.log,
    aggregates: commands.aggregates,
    progress: service.progress,
    logger: service.logger,
    watch: service.watch,
    parkedDestinations: service.parkedDestinations,
    budgetWaits: service.budgetWaits,
    members: openProcessMembers('schedulers', session),
    // An attempt may take the whole webhook timeout and the time to record it.
    requestTimeoutMs: config.WEBHOOK_TIMEOUT_MS + 5_000,
    formerLeasesHeld: cachedFor(formerLeasesMs, () => readHeld(store, formerLeases)),
    subscriptionsOf: certainSubscriptions(service),
    destinationLimits: liveQueries(destinationLimits, collectionsOf(store), aliases),
    parkedDelaysMs: retryDelaysMs(config),
    budgetsOf: attemptBudgets(commands.plans, {
      inFlight: config.WEBHOOK_HOST_IN_FLIGHT,
      perSecond: config.WEBHOOK_HOST_PER_SECOND ?? null,
    }),
  };
}

/** The subscriptions of accounts whose events could all be applied. */
function certainSubscriptions({ store, aliases }: Service): SubscriptionsOf {
  const queries = liveQueries(accountSubscriptions, collectionsOf(store), aliases);
  return async (accountIds) => {
    const [parked, found] = await Promise.all([
      parkedAccounts(store, modelId(aliases.current(deliveries)), accountIds),
      queries.of(accountIds),
    ]);
    return new Map([...found].filter(([id]) => !parked.has(id)));
  };
}
