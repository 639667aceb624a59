import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods of this path, on a route that refuses all others. */
    allow?: string;
  }
}

/** The methods that the router knows. */
const routed = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE']);
/** The methods of requests that were routed as others. */
const methodsAsSent = new WeakMap<IncomingMessage, string>();

/** Routes a request with any other method as TRACE, which no route has either: to refuse each takes a tenth of a start. */
export function joinRareMethods(request: IncomingMessage): void {
  const { method = '' } = request;
  if (routed.has(method)) return;
  methodsAsSent.set(request, method);
  request.method = 'TRACE';
}

/** The method of a request as its client sent it. */
export const methodOf = ({ method, raw }: FastifyRequest): string => methodsAsSent.get(raw) ?? method;

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
