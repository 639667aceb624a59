import type { FastifyInstance, HTTPMethods } from 'fastify';
import { ApiError } from './errors.ts';

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

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
      const method = methods.filter((each) => !has.has(each));
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
