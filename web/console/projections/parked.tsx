import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { operatorContext } from '../../../api/auth/operators.ts';
import { EventSkip, ParkedKeysRetry } from '../../../api/contract/projections/parked-keys.ts';
import { ById, Id as IdText } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { notFound, skipRefused } from '../../../api/errors/projection-refusals.ts';
import { skipParkedEvent } from '../../../commands/projection/skip-parked-event.ts';
import type { ParkedStatus } from '../../../projections/generations/control/control-types.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import { textareaText } from '../../parts/textarea-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import { Field } from '../parts/field.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, show } from '../shell.tsx';
import { Stream } from './parked-keys.tsx';
import { canChange, pageOf, path, writerRoles } from './parts.tsx';

interface SkipProps {
  readonly request: FastifyRequest;
  readonly name: string;
  readonly waiting: ParkedStatus;
  readonly reason: string;
  readonly problems: readonly InputProblem[];
}

const Skip = ({ request, name, waiting: key, reason, problems }: SkipProps) => (
  <>
    <Facts
      facts={[
        ['Event', <Id id={key.event.id} />],
        ['Type', <code safe>{key.event.type}</code>],
        ['Stream', <Stream {...key} />],
        ['Cannot be applied', <span safe>{key.reason}</span>],
        ['Events held back', <span>{key.events}</span>],
      ]}
    />
    <form method="post" action={`${pageOf(name)}/skip`} class="editor">
      <FormToken request={request} />
      <input type="hidden" name="event_id" value={key.event.id} />
      <p>
        The projection continues as if this event had not happened, now and in every later build. The log
        keeps the event and records who skipped it and why.
      </p>
      <Field
        name="reason"
        label="Reason"
        help="Required."
        problems={problems}
        control={(described) => (
          <textarea name="reason" rows="2" required {...described} safe>
            {textareaText(reason)}
          </textarea>
        )}
      />
      <div class="buttons">
        <button type="submit" class="danger">
          Skip this event
        </button>
        <a href={pageOf(name)}>Keep waiting for it</a>
      </div>
    </form>
  </>
);

const Sent = Type.Object({ event_id: IdText, reason: Type.String({ maxLength: 10_000 }) });

/** Retries of parked keys, and the way past an event that can never be applied. */
export function parkedPages(app: Routes, deps: Pick<WebDeps, 'aggregates' | 'now' | 'projections'>): void {
  const { projections } = deps;
  const config = { operatorsOnly: true, mayWrite: writerRoles } as const;
  const check = inputCheck(EventSkip);

  app.post(
    `${path}/:id/retries`,
    { config, schema: { params: ById, body: Type.Object(ParkedKeysRetry.properties) } },
    async (request, reply) => {
      const { id: name } = request.params;
      const keys = await projections.retry(name, request.body.event_id ?? null);
      if (keys === null) throw notFound(name);
      const note = keys === 0 ? 'Nothing is parked there any more.' : 'The retry is due within seconds.';
      return redirectAfterWrite(reply, { position: null }, { to: pageOf(name), note });
    },
  );

  async function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, eventId, ...typed }: { name: string; eventId: string } & Pick<SkipProps, 'reason' | 'problems'>,
  ) {
    const parked = await projections.parked(name);
    if (!parked) throw notFound(name);
    const key = parked.find(({ event }) => event.id === eventId);
    if (!key) throw new ApiError('not_found', { message: `${name} waits for no event ${eventId} any more.` });
    return show(
      reply,
      {
        title: 'Skip an event',
        crumbs: [
          ['Projections', path],
          [name, pageOf(name)],
        ],
      },
      <Skip request={request} name={name} waiting={key} {...typed} />,
    );
  }

  app.get(
    `${path}/:id/skip`,
    { config, schema: { params: ById, querystring: Type.Object({ event: IdText }) } },
    async (request, reply) => {
      if (!canChange(request))
        throw new ApiError('insufficient_scope', {
          message: 'You can view projections but not change them.',
        });
      const { params, query } = request;
      return ask(request, reply, { name: params.id, eventId: query.event, reason: '', problems: [] });
    },
  );

  app.post(`${path}/:id/skip`, { config, schema: { params: ById, body: Sent } }, async (request, reply) => {
    const { id: name } = request.params;
    const { event_id: eventId, reason } = request.body;
    const checked = check({ event_id: eventId, reason });
    if (!checked.ok)
      return ask(request, reply.code(422), {
        name,
        eventId,
        reason,
        problems: reason.trim() === '' ? [{ path: '/reason', message: 'Is required.' }] : checked.error,
      });
    const skip = { projection: name, eventId, reason };
    const skipped = await skipParkedEvent(deps, skip, operatorContext(request, ''));
    if (!skipped.ok) throw skipRefused(skipped.error, name);
    const note = 'The event is skipped. The events behind it are applied within seconds.';
    return redirectAfterWrite(reply, skipped.value, { to: pageOf(name), note });
  });
}
