import type { FastifyRequest } from 'fastify';
import { readableBy } from '../../../api/auth/owners.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import type { WebDeps } from '../../web-deps.ts';

/** A destination that the visitor may see. @throws ApiError `not_found` */
export async function findDestination(
  { queries }: Pick<WebDeps, 'queries'>,
  request: FastifyRequest,
  id: string,
): Promise<DestinationView> {
  const found = await queries.destinations.get(readableBy(request), id);
  if (!found) throw new ApiError('not_found', { message: `There is no destination ${id}.` });
  return found;
}

/** The breadcrumbs of a page about a destination. */
export const crumbsOf = ({ account_id: account, label, id }: DestinationView) =>
  [
    ['Destinations', `/console/destinations?account=${encodeURIComponent(account)}`],
    [label, `/console/destinations/${id}`],
  ] as const;
