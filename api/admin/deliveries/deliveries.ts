import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { replayDelivery } from '../../../commands/replay-delivery.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError, refused } from '../../errors/errors.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter, setLogPosition } from '../../requests/requests.ts';
import { Failure, Listing, usualLimit } from '../../requests/schemas.ts';
import {
  asConditions,
  bindingOf,
  Changes,
  ChangesQuery,
  Delivery,
  DeliveryItem,
  deliveryOf,
  itemOf,
  OfAccountQuery,
  OfAllQuery,
  Replayed,
} from './delivery-schemas.ts';
import { OfCopyQuery, queriesFor } from '../copies.ts';
import { refuseErased } from '../erasures/erased.ts';
import { contextFor } from '../owners.ts';
import { ById } from '../schemas.ts';
import { SentRequests, sentRequestsOf } from './sent-request-schemas.ts';

const changesAtOnce = 100;
const readLimitMs = 2_000;

/** The delivery log, for operators. */
export const deliveryRoutes =
  (deps: ApiDeps, paging: Paging): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, queries, progress, log, sentRequests } = deps;
    const tags = ['admin'];

    app.get(
      '/accounts/:id/deliveries',
      {
        schema: {
          ...{ tags, summary: "List an account's deliveries", params: ById, querystring: OfAccountQuery },
          response: { 200: Listing(DeliveryItem, 'Deliveries, newest first.'), default: Failure },
        },
      },
      async (request, reply) => {
        const { limit = usualLimit, cursor, projection, ...filters } = request.query;
        const asked = await queriesFor(deps, request, 'deliveries', projection);
        const { accountId } = await contextFor(request, aggregates, 'account', request.params.id);
        const binding = [accountId, 'deliveries', projection ?? null, ...bindingOf(filters)];
        const page = await asked.list(accountId, {
          ...{ ...asConditions(filters), limit },
          ...paging.after(binding, cursor),
        });
        return paging.answer(request, reply, binding, page, itemOf);
      },
    );

    app.get(
      '/deliveries',
      {
        schema: {
          ...{ tags, summary: 'List the deliveries of all accounts', querystring: OfAllQuery },
          response: { 200: Listing(DeliveryItem, 'Deliveries, newest first.'), default: Failure },
        },
      },
      async (request, reply) => {
        const { limit = usualLimit, cursor, account_id = null, projection, ...filters } = request.query;
        const asked = await queriesFor(deps, request, 'deliveries', projection);
        const binding = [account_id, 'all deliveries', projection ?? null, ...bindingOf(filters)];
        const page = await asked.list(account_id, {
          ...{ ...asConditions(filters), limit },
          ...paging.after(binding, cursor),
        });
        return paging.answer(request, reply, binding, page, itemOf);
      },
    );

    app.get(
      '/deliveries/changes',
      {
        schema: {
          ...{ tags, summary: 'Read what has changed in the delivery log', querystring: ChangesQuery },
          description:
            'Each delivery as it is now that changed since `after`, in the order of the log. Without `after`, ' +
            'nothing but the `position` to begin with.',
          response: { 200: Changes, default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, progress, ['deliveries']);
        const { after, account_id = null, ...filters } = request.query;
        const to = (await log.head()) ?? 0n;
        if (after === undefined) return { data: [], count: 0, position: String(to) };
        const from = BigInt(after);
        if (from >= to) return { data: [], count: 0, position: after };
        if (!(await progress.waitFor(['deliveries'], to, readLimitMs)))
          throw new ApiError('read_model_behind');
        const range = { from, to, limit: changesAtOnce };
        const { items, position } = await queries.deliveries.changed(account_id, {
          ...asConditions(filters),
          ...range,
        });
        return { data: items.map(itemOf), count: items.length, position: String(position) };
      },
    );

    app.get(
      '/deliveries/:id',
      {
        schema: {
          ...{ tags, summary: 'Read a delivery with every attempt', params: ById, querystring: OfCopyQuery },
          response: { 200: Delivery, default: Failure },
        },
      },
      async (request) => {
        const { projection } = request.query;
        const asked = await queriesFor(deps, request, 'deliveries', projection, ['erasures']);
        await refuseErased(deps, request.params.id);
        const found = await asked.get(null, request.params.id);
        if (!found) throw new ApiError('not_found');
        return deliveryOf(found);
      },
    );

    app.get(
      '/deliveries/:id/requests',
      {
        schema: {
          ...{ tags, summary: 'Read the requests that a delivery made, as they were sent', params: ById },
          response: { 200: SentRequests, default: Failure },
        },
      },
      async (request, reply) => {
        await readAfter(request, progress, ['deliveries', 'erasures']);
        const { id } = request.params;
        await refuseErased(deps, id);
        const sent = await sentRequests(id);
        if (!sent) throw new ApiError('not_found');
        reply.header('cache-control', 'no-store');
        return sentRequestsOf(id, sent);
      },
    );

    app.post(
      '/deliveries/:id/replay',
      {
        schema: {
          ...{ tags, summary: 'Send a delivery again', params: ById },
          description:
            'Whatever became of it, with the same body and the same delivery id, from the start of the retry ' +
            'schedule. One that waits for a later attempt is due at once; one that is due already stays as it ' +
            'is. Refused while its destination is disabled, and for good once that is removed or what it tells ' +
            'of is erased.',
          response: { 202: Replayed, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: deliveryId } = request.params;
        await refuseErased(deps, deliveryId);
        const context = await contextFor(request, aggregates, 'delivery', deliveryId);
        const replayed = await replayDelivery(deps, { deliveryId }, context);
        if (!replayed.ok) throw refused(replayed.error);
        const { delivery, position } = replayed.value;
        setLogPosition(reply, position);
        const { status, attempts: attempt_count, dueAt: next_attempt_at } = delivery;
        return reply.code(202).send({ id: deliveryId, status, attempt_count, next_attempt_at });
      },
    );
  };
