import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import type { ExistingDestination } from '../../domain/destination/decider.ts';
import { DisableReason, SignatureScheme, WebhookKind } from '../../domain/destination/events.ts';
import {
  disableDestination,
  enableDestination,
  removeDestination,
} from '../../commands/change-destination.ts';
import { configureDestination, type DestinationRequest } from '../../commands/configure-destination.ts';
import type { DestinationView } from '../../projections/queries/destinations.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError, refused } from '../errors.ts';
import type { Paging } from '../paging.ts';
import { readAfter, tellPosition } from '../requests.ts';
import { closed, Failure, Id, Listing, usualLimit } from '../schemas.ts';
import { contextFor } from './owners.ts';
import { ById, Name, PageQuery } from './schemas.ts';

const settings = {
  id: Type.String(),
  label: Type.String(),
  url: Type.String(),
  events: Type.Array(WebhookKind),
  form_id: Type.Union([Type.String(), Type.Null()]),
  included_questions: Type.Array(Type.String()),
  signature: SignatureScheme,
  concurrency: Type.Integer({ description: 'Requests under way at once, at most.' }),
  rate_per_second: Type.Union([Type.Number(), Type.Null()], {
    description: 'Requests begun in a second, at most; null: no limit.',
  }),
  enabled: Type.Boolean(),
};
const Configured = Type.Object({ ...settings, signing_secret: Type.String(), created_at: Type.String() });
const Changed = Type.Object({ ...settings, disabled_because: Type.Union([DisableReason, Type.Null()]) });
const Destination = Type.Object({
  ...Changed.properties,
  created_at: Type.String(),
  updated_at: Type.String(),
});

const NewDestination = Type.Object(
  {
    label: Name,
    url: Type.String({ minLength: 1 }),
    events: Type.Optional(Type.Array(WebhookKind, { minItems: 1, uniqueItems: true })),
    form_id: Type.Optional(Type.Union([Id, Type.Null()])),
    included_questions: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { maxItems: 500, uniqueItems: true }),
    ),
    signature: Type.Optional(SignatureScheme),
    concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 64, default: 8 })),
    // Slower than once in a thousand seconds would be a destination that is off.
    rate_per_second: Type.Optional(
      Type.Union([Type.Number({ minimum: 0.001, maximum: 10_000 }), Type.Null()], { default: null }),
    ),
    enabled: Type.Optional(Type.Boolean()),
  },
  closed,
);

function asRequest(body: Static<typeof NewDestination>): DestinationRequest {
  const { form_id, included_questions, rate_per_second, ...rest } = body;
  return {
    ...rest,
    ...(form_id !== undefined && { formId: form_id }),
    ...(included_questions && { includedQuestions: included_questions }),
    ...(rate_per_second !== undefined && { ratePerSecond: rate_per_second }),
  };
}

const fromView = ({ account_id: _, ...view }: DestinationView): Static<typeof Destination> => ({
  ...view,
  events: [...view.events],
  included_questions: [...view.included_questions],
});

const fromState = (state: ExistingDestination): Static<typeof Changed> => ({
  id: state.destinationId,
  ...shownSettings(state),
  disabled_because: state.disabledBecause,
});

const shownSettings = ({ settings: chosen, enabled }: Pick<ExistingDestination, 'settings' | 'enabled'>) => ({
  label: chosen.label,
  url: chosen.url,
  events: chosen.events,
  form_id: chosen.formId,
  included_questions: chosen.includedQuestions,
  signature: chosen.signature,
  concurrency: chosen.concurrency,
  rate_per_second: chosen.ratePerSecond,
  enabled,
});

/** Destinations, for operators. */
export const destinationRoutes =
  (deps: ApiDeps, paging: Paging): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, queries, progress } = deps;
    const tags = ['admin'];

    app.post(
      '/accounts/:id/destinations',
      {
        schema: {
          ...{ tags, summary: 'Add a destination, whose secret is shown this once', params: ById },
          body: NewDestination,
          response: { 201: Configured, default: Failure },
        },
      },
      async (request, reply) => {
        const context = await contextFor(request, aggregates, 'account', request.params.id);
        const configured = await configureDestination(deps, asRequest(request.body), context);
        if (!configured.ok) throw refused(configured.error);
        const { destinationId: id, signingSecret: signing_secret, at, position } = configured.value;
        tellPosition(reply, position);
        return reply
          .code(201)
          .headers({ location: `${app.prefix}/destinations/${id}`, 'cache-control': 'no-store' })
          .send({ id, ...shownSettings(configured.value), signing_secret, created_at: at });
      },
    );

    app.get(
      '/accounts/:id/destinations',
      {
        schema: {
          ...{ tags, summary: "List an account's destinations", params: ById, querystring: PageQuery },
          response: { 200: Listing(Destination, 'Destinations, newest first.'), default: Failure },
        },
      },
      async (request, reply) => {
        await readAfter(request, progress, ['destinations']);
        const { accountId } = await contextFor(request, aggregates, 'account', request.params.id);
        const { limit = usualLimit, cursor } = request.query;
        const binding = [accountId, 'destinations'];
        const page = await queries.destinations.list(accountId, { limit, ...paging.after(binding, cursor) });
        return paging.answer(request, reply, binding, page, fromView);
      },
    );

    app.get(
      '/destinations/:id',
      {
        schema: {
          ...{ tags, summary: 'Read a destination', params: ById },
          response: { 200: Destination, default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, progress, ['destinations']);
        const found = await queries.destinations.get(null, request.params.id);
        if (!found) throw new ApiError('not_found');
        return fromView(found);
      },
    );

    for (const [action, change] of [
      ['enable', enableDestination],
      ['disable', disableDestination],
    ] as const)
      app.post(
        `/destinations/:id/${action}`,
        {
          schema: {
            ...{ tags, summary: `${action === 'enable' ? 'Enable' : 'Disable'} a destination`, params: ById },
            response: { 200: Changed, default: Failure },
          },
        },
        async (request, reply) => {
          const { id: destinationId } = request.params;
          const context = await contextFor(request, aggregates, 'destination', destinationId);
          const changed = await change(deps, { destinationId }, context);
          if (!changed.ok) throw refused(changed.error);
          tellPosition(reply, changed.value.position);
          return fromState(changed.value.destination);
        },
      );

    app.delete(
      '/destinations/:id',
      {
        schema: {
          ...{ tags, summary: 'Remove a destination', params: ById },
          response: { 204: Type.Null(), default: Failure },
        },
      },
      async (request, reply) => {
        const { id: destinationId } = request.params;
        const context = await contextFor(request, aggregates, 'destination', destinationId);
        const removed = await removeDestination(deps, { destinationId }, context);
        if (!removed.ok) throw refused(removed.error);
        tellPosition(reply, removed.value.position);
        return reply.code(204).send(null);
      },
    );
  };
