import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { addressOf, type Operation, operationIn, ownOperation } from '../contract/operation.ts';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import { sendJson } from '../http/send-json.ts';
import { info, openApiDocument } from './document.ts';
import { icon, logo } from './logo.ts';

/** The pages load nothing from other origins and call this service alone. */
const pagesPolicy = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'connect-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'script-src': "'self'",
  // The hash of the one style that the script of the pages inserts.
  'style-src': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
};

/** Serves the OpenAPI document, as JSON and as pages. Every route added later has to be an operation of the contract. */
export async function describeApi(app: FastifyInstance, publicUrl: string | null): Promise<void> {
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (!url.startsWith('/api/') || schema?.hide === true) return;
    const operation = operationIn(schema);
    const isDescribed = (one: Operation | null): boolean =>
      one !== null && (method === one.method || method === 'HEAD') && url === addressOf(one);
    if (!operation || !(isDescribed(operation) || isDescribed(ownOperation(operation))))
      throw new Error(`${String(method)} ${url} is not an operation of api/contract/`);
  });
  // The pages depend on this plugin; the document itself is ours, and made when somebody reads it.
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info, paths: {} } },
  });
  await app.register(async (documents) => {
    const refuseTheRest = refuseOtherMethods(documents);
    // Kept as a text: to make the document takes 20 ms of the main thread.
    let kept: string | undefined;
    const text = (): string => (kept ??= JSON.stringify(openApiDocument(publicUrl)));
    await documents.register(swaggerUi, {
      uiHooks: {
        onRequest: ({ routeOptions: { url } }, reply, next) => {
          if (url === '/docs/json') sendJson(reply, text());
          // JSON is YAML.
          else if (url === '/docs/yaml') reply.type('application/yaml').send(text());
          else next();
        },
      },
      routePrefix: '/docs',
      staticCSP: pagesPolicy,
      logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/docs' },
      theme: {
        title: 'Formlog API',
        favicon: [
          {
            filename: 'icon.svg',
            rel: 'icon',
            type: 'image/svg+xml',
            sizes: 'any',
            content: Buffer.from(icon),
          },
        ],
      },
      // An operation shows its schemas one level deep: whole, some of them are ten screens long.
      uiConfig: {
        docExpansion: 'list',
        defaultModelExpandDepth: 1,
        defaultModelsExpandDepth: -1,
        filter: true,
      },
    });
    documents.get('/openapi.json', { schema: { hide: true } }, async (_, reply) => sendJson(reply, text()));
    refuseTheRest();
  });
}
