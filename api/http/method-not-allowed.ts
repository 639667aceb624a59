import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods of this path, on a route that refuses all others. */
    allow?: string;
  }
}

/** Registers every HTTP method with the router, except CONNECT, which has no path. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
}

/**
 * Answers 405 for unsupported methods of a path. Call this before adding routes; the answer
 * comes before a body is read.
 */
export function refuseOtherMethods(app: FastifyInstance) {
  const known = new Set<string>();
  app.addHook('onRoute', ({ url }) => void known.add(url));

  /** Call this after adding all routes. */
  return function refuseTheRest(): void {
    for (const url of [...known]) {
      const has = app.supportedMethods.filter((method) => app.hasRoute({ method, url }));
      const allow = has.sort().join(', ');
      const refuse = async () => {
        throw new ApiError('method_not_allowed', { headers: { allow } });
      };
      const method = app.supportedMethods.filter((each) => !has.includes(each));
      // The plugin adds its prefix again.
      app.route({
        method,
        url: url.slice(app.prefix.length),
        schema: { hide: true },
        config: { allow },
        onRequest: refuse,
        handler: refuse,
      });
    }
  };
}
