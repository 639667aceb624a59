import type { FastifyRequest } from 'fastify';
import type { Copied } from '../../projections/queries/copies.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';
import { readAfter } from './requests.ts';

/**
 * The queries for a request: those of the model, once it has reached `X-Read-After`, or those of a
 * copy of it. A copy is static, so `X-Read-After` does not apply to it.
 * @param alsoRead other models that the answer reads
 * @throws ApiError `read_model_behind`, or `not_found` if this model has no such copy
 */
export async function queriesFor<M extends Copied>(
  { queries, documents, progress }: Pick<ApiDeps, 'queries' | 'documents' | 'progress'>,
  request: FastifyRequest,
  model: M,
  copy: string | undefined,
  alsoRead: readonly string[] = [],
) {
  await readAfter(request, progress, copy === undefined ? [model, ...alsoRead] : alsoRead);
  if (copy === undefined) return queries[model];
  const found = await documents.copyOf(model, copy);
  if (!found) throw new ApiError('not_found', { message: `${model} has no copy named ${copy}.` });
  return found;
}
