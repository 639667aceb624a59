import helmet from '@fastify/helmet';
import fastify from 'fastify';

/** Answers are data: a browser is to load and frame nothing by them. The pages under /docs have a policy of their own. */
const nothingToShow = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
};

/**
 * The headers that keep browsers from doing harm with an answer. Helmet makes them anew for each request, always
 * the same: it is asked once.
 */
export async function securityHeaders(): Promise<Readonly<Record<string, string>>> {
  const asked = fastify();
  await asked.register(helmet, { contentSecurityPolicy: nothingToShow });
  asked.get('/', async (_, reply) => reply.send());
  const { headers } = await asked.inject('/');
  await asked.close();
  const own = ['content-length', 'date', 'connection', 'keep-alive'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (own.includes(name) ? [] : [[name, String(value)]])),
  );
}
