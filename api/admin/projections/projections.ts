import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { skipProjectionEvent } from '../../../commands/skip-projection-event.ts';
import type { ControlFailure } from '../../../projections/generations/control-types.ts';
import Type from 'typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError, invalidRequest, refused } from '../../errors/errors.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter, setLogPosition } from '../../requests/requests.ts';
import { Failure, Listing, NoQuery, usualLimit } from '../../requests/schemas.ts';
import { logPointOf } from '../history/log-points.ts';
import { operatorContext } from '../../auth/operators.ts';
import { parkedRoutes } from './parked-keys.ts';
import { ById } from '../schemas.ts';
import {
  AnyDocument,
  DocumentsQuery,
  Projection,
  projectionOf,
  ReplayBody,
  SkipBody,
  Skipped,
  VerifyBody,
} from './projection-schemas.ts';

const refusals: Readonly<Record<Exclude<ControlFailure, 'not_found'>, string>> = {
  busy: 'It is being built already. Wait, or drop what is being built.',
  'nothing to go back to': 'No other generation of it is kept.',
  'name is taken': 'There is something of this name already.',
  'not parked': 'No key of it is parked at this event, and it passes over no other.',
};

const notFound = (name: string): ApiError =>
  new ApiError('not_found', { message: `No read model, copy or verification has the name ${name}.` });

const listed = { data: Type.Array(Projection), count: Type.Integer() };

/** Read models and their rebuilds, for analysts. Every operator role may read. */
export const projectionRoutes =
  (deps: ApiDeps, paging: Paging): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { projections, documents, progress, queries } = deps;
    const tags = ['admin'];
    const config = { mayWrite: ['operator', 'analyst'] } as const;
    const schema = (summary: string) => ({
      ...{ tags, summary, params: ById, querystring: NoQuery },
      response: { 202: Projection, default: Failure },
    });

    /** What a reader of it waits for: copies stand still. */
    const modelOf = (name: string) => projections.names.filter((one) => one === name);

    /** What is known of a model or a copy; of a verification, by the name that it was asked for. */
    async function statusOf(name: string) {
      const found = await findStatus(name);
      if (!found) throw notFound(name);
      return projectionOf(found);
    }

    const findStatus = async (name: string) =>
      (await projections.status()).find((one) => one.name === name) ?? null;

    async function asked(name: string, unable: ControlFailure | null, of = name) {
      if (unable === 'not_found') throw notFound(of);
      if (unable !== null) throw new ApiError('conflict', { message: refusals[unable] });
      return statusOf(name);
    }

    app.get(
      '/projections',
      {
        schema: {
          ...{ tags, summary: 'List read models, copies of them, and process managers' },
          ...{ querystring: NoQuery },
          response: { 200: Type.Object(listed), default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, progress, projections.names);
        const data = (await projections.status()).map(projectionOf);
        return { data, count: data.length };
      },
    );

    app.get(
      '/projections/:id',
      {
        schema: {
          ...{ tags, summary: 'Read how a read model is', params: ById, querystring: NoQuery },
          response: { 200: Projection, default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, progress, modelOf(request.params.id));
        return statusOf(request.params.id);
      },
    );

    app.post(
      '/projections/:id/rebuild',
      { config, schema: schema('Build a read model anew, beside the one that is read') },
      async ({ params: { id: name } }, reply) =>
        reply.code(202).send(await asked(name, await projections.rebuild(name))),
    );

    app.post(
      '/projections/:id/rollback',
      { config, schema: schema('Go back to the generation that was read before') },
      async ({ params: { id: name } }, reply) =>
        reply.code(202).send(await asked(name, await projections.rollback(name))),
    );

    app.post(
      '/projections/:id/drop',
      { config, schema: schema('Remove the generations that are not read, or a copy') },
      async ({ params: { id: name } }, reply) => {
        const before = await statusOf(name);
        if ((await projections.drop(name)) !== null) throw notFound(name);
        // A copy may be gone by now.
        const after = await findStatus(name);
        return reply.code(202).send(after ? projectionOf(after) : before);
      },
    );

    app.post(
      '/projections/:id/replay',
      {
        config,
        schema: {
          ...schema('Replay a read model from a point, or copy a range'),
          body: ReplayBody,
        },
      },
      async ({ params: { id: name }, body: { from, to, into } }, reply) => {
        if (into === undefined) {
          if (from === undefined || to !== undefined)
            throw invalidRequest('A replay requires "from"; "to" requires "into".');
          return reply.code(202).send(await asked(name, await projections.replay(name, momentIn(from))));
        }
        const after = from === undefined ? null : momentIn(from);
        const upTo = to === undefined ? null : momentIn(to);
        return reply.code(202).send(await asked(into, await projections.copy(name, into, after, upTo), name));
      },
    );

    app.post(
      '/projections/:id/verify',
      { config, schema: { ...schema('Compare a read model with the log'), body: VerifyBody } },
      async ({ params: { id: name }, body: { sample = null } }, reply) => {
        const unable = await projections.verify(name, sample);
        return reply.code(202).send(await asked(`${name}.verify`, unable, name));
      },
    );

    app.post(
      '/projections/:id/skips',
      {
        config,
        schema: {
          ...{ tags, summary: 'Have a projection pass over an event that it cannot take' },
          ...{ params: ById, querystring: NoQuery, body: SkipBody },
          response: { 201: Skipped, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: projection } = request.params;
        const { event_id: eventId, reason } = request.body;
        const unable = await projections.maySkip(projection, eventId);
        if (unable === 'not_found') throw notFound(projection);
        if (unable !== null) throw new ApiError('conflict', { message: refusals[unable] });
        const context = operatorContext(request, '');
        const skipped = await skipProjectionEvent(deps, { projection, eventId, reason }, context);
        if (!skipped.ok) throw refused(skipped.error);
        await projections.retry(projection, eventId);
        setLogPosition(reply, skipped.value.position);
        return reply.code(201).send({ projection, event_id: eventId, reason, at: skipped.value.at });
      },
    );

    parkedRoutes(app, deps, notFound);

    app.get(
      '/projections/:id/documents',
      {
        schema: {
          ...{ tags, summary: 'List the documents of a read model or a copy' },
          ...{ params: ById, querystring: DocumentsQuery },
          response: {
            200: Listing(
              AnyDocument,
              'Documents, in the order of their ids; those of one account newest first.',
            ),
            default: Failure,
          },
        },
      },
      async (request, reply) => {
        const { id: name } = request.params;
        const model = modelOf(name);
        await readAfter(request, progress, model.length > 0 ? model : ['erasures']);
        const { limit = usualLimit, cursor, account_id: accountId, id } = request.query;
        const binding = ['documents', name, accountId ?? null, id ?? null];
        const page = await documents.list(name, { limit, accountId, id, ...paging.after(binding, cursor) });
        if (!page) throw notFound(name);
        if (model.length > 0 || page.of === 'erasures')
          return paging.answer(request, reply, binding, page, (document) => document);
        // A copy stands still: what was erased since is taken from it with the files.
        const erased = await queries.erasures.ids();
        const items = page.items.filter((one) => !erased.has(one.id));
        return paging.answer(request, reply, binding, { ...page, items }, (document) => document);
      },
    );
  };

function momentIn(given: string) {
  const moment = logPointOf(given);
  return 'time' in moment ? { time: moment.time.toISOString() } : moment;
}
