import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';

/** Answers are data: browsers must not load or frame anything from them. The pages under /docs have another policy. */
const denyAll = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
};

/**
 * Security headers for browsers. Helmet computes them for each request with the same
 * result, so it runs once.
 */
export async function securityHeaders(): Promise<Readonly<Record<string, string>>> {
  const probe = fastify();
  await probe.register(helmet, { contentSecurityPolicy: denyAll });
  probe.get('/', async (_, reply) => reply.send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const own = ['content-length', 'date', 'connection', 'keep-alive'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (own.includes(name) ? [] : [[name, String(value)]])),
  );
}

/** Has no browser, proxy or client keep the answers of an API that needs a key. */
export function keepPrivate(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'private, no-store');
    done();
  });
}
