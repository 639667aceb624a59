import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import { sendJson } from '../http/send-json.ts';
import { completed } from './complete.ts';
import { tags } from './descriptions.ts';
import { icon, logo } from './logo.ts';
import { share } from './share.ts';
import { webhooks } from './webhooks.ts';

const description = `Forms, their submissions, and signed webhooks.

Every public request takes an API key, as \`Authorization: Bearer\` or as \`X-API-Key\`; the admin API takes an
operator's token. Failures answer \`{"error": {"code", "message", "details", "request_id"}}\`.`;

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

/** Documents all routes added later, and serves the document as JSON and as pages. */
export async function describeApi(app: FastifyInstance, publicUrl: string | null): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Formlog',
        version: '1',
        description,
        contact: { name: 'The operator of this service' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl ?? '/', description: 'This service.' }],
      tags: [...tags],
      webhooks,
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'An API key.' },
          keyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          operator: { type: 'http', scheme: 'bearer', description: "An operator's token." },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: schema.hide === true ? schema : completed(String(route.method), url, schema),
      url,
    }),
  });
  await app.register(async (documents) => {
    const refuseTheRest = refuseOtherMethods(documents);
    // Kept as a text: to encode the document takes 20 ms of the main thread.
    let kept: string | undefined;
    const document = (): string => (kept ??= share(JSON.stringify(app.swagger())));
    await documents.register(swaggerUi, {
      uiHooks: {
        onRequest: ({ routeOptions: { url } }, reply, next) => {
          if (url === '/docs/json') sendJson(reply, document());
          // JSON is YAML; the document of the library repeats its schemas and takes seconds to encode.
          else if (url === '/docs/yaml') reply.type('application/yaml').send(document());
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
    documents.get('/openapi.json', { schema: { hide: true } }, async (_, reply) =>
      sendJson(reply, document()),
    );
    refuseTheRest();
  });
}
