import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

/** Refuses a path that does not exist before a body is read. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => done(request.is404 ? new ApiError('not_found') : undefined));
}
