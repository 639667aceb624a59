import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Answers are data: browsers must not load or frame anything from them. The pages under /docs have another policy. */
const denyAll = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
};

/** Security headers for browsers. Helmet computes the same for each request, so it runs once. */
export function securityHeaders(): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet({ contentSecurityPolicy: denyAll })(request, response, () => undefined);
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** Has no browser, proxy or client keep the answers of an API that needs a key. */
export function keepPrivate(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'private, no-store');
    done();
  });
}
