import type {} from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from './api-deps.ts';

/** Tells an orchestrator whether the process is alive, and whether it can do its work. */
export function healthRoutes(app: FastifyInstance, { health }: Pick<ApiDeps, 'health'>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const state = await health();
    return reply.code(state.ready ? 200 : 503).send(state);
  });
}
