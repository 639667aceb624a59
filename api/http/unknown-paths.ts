import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

/** Refuses a path that does not exist after authentication, and before a body is read. No path of an API ends with a slash. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook('preParsing', ({ is404, url }, _reply, _payload, done) => {
    const [path = ''] = url.split('?', 1);
    if (path.startsWith('/api/') && path.endsWith('/'))
      done(
        new ApiError('not_found', {
          message: `The path must not end with a slash: ${path.replace(/\/+$/, '')}.`,
        }),
      );
    else done(is404 ? new ApiError('not_found') : undefined);
  });
}
