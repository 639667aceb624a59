import { buildApp } from '../../api/build-app.ts';
import { buildHealthApp } from '../../api/http/health.ts';
import { readHeld } from '../../coordination/leases/leases.ts';
import { openProcessMembers } from '../../coordination/leases/process-members.ts';
import type { Bus } from '../../dispatcher/bus/bus.ts';
import { runEraser } from '../../dispatcher/erasure/eraser.ts';
import { runLogPurger } from '../../dispatcher/erasure/log-purger.ts';
import { runStorePurger } from '../../dispatcher/erasure/store-purger.ts';
import { runOperatorWebhook } from '../../dispatcher/operator-webhook.ts';
import { runDisablePolicy, runPlanner } from '../../dispatcher/planner/run-planner.ts';
import { runRecoveries } from '../../dispatcher/recovery/recoveries.ts';
import { attemptBudgets } from '../../dispatcher/scheduler/attempt-budgets.ts';
import { runScheduler } from '../../dispatcher/scheduler/scheduler.ts';
import { formerLeases } from '../../dispatcher/scheduler/shards.ts';
import { openWebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import { runWorker } from '../../dispatcher/worker/worker.ts';
import { defaultRetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { openRecentEvents } from '../../log/recent-events.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { superviseGenerations } from '../../projections/generations/generation-supervisor.ts';
import {
  type GenerationSupervisorDeps,
  type Reporter,
} from '../../projections/generations/running-generations.ts';
import { liveQueries } from '../../projections/queries/live-queries.ts';
import { dueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import { destinationLimits } from '../../projections/read-models/destinations/destination-limits.ts';
import { readModels } from '../../projections/registry.ts';
import type { RoleName } from '../config/config.ts';
import { watchCatchUp } from '../health/catch-up.ts';
import { describeDiverged } from '../health/describe-diverged.ts';
import { createHealth, type Probe } from '../health/health.ts';
import type { WatchedReporter } from '../health/watch-runners.ts';
import { apiDeps, type Service } from '../service/open-service.ts';
import { waitForBus } from '../stores/wait-for-bus.ts';
import { startWeb } from './web.ts';
import { openWebhookClientThread } from './webhook-client-thread.ts';

/** The last reports of the projections of this process. */
type ProjectionStates = Map<string, string>;

/**
 * Starts the roles of this process. The API starts last, so that it stops first.
 * @returns the address of the API, or of health alone without the role `api`; and a function to call
 * once `service.json` is written, before which `/readyz` is not ready
 */
export async function startRoles(service: Service): Promise<{ url: string; announced: () => void }> {
  const { config, supervisor, log, store, aliases, completeness, leases } = service;
  const endWatch = service.watch('start', () => [['', null]]);
  const states: ProjectionStates = new Map();
  const probes: Record<string, Probe> = { eventstore: () => log.ping(), mongodb: () => store.ping() };
  const has = (role: RoleName) => config.ROLES.includes(role);
  // A worker reads few streams; the feed would send it the whole log.
  if (has('api') || has('web') || has('dispatcher'))
    supervisor.supervise('stream cache', async (signal) => {
      // The feed ends with the connection, and another log may be behind the next one.
      await service.divergence.check().catch(() => undefined);
      await service.commands.aggregates.follow(log, signal);
    });
  if (has('projector')) startProjector(service, states);
  if (has('dispatcher') || has('worker')) {
    const bus = await waitForBus(service);
    supervisor.onStop('bus', () => bus.close());
    probes['nats'] = () =>
      bus.isConnected() ? Promise.resolve() : Promise.reject(new Error('not connected'));
    if (has('dispatcher')) startDispatcher(service, bus, states);
    if (has('worker')) startWorker(service, bus, has('dispatcher'));
  }
  const { leaseMs } = leases;
  const hasClients = has('api') || has('web');
  const watched = { log, store, aliases, completeness, states, leaseMs };
  const catchUp = has('projector') ? watchCatchUp(watched) : null;
  supervisor.onStop('catch-up', async () => catchUp?.close());
  let isAnnounced = false;
  // While a read model has never been complete, its queries are refused, whichever process builds it.
  const built = () => (hasClients ? completeness.percentOf(readModels.map(({ name }) => name)) : null);
  const starting = () => catchUp?.percent() ?? built() ?? (isAnnounced ? null : 100);
  const diverged = () => describeDiverged(service.divergence);
  const { degraded, stalls } = service;
  const health = createHealth(probes, supervisor, states, degraded, starting, diverged, stalls);
  const deps = apiDeps(service, health);
  const pages = has('web') ? { pages: startWeb(service, deps) } : {};
  const app = hasClients
    ? await buildApp(deps, { api: has('api'), ...pages })
    : await buildHealthApp({
        health,
        metrics: service.metrics.registry,
        publicUrl: service.config.PUBLIC_URL ?? null,
        monitoringHosts: service.config.MONITORING_HOSTS,
      });
  supervisor.onStop('http', () => app.close());
  const url = await app.listen({ host: config.HOST, port: config.PORT });
  const announced = (): void => {
    isAnnounced = true;
    endWatch();
  };
  return { url, announced };
}

function startProjector(service: Service, states: ProjectionStates): void {
  for (const model of readModels) {
    const { name } = model;
    // The active generation determines the state of the model.
    const reporter = (id: string): Reporter =>
      reporting(service, states, id, name, () => service.aliases.generationsInUse(model)[0] === id);
    const tend: GenerationSupervisorDeps = {
      ...service,
      reporter,
      onStandby: () => void states.set(name, 'standby'),
    };
    service.supervisor.supervise(`projection ${name}`, (signal) => superviseGenerations(model, tend, signal));
  }
}

function startDispatcher(service: Service, bus: Bus, states: ProjectionStates): void {
  const { supervisor, commands, leases, progress, store, log, aliases, logger, config, board } = service;
  const { runnerWatch, watch } = service;
  const deps = { ...service, ...commands, publicUrl: publicUrlOf(config) };
  supervisor.supervise('planner', (signal) =>
    runPlanner({ ...deps, ...reporting(service, states, 'planner@1', 'planner') }, signal),
  );
  supervisor.supervise('destination health', (signal) =>
    runDisablePolicy({ ...deps, ...reporting(service, states, 'health@1', 'health') }, signal),
  );
  const { now } = commands;
  const queue = liveQueries(dueQueries, collectionsOf(store), aliases);
  service.metrics.showQueue(async () => {
    const { due, oldest } = await queue.depth(now().toISOString(), 1_000);
    return { due, oldestSeconds: oldest === null ? 0 : (now().getTime() - Date.parse(oldest)) / 1_000 };
  });
  // An attempt may take the whole webhook timeout and the time to record it.
  const requestTimeoutMs = config.WEBHOOK_TIMEOUT_MS + 5_000;
  const members = openProcessMembers(store, 'schedulers', leases.leaseMs);
  const scheduling = {
    bus,
    queue,
    log,
    progress,
    leases,
    members,
    logger,
    requestTimeoutMs,
    now,
    watch,
    formerLeasesHeld: () => readHeld(store, formerLeases),
    destinationLimits: liveQueries(destinationLimits, collectionsOf(store), aliases),
    parkedDestinations: service.parkedDestinations,
    parkedDelaysMs: retryDelaysMs(config),
    budgetWaits: service.budgetWaits,
    budgetsOf: attemptBudgets(commands.plans, {
      inFlight: config.WEBHOOK_HOST_IN_FLIGHT,
      perSecond: config.WEBHOOK_HOST_PER_SECOND ?? null,
    }),
  };
  const { unlessDiverged } = service.divergence;
  supervisor.supervise(
    'scheduler',
    unlessDiverged((signal) => runScheduler(scheduling, signal)),
  );
  const { recoveries, destinations } = service.queries;
  // Failures of these two appear in the status of projections and do not make the process unready.
  const recovering = {
    ...commands,
    recoveries,
    destinations,
    progress,
    leases,
    logger,
    ...runnerWatch.worker('recoverer', board.reporterOf('recoverer')),
  };
  startErasure(service);
  startOperatorWebhook(service);
  supervisor.supervise(
    'recoveries',
    unlessDiverged((signal) => runRecoveries(recovering, signal)),
  );
}

/** Sends notices to the operator's webhook, if there is one. Its failures do not make the process unready. */
function startOperatorWebhook(service: Service): void {
  const { config, supervisor, board, commands, runnerWatch } = service;
  const { OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET: secret, WEBHOOK_TIMEOUT_MS: limitMs } = config;
  if (url === undefined || secret === undefined) return;
  // The operator chose the address, which may well be a private one.
  const client = openWebhookClient({ allowHosts: [new URL(url).hostname], limitMs });
  supervisor.onStop('operator webhook', () => client.close());
  const { now } = commands;
  const sending = { webhook: { url, secret }, client, product: config.WEBHOOK_HEADER_WORD, now };
  const id = 'operator-webhook@1';
  const reporter = runnerWatch.follower(`projection ${id}`, id, board.reporterOf(id), () => false);
  const deps = { ...service, ...sending, ...reporter };
  supervisor.supervise('operator webhook', (signal) => runOperatorWebhook(deps, signal));
}

/** The three stages of an erasure: the streams, the files of the log, the files of the read store. */
function startErasure(service: Service): void {
  const { supervisor, board, commands, logMembers, queries, metrics, runnerWatch } = service;
  const deps = { ...service, ...commands, scavenges: logMembers };
  const stages = { eraser: runEraser, 'log-purger': runLogPurger, 'store-purger': runStorePurger };
  for (const [name, run] of Object.entries(stages))
    supervisor.supervise(
      name,
      service.divergence.unlessDiverged((signal) =>
        run({ ...deps, ...runnerWatch.worker(name, board.reporterOf(name)) }, signal),
      ),
    );
  metrics.showErasures(async () => {
    const { count, oldest } = await queries.erasures.waiting();
    const sinceMs = oldest === null ? 0 : commands.now().getTime() - Date.parse(oldest);
    return { count, oldestSeconds: sinceMs / 1_000 };
  });
}

/** @param hasFeed whether this process follows the feed anyway */
function startWorker(service: Service, bus: Bus, hasFeed: boolean): void {
  const { supervisor, commands, config, logger, metrics, log, progress } = service;
  const client = openWebhookClientThread({
    allowHosts: config.WEBHOOK_ALLOW_HOSTS,
    limitMs: config.WEBHOOK_TIMEOUT_MS,
  });
  supervisor.onStop('webhook client', () => client.close());
  const recent = openRecentEvents(log, sourcePrefixes);
  if (hasFeed) supervisor.supervise('recent events', (signal) => recent.follow(signal));
  supervisor.supervise('worker', (signal) =>
    runWorker(
      {
        ...commands,
        bus,
        client,
        logger,
        progress,
        log: { append: log.append, readEvent: recent.readEvent },
        schedule: { ...defaultRetrySchedule, delaysMs: retryDelaysMs(config) },
        product: config.WEBHOOK_HEADER_WORD,
        watch: service.watch,
        attemptLimitMs: 2 * config.WEBHOOK_TIMEOUT_MS + longestRecordingMs,
        onAttempt: metrics.noteAttempt,
      },
      signal,
    ),
  );
}

/** The time to record an attempt while the log answers late, in milliseconds. */
const longestRecordingMs = 30_000;

/** The streams whose events are the sources of deliveries. */
const sourcePrefixes = ['submission-', 'form-', 'destination-'];

const retryDelaysMs = ({ WEBHOOK_RETRY_MINUTES }: Service['config']): readonly number[] =>
  WEBHOOK_RETRY_MINUTES.map((minutes) => minutes * 60_000);

/** The address of the service for clients, as far as it follows from the settings. */
const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: Service['config']): string =>
  (PUBLIC_URL ?? `http://${HOST}:${PORT}`).replace(/\/$/, '');

/** Publishes the reports of a runner, and adds those that count to the health of this process. */
function reporting(
  { board, runnerWatch }: Service,
  states: ProjectionStates,
  id: string,
  name: string,
  counts = () => true,
): WatchedReporter {
  const part = `projection ${id}`;
  const { onState, ...others } = runnerWatch.follower(part, id, board.reporterOf(id), counts);
  return {
    onState(reported) {
      if (counts()) states.set(name, reported.state);
      onState(reported);
    },
    ...others,
  };
}
