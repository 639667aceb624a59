import type { FastifyRequest } from 'fastify';
import { form } from '../../domain/form/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ApiDeps } from '../api-deps.ts';
import { readableBy } from '../auth/owners.ts';
import { blankTemplate, type DestinationTemplate } from '../contract/webhooks/destination-template.ts';
import { ApiError } from '../errors/errors.ts';
import { addressOf } from './requests.ts';

/** The path of the JSON Schema that templates name. */
export const templateSchemaPath = '/schemas/destination-template.v1.json';

/** A template to be filled in, with the questions of a form if one is named. @throws ApiError `not_found` */
export async function templateFor(
  deps: Pick<ApiDeps, 'aggregates' | 'publicUrl'>,
  request: FastifyRequest,
  formId: string | undefined,
): Promise<DestinationTemplate> {
  const base = addressOf(deps, request);
  const chosenForm = formId === undefined ? null : await formOf(deps, formId, readableBy(request));
  return blankTemplate({ schemaUrl: base + templateSchemaPath, docsUrl: `${base}/docs`, form: chosenForm });
}

async function formOf({ aggregates }: Pick<ApiDeps, 'aggregates'>, id: string, accountId: string | null) {
  const { state } = await aggregates.load(form, streamOf.form(id));
  if (!state.exists || (accountId !== null && state.accountId !== accountId)) throw new ApiError('not_found');
  return { id, title: state.title, fields: state.fields };
}
