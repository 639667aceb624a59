import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { operatorContext } from '../../../api/auth/operators.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, valueOf } from '../../../api/errors/errors.ts';
import { personErasureProgress } from '../../../api/responses/person-erasures.ts';
import { erasePerson } from '../../../commands/person/erase-person.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import type { PersonErasureProgress } from '../../../projections/read-models/person-erasures/person-erasure-progress.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Badge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { requireWriter } from '../parts/require-writer.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, show } from '../shell.tsx';

type Deps = Pick<WebDeps, 'aggregates' | 'log' | 'now' | 'projections' | 'queries'>;

const urlOf = (personId: string, page: 'erase' | 'erasure'): string =>
  `/console/people/${encodeURIComponent(personId)}/${page}`;

/** The page that asks before a person is erased. */
export const erasePersonUrl = (personId: string): string => urlOf(personId, 'erase');
/** The page with the progress of an erasure. */
const personErasureUrl = (personId: string): string => urlOf(personId, 'erasure');

/** How far the erasure of a person is. The page polls itself until the person is erased. */
const Status = ({ erasure }: { readonly erasure: PersonErasureProgress }) => {
  const { id, status, requested_at, deleted_from_log, scrubbed_at, completed_at, waiting_for } = erasure;
  const polls = {
    'hx-get': personErasureUrl(id),
    'hx-trigger': 'every 2s',
    'hx-select': '#erasure',
    'hx-swap': 'outerHTML',
  };
  return (
    <div id="erasure" {...(status === 'erasing' && polls)}>
      <p class="lead">
        <Badge state={status} tone={status === 'erased' ? 'quiet' : 'wait'} />{' '}
        <span>
          {status === 'erased'
            ? 'Everything personal was deleted permanently.'
            : 'The person signs in no more. Everything personal is being deleted, and nothing can bring it back.'}
        </span>
      </p>
      <Facts
        facts={[
          ['Id', <Id id={id} />],
          ['Requested', <Time at={requested_at} />],
          ['Deleted from the log', <span>{deleted_from_log ? 'yes' : 'not yet'}</span>],
          ['Deleted from all files', <Time at={scrubbed_at} />],
          ['Erased', <Time at={completed_at} />],
          ['Waits for', <span safe>{waiting_for?.message ?? 'nothing'}</span>],
        ]}
      />
    </div>
  );
};

/** The page on which operators erase a person, and the progress. */
export function personErasurePages(app: Routes, deps: Deps): void {
  const config = { operatorsOnly: true };
  const path = '/console/people/:id/erase';

  /** @param entered the address that was refused */
  async function ask(reply: FastifyReply, personId: string, entered?: string) {
    const { request } = reply;
    requireWriter(request);
    if (await deps.queries.personErasures.get(personId))
      return reply.redirect(personErasureUrl(personId), 303);
    const person = await personWithId(deps, personId);
    if (!person) throw new ApiError('not_found', { message: `There is no person ${personId}.` });
    return show(
      reply,
      { title: `Erase ${person.name}?` },
      <form method="post" action={erasePersonUrl(personId)} class="editor">
        <FormToken request={request} />
        <p>
          All sessions of the person end, and the person leaves all accounts. Name, address, password and
          chosen notices are erased from every store. Histories no longer name the person. This cannot be
          undone.
        </p>
        <label>
          <span>
            Type the address of the person to go on: <b safe>{person.email}</b>
          </span>
          <input
            name="email"
            value={attributeText(entered ?? '')}
            required
            autocomplete="off"
            {...(entered !== undefined && { 'aria-invalid': 'true', 'aria-describedby': 'problem-email' })}
          />
          {entered !== undefined && (
            <small class="fault" id="problem-email">
              That is not the address of the person.
            </small>
          )}
        </label>
        <div class="buttons">
          <button type="submit" class="danger">
            Erase the person
          </button>
          <a href="/console/accounts">Keep the person</a>
        </div>
      </form>,
    );
  }

  app.get(path, { config, schema: { params: ById } }, (request, reply) => ask(reply, request.params.id));

  const body = Type.Object({ email: Type.String({ maxLength: 1_000 }) });
  app.post(path, { config, schema: { params: ById, body } }, async (request, reply) => {
    const { id } = request.params;
    const person = await personWithId(deps, id);
    const typed = request.body.email.trim().toLowerCase();
    if (person && person.email !== typed) return ask(reply.code(422), id, request.body.email);
    const requested = valueOf(await erasePerson(deps, id, operatorContext(request, '')));
    const note = 'The person is being erased.';
    return redirectAfterWrite(reply, requested, { to: personErasureUrl(id), note });
  });

  app.get('/console/people/:id/erasure', { config, schema: { params: ById } }, async (request, reply) => {
    const { id } = request.params;
    const erasure = await personErasureProgress(deps, id);
    if (!erasure) return reply.redirect(erasePersonUrl(id), 303);
    return show(reply, { title: 'A person who was erased' }, <Status erasure={erasure} />);
  });
}
