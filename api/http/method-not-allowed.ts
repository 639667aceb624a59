import type { FastifyInstance } from 'fastify';
import { METHODS } from 'node:http';
import { ApiError } from '../errors/errors.ts';

/** Lets routes be found by every method that HTTP has; CONNECT is none for a path. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
}

/**
 * Answers 405 for every method that a path does not have. To be called before the routes are added; the answer
 * comes before a body is read.
 */
export function refuseOtherMethods(app: FastifyInstance) {
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const has = known.get(url) ?? new Set<string>();
    for (const each of [method].flat()) has.add(each);
    known.set(url, has);
  });

  /** To be called when all routes are there. */
  return function refuseTheRest(): void {
    for (const [url, has] of [...known]) {
      const allow = [...has].join(', ');
      const refuse = async () => {
        throw new ApiError('method_not_allowed', { headers: { allow } });
      };
      const method = app.supportedMethods.filter((each) => !has.has(each));
      // Inside the plugin, whose prefix is added anew.
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
