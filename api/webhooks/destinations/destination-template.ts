import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { blankTemplate, DestinationTemplate } from '../../../domain/destination/template.ts';
import { form } from '../../../domain/form/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { readableBy } from '../../auth/owners.ts';
import { ApiError } from '../../errors/errors.ts';
import { addressOf, readAfter } from '../../requests/requests.ts';
import { closed, Failure, Id } from '../../requests/schemas.ts';

const schemaPath = '/schemas/destination-template.v1.json';

const TemplateQuery = Type.Object(
  { form_id: Type.Optional({ ...Id, description: 'Fill in the questions of this form.' }) },
  closed,
);

/** `$schema` is always present; optional here because the OpenAPI generator removes it from examples. */
const Described = Type.Object(
  {
    ...DestinationTemplate.properties,
    $schema: Type.Optional(DestinationTemplate.properties.$schema),
  },
  closed,
);

/** The template of a destination. */
export const destinationTemplate =
  (deps: ApiDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/destinations/template',
      {
        config: { scope: 'webhooks:read' },
        schema: {
          summary: 'Download a destination template to fill in',
          querystring: TemplateQuery,
          response: { 200: Described, default: Failure },
        },
      },
      async (request, reply) => {
        // Reads the form from the log, so no read model is involved.
        await readAfter(request, deps.progress, []);
        void reply.header('content-disposition', 'attachment; filename="destination.json"');
        return templateFor(deps, request, request.query.form_id);
      },
    );
  };

/** A template to be filled in, with the questions of a form if one is named. @throws ApiError `not_found` */
export async function templateFor(
  deps: Pick<ApiDeps, 'aggregates' | 'publicUrl'>,
  request: FastifyRequest,
  formId: string | undefined,
): Promise<DestinationTemplate> {
  const base = addressOf(deps, request);
  const chosenForm = formId === undefined ? null : await formOf(deps, formId, readableBy(request));
  return blankTemplate({ schemaUrl: base + schemaPath, docsUrl: `${base}/docs`, form: chosenForm });
}

async function formOf({ aggregates }: Pick<ApiDeps, 'aggregates'>, id: string, accountId: string | null) {
  const { state } = await aggregates.load(form, streamOf.form(id));
  if (!state.exists || (accountId !== null && state.accountId !== accountId)) throw new ApiError('not_found');
  return { id, title: state.title, fields: state.fields };
}

/** The template's JSON Schema. Public, because editors fetch it without a token. */
export function templateSchema(app: FastifyInstance, deps: Pick<ApiDeps, 'publicUrl'>): void {
  app.get(schemaPath, { schema: { hide: true } }, async (request, reply) => {
    void reply.type('application/schema+json').header('cache-control', 'public, max-age=3600');
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: addressOf(deps, request) + schemaPath,
      title: 'Formlog destination',
      ...DestinationTemplate,
    };
  });
}
