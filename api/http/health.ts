import fastify, { type FastifyInstance } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import { hangUpOnClosing } from './closing.ts';
import { metricsRoute } from './metrics.ts';

/** Liveness (`/healthz`) and readiness (`/readyz`) for an orchestrator. */
export function healthRoutes(app: FastifyInstance, { health }: Pick<ApiDeps, 'health'>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const state = await health();
    return reply.code(state.ready ? 200 : 503).send(state);
  });
}

/** The HTTP server of a process without the role `api`. */
export async function buildHealthApp(deps: Pick<ApiDeps, 'health' | 'metrics'>): Promise<FastifyInstance> {
  const app = fastify();
  hangUpOnClosing(app);
  healthRoutes(app, deps);
  metricsRoute(app, deps.metrics);
  return app;
}
