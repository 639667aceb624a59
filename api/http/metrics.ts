import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { cachedFor } from '../../async/cached-for.ts';
import type { ApiDeps } from '../api-deps.ts';
import { methodOf } from './method-not-allowed.ts';
import { refuseOutsiders } from './monitoring.ts';

/** Measures requests by the pattern of their route. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'formlog_http_request_duration_seconds',
    help: 'The duration of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    // A preflight is no request of the route.
    const route = (request.method !== 'OPTIONS' && request.routeOptions.url) || 'none';
    durations.labels(methodOf(request), route, String(reply.statusCode)).observe(reply.elapsedTime / 1_000);
    done();
  });
}

/** Serves a process's metrics. */
export function metricsRoute(
  app: FastifyInstance,
  deps: Pick<ApiDeps, 'metrics' | 'metricsText' | 'publicUrl' | 'knownHosts' | 'monitoringHosts'>,
): void {
  const { metrics: registry, metricsText } = deps;
  const refuse = refuseOutsiders(deps);
  // Many may ask, and each answer costs some reads of the stores.
  const metrics = cachedFor(1_000, metricsText);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    refuse(request);
    return reply.type(registry.contentType).send(await metrics());
  });
}
