import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../../api-deps.ts';
import { DestinationTemplate } from '../../contract/webhooks/destination-template.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import type { Mount } from '../../mount.ts';
import { templateFor, templateSchemaPath } from '../../requests/destination-template.ts';
import { addressOf, readAfter } from '../../requests/requests.ts';

/** The template of a destination. */
export function destinationTemplate(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'progress' | 'publicUrl'>,
): void {
  api.route(destinationOperations.readDestinationTemplate, async (request, reply) => {
    // Reads the form from the log, so no read model is involved.
    await readAfter(request, deps.progress, []);
    void reply.header('content-disposition', 'attachment; filename="destination.json"');
    return templateFor(deps, request, request.query.form_id);
  });
}

/** The template's JSON Schema. Public, because editors fetch it without a token. */
export function templateSchema(app: FastifyInstance, deps: Pick<ApiDeps, 'publicUrl'>): void {
  app.get(templateSchemaPath, { schema: { hide: true } }, async (request, reply) => {
    void reply.type('application/schema+json').header('cache-control', 'public, max-age=3600');
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: addressOf(deps, request) + templateSchemaPath,
      title: 'Formlog destination',
      ...DestinationTemplate,
    };
  });
}
