import fastify, { type FastifyInstance } from 'fastify';
import { cachedFor } from '../../async/cached-for.ts';
import type { ApiDeps } from '../api-deps.ts';
import { handleErrors } from '../errors/error-handlers.ts';
import { hangUpOnClosing } from './closing.ts';
import { metricsRoute } from './metrics.ts';
import { refuseOutsiders } from './monitoring.ts';

/** Anyone may ask, and each answer costs some reads of the stores. */
const cachedForMs = 1_000;

/** Liveness (`/healthz`) and readiness (`/readyz`) for an orchestrator. */
export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<ApiDeps, 'health' | 'publicUrl' | 'knownHosts' | 'monitoringHosts'>,
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  const refuse = refuseOutsiders(deps);
  const state = cachedFor(cachedForMs, deps.health);
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    refuse(request);
    const { ready, ...rest } = await state();
    return reply.code(ready ? 200 : 503).send({ ready, ...rest });
  });
}

/** The HTTP server of a process without the role `api`. */
export async function buildHealthApp(
  deps: Pick<ApiDeps, 'health' | 'metrics' | 'metricsText' | 'publicUrl' | 'knownHosts' | 'monitoringHosts'>,
): Promise<FastifyInstance> {
  const app = fastify();
  handleErrors(app);
  hangUpOnClosing(app);
  healthRoutes(app, deps);
  metricsRoute(app, deps);
  return app;
}
