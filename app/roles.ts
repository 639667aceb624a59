import { buildApp } from '../api/build-app.ts';
import { buildHealthApp } from '../api/health.ts';
import { defaultRetrySchedule } from '../domain/delivery/retry-schedule.ts';
import { openBus, type Bus } from '../dispatcher/bus.ts';
import { runEraser } from '../dispatcher/eraser.ts';
import { openGuard } from '../dispatcher/guard.ts';
import { runHealth, runPlanner } from '../dispatcher/run-planner.ts';
import { runRecoveries } from '../dispatcher/recoveries.ts';
import { runScheduler } from '../dispatcher/scheduler.ts';
import { runWorker } from '../dispatcher/worker.ts';
import { readModels } from '../projections/all.ts';
import { openMembers } from '../projections/members.ts';
import { destinationLimits } from '../projections/queries/destination-limits.ts';
import { dueQueries } from '../projections/queries/due-deliveries.ts';
import { switching } from '../projections/queries/switching.ts';
import type { BoardReporter } from '../projections/status-board.ts';
import { tendModel, type Reporter, type TendDeps } from '../projections/tend.ts';
import type { RoleName } from './config.ts';
import { createHealth, type Probe } from './health.ts';
import { apiDeps, type Service } from './service.ts';

/** What the projections of this process last said of themselves. */
type ProjectionStates = Map<string, string>;

/**
 * Starts the roles of this process. The API comes last, so that a stop begins with it.
 * @returns the address on which it answers: everything for the role `api`, health alone without it
 */
export async function startRoles(service: Service): Promise<string> {
  const { config, supervisor, log, store } = service;
  const states: ProjectionStates = new Map();
  const probes: Record<string, Probe> = { eventstore: () => log.ping(), mongodb: () => store.ping() };
  const has = (role: RoleName) => config.ROLES.includes(role);
  if (has('projector')) startProjector(service, states);
  if (has('dispatcher') || has('worker')) {
    const bus = await openBusPatiently(service);
    supervisor.onStop('bus', () => bus.close());
    probes['nats'] = () =>
      bus.isConnected() ? Promise.resolve() : Promise.reject(new Error('not connected'));
    if (has('dispatcher')) startDispatcher(service, bus, states);
    if (has('worker')) startWorker(service, bus);
  }
  const health = createHealth(probes, supervisor, states);
  const app = has('api')
    ? await buildApp(apiDeps(service, health))
    : await buildHealthApp({ health, metrics: service.metrics.registry });
  supervisor.onStop('http', () => app.close());
  return app.listen({ host: config.HOST, port: config.PORT });
}

const silenceMs = 2_000;

/** The bus waits for NATS as long as it takes; whoever started this should know what is waited for. */
async function openBusPatiently({ urls, logger }: Service): Promise<Bus> {
  const { host } = new URL(urls.nats);
  const timer = setTimeout(() => logger.warn({ server: host }, 'waiting for NATS'), silenceMs);
  return openBus({ url: urls.nats }).finally(() => clearTimeout(timer));
}

function startProjector(service: Service, states: ProjectionStates): void {
  for (const model of readModels) {
    const { name } = model;
    // Of several generations, the one that is read says how the model is.
    const reporter = (id: string): Reporter =>
      reporting(service, states, id, name, () => service.aliases.readBy(model)[0] === id);
    const tend: TendDeps = { ...service, reporter, onStandby: () => void states.set(name, 'standby') };
    service.supervisor.supervise(`projection ${name}`, (signal) => tendModel(model, tend, signal));
  }
}

function startDispatcher(service: Service, bus: Bus, states: ProjectionStates): void {
  const { supervisor, commands, checkpoints, progress, store, log, aliases, logger, config, board } = service;
  const deps = { ...service, ...commands, publicUrl: publicUrlOf(config) };
  supervisor.supervise('planner', (signal) =>
    runPlanner({ ...deps, ...reporting(service, states, 'planner@1', 'planner') }, signal),
  );
  supervisor.supervise('destination health', (signal) =>
    runHealth({ ...deps, ...reporting(service, states, 'health@1', 'health') }, signal),
  );
  const { now } = commands;
  const queue = switching(dueQueries, store, aliases);
  service.metrics.showQueue(async () => {
    const { due, oldest } = await queue.depth(now().toISOString(), 1_000);
    return { due, oldestSeconds: oldest === null ? 0 : (now().getTime() - Date.parse(oldest)) / 1_000 };
  });
  // An attempt may take the receiver's whole time and a while to be recorded.
  const requestTimeoutMs = config.WEBHOOK_TIMEOUT_MS + 5_000;
  const members = openMembers(store, 'schedulers', checkpoints.leaseMs);
  const scheduling = {
    ...{ bus, queue, log, progress, checkpoints, members, logger, requestTimeoutMs, now },
    destinationLimits: switching(destinationLimits, store, aliases),
  };
  supervisor.supervise('scheduler', (signal) => runScheduler(scheduling, signal));
  const { recoveries, destinations } = service.queries;
  // What these two cannot finish is shown with the projections, and is no reason to send requests elsewhere.
  const recovering = {
    ...{ ...commands, recoveries, destinations, progress, checkpoints, logger },
    ...board.reporterOf('recoverer'),
  };
  supervisor.supervise('eraser', (signal) => runEraser({ ...deps, ...board.reporterOf('eraser') }, signal));
  supervisor.supervise('recoveries', (signal) => runRecoveries(recovering, signal));
}

function startWorker({ supervisor, commands, log, config, logger, metrics }: Service, bus: Bus): void {
  const guard = openGuard({ allowHosts: config.WEBHOOK_ALLOW_HOSTS, limitMs: config.WEBHOOK_TIMEOUT_MS });
  supervisor.onStop('guard', () => guard.close());
  const delaysMs = config.WEBHOOK_RETRY_MINUTES.map((minutes) => minutes * 60_000);
  supervisor.supervise('worker', (signal) =>
    runWorker(
      {
        ...{ ...commands, bus, guard, logger },
        schedule: { ...defaultRetrySchedule, delaysMs },
        product: config.WEBHOOK_HEADER_WORD,
        onAttempt: metrics.noteAttempt,
        // A process that only works would have to be told of the whole log for it.
        feed: config.ROLES.includes('dispatcher') ? log.feed : undefined,
      },
      signal,
    ),
  );
}

/** Where clients reach the service, as far as settings alone can tell. */
const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: Service['config']): string =>
  (PUBLIC_URL ?? `http://${HOST}:${PORT}`).replace(/\/$/, '');

/** Notes what a runner says of itself, for all to see, and for this process's health where it counts. */
function reporting(
  { board }: Service,
  states: ProjectionStates,
  id: string,
  name: string,
  counts = () => true,
): BoardReporter {
  const { onState, ...others } = board.reporterOf(id);
  return {
    onState(told) {
      if (counts()) states.set(name, told.state);
      onState(told);
    },
    ...others,
  };
}
