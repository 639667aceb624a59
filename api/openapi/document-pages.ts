import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance } from 'fastify';
import { sendJson } from '../http/send-json.ts';
import { info } from './document.ts';
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

/** A server of the pages of the OpenAPI document, which does not listen. @param text returns the document */
export async function documentPages(text: () => string): Promise<FastifyInstance> {
  const app = fastify();
  // The pages depend on this plugin; the document itself is ours, and made when somebody reads it.
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info, paths: {} } },
  });
  await app.register(swaggerUi, {
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
  return app;
}
