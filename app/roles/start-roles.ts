import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../api/build-app.ts';
import { buildHealthApp } from '../../api/http/health.ts';
import type { Bus } from '../../dispatcher/bus/bus.ts';
import { readModels } from '../../projections/registry.ts';
import { followActivity } from '../../web/console/overview/activity.ts';
import { webPages } from '../../web/web.ts';
import type { WebDeps } from '../../web/web-deps.ts';
import type { RoleName } from '../config/role-names.ts';
import { watchCatchUp } from '../health/catch-up.ts';
import { describeDiverged } from '../health/describe-diverged.ts';
import { createHealth, type Probe } from '../health/health.ts';
import type { RoleProcess } from '../processes/child-process.ts';
import { metricsOf, withHealthOf } from '../processes/role-processes.ts';
import { httpDeps } from '../service/http-deps.ts';
import type { Service } from '../service/service.ts';
import { waitForBus } from '../stores/wait-for-bus.ts';
import type { Role } from '../supervisor.ts';
import { dispatcherParts } from './dispatcher.ts';
import { projectorParts } from './projector.ts';
import { workerParts } from './worker.ts';

/** The HTTP server of the started roles, and what it was built from. */
export interface StartedRoles {
  /** The API and the pages, or health alone without the roles `api` and `web`. It does not listen yet. */
  readonly app: FastifyInstance;
  readonly deps: WebDeps;
  /** Ends the start. Until then `/readyz` is not ready. */
  readonly announced: () => void;
}

/**
 * Starts the roles of this process. The HTTP server comes last, so that it stops first.
 * @param processes those that run the other roles of the service
 */
export async function startRoles(
  service: Service,
  processes: readonly RoleProcess[] = [],
): Promise<StartedRoles> {
  const { config, supervisor, log } = service;
  const endWatch = service.watch('start', () => [['', null]]);
  const has = (role: RoleName) => config.ROLES.includes(role);
  const hasClients = has('api') || has('web');
  // A worker reads few streams; the feed would send it the whole log.
  if (hasClients || has('dispatcher'))
    supervisor.supervise('stream cache', async (signal) => {
      // The feed ends with the connection, and another log may be behind the next one.
      await service.divergence.check().catch(() => undefined);
      await service.commands.aggregates.follow(log, signal);
    });
  if (has('projector')) supervise(service, projectorParts(service));
  const bus = has('dispatcher') || has('worker') ? await openServiceBus(service) : null;
  if (bus && has('dispatcher')) supervise(service, dispatcherParts(service, bus));
  if (bus && has('worker')) supervise(service, workerParts(service, bus, has('dispatcher')));
  const { health: own, announced } = openHealth(service, bus);
  const health = processes.length === 0 ? own : withHealthOf(processes, own);
  if (processes.length > 0) service.metrics.include(() => metricsOf(processes));
  const deps = httpDeps(service, health);
  if (has('web')) supervisor.supervise('activity', (signal) => followActivity(log, deps.activity, signal));
  const app = hasClients
    ? await buildApp(deps, { api: has('api'), ...(has('web') && { pages: webPages(deps) }) })
    : await buildHealthApp({
        health,
        metrics: service.metrics.registry,
        metricsText: service.metrics.text,
        publicUrl: config.PUBLIC_URL ?? null,
        monitoringHosts: config.MONITORING_HOSTS,
      });
  supervisor.onStop('http', () => app.close());
  return {
    app,
    deps,
    announced() {
      announced();
      endWatch();
    },
  };
}

function supervise({ supervisor }: Pick<Service, 'supervisor'>, parts: Readonly<Record<string, Role>>): void {
  for (const [name, part] of Object.entries(parts)) supervisor.supervise(name, part);
}

async function openServiceBus(service: Service): Promise<Bus> {
  const bus = await waitForBus(service);
  service.supervisor.onStop('bus', () => bus.close());
  return bus;
}

/** The health of this process. It is not ready before `announced` is called. */
function openHealth(service: Service, bus: Bus | null) {
  const { config, supervisor, log, store, aliases, completeness, leases, projectionStates } = service;
  const probes: Record<string, Probe> = { eventstore: () => log.ping(), mongodb: () => store.ping() };
  if (bus)
    probes['nats'] = () =>
      bus.isConnected() ? Promise.resolve() : Promise.reject(new Error('not connected'));
  const { leaseMs } = leases;
  const watched = { log, store, aliases, completeness, states: projectionStates, leaseMs };
  const catchUp = config.ROLES.includes('projector') ? watchCatchUp(watched) : null;
  supervisor.onStop('catch-up', async () => catchUp?.close());
  let isAnnounced = false;
  // While a read model has never been complete, its queries are refused, whichever process builds it.
  const hasClients = config.ROLES.includes('api') || config.ROLES.includes('web');
  const built = () => (hasClients ? completeness.percentOf(readModels.map(({ name }) => name)) : null);
  const starting = () => catchUp?.percent() ?? built() ?? (isAnnounced ? null : 100);
  const diverged = () => describeDiverged(service.divergence);
  const { degraded, stalls } = service;
  const health = createHealth(probes, supervisor, projectionStates, degraded, starting, diverged, stalls);
  return { health, announced: () => void (isAnnounced = true) };
}
