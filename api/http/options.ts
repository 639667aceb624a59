import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

const crossOrigin =
  'Pages of other origins may not call this service: API keys and tokens are for servers. A public form is shown in a page with embed.js.';

/**
 * Answers every OPTIONS request, before it is authenticated or counted: 405 with the methods of the path, 404 for an unknown
 * path. To a preflight of a browser the answer says why the browser may not go on.
 */
export function refuseOptions(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, headers, routeOptions }, _, done) => {
    if (method !== 'OPTIONS') return done();
    const { allow } = routeOptions.config;
    if (allow === undefined) return done(new ApiError('not_found'));
    const isPreflight = headers['access-control-request-method'] !== undefined;
    done(
      new ApiError('method_not_allowed', {
        headers: { allow },
        ...(isPreflight && { message: crossOrigin }),
      }),
    );
  });
}
