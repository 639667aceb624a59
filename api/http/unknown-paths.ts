import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

/** A path of an API with slashes at its end. With an empty parameter it may be that of a route. */
const slashAtEnd = /^(\/api\/[^?]*?)\/+(?:\?|$)/;

/** Refuses a path that does not exist after authentication, and before a body is read. No path of an API ends with a slash. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook('preParsing', ({ is404, url }, _reply, _payload, done) => {
    const [, path] = slashAtEnd.exec(url) ?? [];
    if (path !== undefined)
      done(new ApiError('not_found', { message: `The path must not end with a slash: ${path}.` }));
    else done(is404 ? new ApiError('not_found') : undefined);
  });
}
