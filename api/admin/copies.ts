import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Copied } from '../../projections/queries/copies.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';
import { readAfter } from '../requests/requests.ts';
import { closed, Id } from '../requests/schemas.ts';
import { PageQuery } from './schemas.ts';

/** The parameter that asks a copy. */
export const ofCopy = {
  projection: Type.Optional({ ...Id, description: 'A copy of the read model, to be read in its place.' }),
};
export const OfCopyQuery = Type.Object(ofCopy, closed);
export const PageOfCopyQuery = Type.Object({ ...PageQuery.properties, ...ofCopy }, closed);

/**
 * The queries that a request is put to: those of the model, once it holds what `X-Read-After` asks for, or those of a
 * copy of it. A copy stands still, so that there is nothing to wait for in it.
 * @param beside other models that the answer takes from
 * @throws ApiError `read_model_behind`, or `not_found` where there is no such copy of this model
 */
export async function queriesFor<M extends Copied>(
  { queries, documents, progress }: Pick<ApiDeps, 'queries' | 'documents' | 'progress'>,
  request: FastifyRequest,
  model: M,
  copy: string | undefined,
  beside: readonly string[] = [],
) {
  await readAfter(request, progress, copy === undefined ? [model, ...beside] : beside);
  if (copy === undefined) return queries[model];
  const found = await documents.copyOf(model, copy);
  if (!found) throw new ApiError('not_found', { message: `${model} has no copy named ${copy}.` });
  return found;
}
