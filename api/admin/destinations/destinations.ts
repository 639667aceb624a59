import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError } from '../../errors/errors.ts';
import type { Paging } from '../../requests/paging.ts';
import { Failure, Listing, usualLimit } from '../../requests/schemas.ts';
import { OfCopyQuery, PageOfCopyQuery, queriesFor } from '../copies.ts';
import { contextFor } from '../owners.ts';
import { ById } from '../schemas.ts';
import { Destination, fromView } from './destination-schemas.ts';

/** Lists and shows destinations, for operators. */
export const destinationRoutes =
  (deps: ApiDeps, paging: Paging): FastifyPluginAsyncTypebox =>
  async (app) => {
    const tags = ['admin'];

    app.get(
      '/accounts/:id/destinations',
      {
        schema: {
          ...{ tags, summary: "List an account's destinations", params: ById, querystring: PageOfCopyQuery },
          response: { 200: Listing(Destination, 'Destinations, newest first.'), default: Failure },
        },
      },
      async (request, reply) => {
        const { limit = usualLimit, cursor, projection } = request.query;
        const asked = await queriesFor(deps, request, 'destinations', projection);
        const { accountId } = await contextFor(request, deps.aggregates, 'account', request.params.id);
        const binding = [accountId, 'destinations', projection ?? null];
        const page = await asked.list(accountId, { limit, ...paging.after(binding, cursor) });
        return paging.answer(request, reply, binding, page, fromView);
      },
    );

    app.get(
      '/destinations/:id',
      {
        schema: {
          ...{ tags, summary: 'Read a destination', params: ById, querystring: OfCopyQuery },
          response: { 200: Destination, default: Failure },
        },
      },
      async (request) => {
        const asked = await queriesFor(deps, request, 'destinations', request.query.projection);
        const found = await asked.get(null, request.params.id);
        if (!found) throw new ApiError('not_found');
        return fromView(found);
      },
    );
  };
