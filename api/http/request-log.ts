import type { FastifyInstance } from 'fastify';
import { methodOf } from './method-not-allowed.ts';

/**
 * Logs one line for each request. The line has no keys, cursors or answers: the route's pattern replaces
 * the URL.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, operator, routeOptions } = request;
    request.log.info(
      {
        request_id: request.id,
        method: methodOf(request),
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller && { account_id: caller.accountId, [`${caller.actor.kind}_id`]: caller.actor.id }),
        ...(operator && { operator: operator.id }),
      },
      'request',
    );
    done();
  });
}
