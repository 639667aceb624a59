import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { deliveryStatuses } from '../../domain/delivery/decider.ts';
import { AttemptOutcome } from '../../domain/delivery/events.ts';
import { WebhookKind } from '../../domain/destination/events.ts';
import { replayDelivery } from '../../commands/replay-delivery.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError, refused } from '../errors.ts';
import type { Paging } from '../paging.ts';
import { readAfter, tellPosition } from '../requests.ts';
import { closed, Failure, Id, Listing, usualLimit } from '../schemas.ts';
import { contextFor } from './owners.ts';
import { ById, PageQuery } from './schemas.ts';

const Status = Type.Enum(deliveryStatuses);
const Moment = Type.Union([Type.String(), Type.Null()]);

const DeliveryItem = Type.Object({
  id: Type.String(),
  destination_id: Type.String(),
  kind: WebhookKind,
  form_id: Type.String(),
  submission_id: Type.Union([Type.String(), Type.Null()]),
  status: Status,
  attempt_count: Type.Integer(),
  last_outcome: Type.Union([AttemptOutcome, Type.Null()]),
  next_attempt_at: Moment,
  source: Type.Object({
    stream: Type.String(),
    revision: Type.Integer(),
    position: Type.String(),
    event_id: Type.String(),
  }),
  created_at: Type.String(),
  updated_at: Type.String(),
});

const Delivery = Type.Object({
  ...DeliveryItem.properties,
  attempts: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      started_at: Type.String(),
      duration_ms: Type.Number(),
      outcome: AttemptOutcome,
      next_attempt_at: Moment,
    }),
  ),
});

const Replayed = Type.Object({
  id: Type.String(),
  status: Status,
  attempt_count: Type.Integer(),
  next_attempt_at: Moment,
});

const ListQuery = Type.Object(
  { ...PageQuery.properties, destination_id: Type.Optional(Id), status: Type.Optional(Status) },
  closed,
);

/** The delivery log, for operators. */
export const deliveryRoutes =
  (deps: ApiDeps, paging: Paging): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, queries, progress } = deps;
    const tags = ['admin'];

    app.get(
      '/accounts/:id/deliveries',
      {
        schema: {
          ...{ tags, summary: "List an account's deliveries", params: ById, querystring: ListQuery },
          response: { 200: Listing(DeliveryItem, 'Deliveries, newest first.'), default: Failure },
        },
      },
      async (request, reply) => {
        await readAfter(request, progress, ['deliveries']);
        const { accountId } = await contextFor(request, aggregates, 'account', request.params.id);
        const { limit = usualLimit, cursor, destination_id: destinationId, status } = request.query;
        const binding = [accountId, 'deliveries', destinationId ?? null, status ?? null];
        const page = await queries.deliveries.list(accountId, {
          ...{ destinationId, status, limit },
          ...paging.after(binding, cursor),
        });
        return paging.answer(request, reply, binding, page, ({ account_id: _, ...delivery }) => delivery);
      },
    );

    app.get(
      '/deliveries/:id',
      {
        schema: {
          ...{ tags, summary: 'Read a delivery with every attempt', params: ById },
          response: { 200: Delivery, default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, progress, ['deliveries']);
        const found = await queries.deliveries.get(null, request.params.id);
        if (!found) throw new ApiError('not_found');
        const { account_id: _, attempts, ...delivery } = found;
        return { ...delivery, attempts: [...attempts] };
      },
    );

    app.post(
      '/deliveries/:id/replay',
      {
        schema: {
          ...{ tags, summary: 'Send a delivery again', params: ById },
          response: { 202: Replayed, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: deliveryId } = request.params;
        const context = await contextFor(request, aggregates, 'delivery', deliveryId);
        const replayed = await replayDelivery(deps, { deliveryId }, context);
        if (!replayed.ok) throw refused(replayed.error);
        const { delivery, position } = replayed.value;
        tellPosition(reply, position);
        const { status, attempts: attempt_count, dueAt: next_attempt_at } = delivery;
        return reply.code(202).send({ id: deliveryId, status, attempt_count, next_attempt_at });
      },
    );
  };
