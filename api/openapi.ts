import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from './method-not-allowed.ts';

const description = `Forms, their submissions, and signed webhooks.

Every public request takes an API key, as \`Authorization: Bearer\` or as \`X-API-Key\`; the admin API takes an
operator's token. Failures answer \`{"error": {"code", "message", "details", "request_id"}}\`.`;

/** Describes all routes that are added later, and serves the description: to programs, and to be browsed. */
export async function describeApi(app: FastifyInstance, publicUrl: string | null): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Formlog', version: '1', description },
      ...(publicUrl !== null && { servers: [{ url: publicUrl }] }),
      tags: [{ name: 'forms' }, { name: 'submissions' }, { name: 'admin' }],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'An API key.' },
          keyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          operator: { type: 'http', scheme: 'bearer', description: "An operator's token." },
        },
      },
    },
    transform: ({ schema, url }) => ({ schema: { ...schema, security: securityOf(url) }, url }),
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  await app.register(async (documents) => {
    const refuseTheRest = refuseOtherMethods(documents);
    documents.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
    refuseTheRest();
  });
}

const securityOf = (url: string) =>
  url.startsWith('/api/admin/') ? [{ operator: [] }] : [{ key: [] }, { keyHeader: [] }];
