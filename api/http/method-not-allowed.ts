import type { FastifyInstance } from 'fastify';
import { METHODS } from 'node:http';
import { ApiError } from '../errors/errors.ts';

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
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const has = known.get(url) ?? new Set<string>();
    for (const each of [method].flat()) has.add(each);
    known.set(url, has);
  });

  /** Call this after adding all routes. */
  return function refuseTheRest(): void {
    for (const [url, has] of [...known]) {
      const allow = [...has].join(', ');
      const refuse = async () => {
        throw new ApiError('method_not_allowed', { headers: { allow } });
      };
      const method = app.supportedMethods.filter((each) => !has.has(each));
      // The plugin adds its prefix again.
      app.route({
        method,
        url: url.slice(app.prefix.length),
        schema: { hide: true },
        onRequest: refuse,
        handler: refuse,
      });
    }
  };
}
