import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { skipProjectionEvent } from '../../../commands/skip-projection-event.ts';
import { pointIn, refuseReversed } from '../../../api/admin/projections/builds.ts';
import { notFound, refuseFailure } from '../../../api/admin/projections/control-answers.ts';
import { operatorContext } from '../../../api/auth/operators.ts';
import { invalidRequest, refused } from '../../../api/errors/errors.ts';
import { ById } from '../../../api/requests/schemas.ts';
import type { WebDeps } from '../../web-deps.ts';
import { goOn } from '../read-your-writes.ts';

/** The roles that may build read models. */
export const buildingRoles = ['operator', 'analyst'] as const;

const Range = Type.Object({ from: Type.String(), to: Type.String(), into: Type.String({ maxLength: 100 }) });
const AtEvent = Type.Object({ event_id: Type.String({ maxLength: 100 }) });
const Skip = Type.Object({ ...AtEvent.properties, reason: Type.String({ minLength: 1, maxLength: 1_000 }) });

/** Building, switching, comparing and removing generations; retrying and skipping what is parked. */
export const projectionBuilds =
  (deps: WebDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { projections } = deps;
    const config = { operatorsOnly: true, mayWrite: buildingRoles };
    const path = (action: string) => `/console/projections/:id/${action}`;

    const done = (request: FastifyRequest, reply: FastifyReply, name: string, note: string) =>
      goOn(request, reply, { to: `/console/projections/${encodeURIComponent(name)}`, note, position: null });

    const actions = {
      rebuild: [(name: string) => projections.rebuild(name), 'The read model is being built anew.'],
      rollback: [(name: string) => projections.rollback(name), 'The generation from before is read again.'],
      verify: [(name: string) => projections.verify(name, null), 'The comparison has begun.'],
    } as const;

    for (const [action, [act, note]] of Object.entries(actions))
      app.post(path(action), { config, schema: { params: ById } }, async (request, reply) => {
        const { id: name } = request.params;
        refuseFailure(await act(name), name);
        return done(request, reply, action === 'verify' ? `${name}.verify` : name, note);
      });

    app.post(path('drop'), { config, schema: { params: ById } }, async (request, reply) => {
      const { id: name } = request.params;
      if ((await projections.drop(name)) !== null) throw notFound(name);
      return goOn(request, reply, {
        to: '/console/projections',
        note: `The generations of ${name} that are not read are being removed.`,
        position: null,
      });
    });

    app.post(path('replay'), { config, schema: { params: ById, body: Range } }, async (request, reply) => {
      const { id: name } = request.params;
      const { from, to, into } = request.body;
      const [after, upTo] = [from, to].map((point) => (point.trim() === '' ? null : pointIn(point.trim())));
      if (into.trim() !== '') {
        refuseReversed(after ?? null, upTo ?? null);
        refuseFailure(await projections.copy(name, into.trim(), after ?? null, upTo ?? null), name);
        return done(request, reply, into.trim(), 'The copy is being made.');
      }
      if (!after || upTo)
        throw invalidRequest('A replay needs a beginning; an end needs the name of a copy.');
      refuseFailure(await projections.replay(name, after), name);
      return done(request, reply, name, 'The read model is being replayed.');
    });

    app.post(path('retry'), { config, schema: { params: ById, body: AtEvent } }, async (request, reply) => {
      const { id: name } = request.params;
      if ((await projections.retry(name, request.body.event_id)) === null) throw notFound(name);
      return done(request, reply, name, 'The event is tried again.');
    });

    app.post(path('skip'), { config, schema: { params: ById, body: Skip } }, async (request, reply) => {
      const { id: projection } = request.params;
      const { event_id: eventId, reason } = request.body;
      refuseFailure(await projections.maySkip(projection, eventId), projection);
      const context = operatorContext(request, '');
      const skipped = await skipProjectionEvent(deps, { projection, eventId, reason }, context);
      if (!skipped.ok) throw refused(skipped.error);
      await projections.retry(projection, eventId);
      return done(request, reply, projection, 'The event is skipped.');
    });
  };
