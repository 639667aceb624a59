import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { ProjectionReplay } from '../../../api/contract/projections/projection-schemas.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { notFound, refuseFailure } from '../../../api/errors/projection-refusals.ts';
import { requestReplay } from '../../../api/requests/replays.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import { ErrorNotice } from '../../parts/problems.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { Field } from '../parts/field.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, show } from '../shell.tsx';
import { canChange, pageOf, path, writerRoles } from './parts.tsx';

const Text = Type.Optional(Type.String({ maxLength: 200 }));
const Entry = Type.Object({ from: Text, to: Text, into: Text });
type Entry = Static<typeof Entry>;

interface ReplayProps {
  readonly name: string;
  readonly entry: Entry;
  readonly problems: readonly InputProblem[];
  /** A refusal of the whole request. */
  readonly error?: ApiError;
}

const controls = [
  ['from', 'From', 'A position of the log, or a time such as 2026-01-31T12:00:00Z.'],
  ['to', 'To, for a copy', 'Empty: up to now.'],
  ['into', 'Into a copy', 'A new name, such as forms-in-march. Empty: the read model itself is replayed.'],
] as const;

const messages: Readonly<Record<string, string>> = {
  from: 'Must be a position, or a time such as 2026-01-31T12:00:00Z.',
  to: 'Must be a position, or a time such as 2026-01-31T12:00:00Z.',
  into: 'Must begin with a lower-case letter; then letters, digits and hyphens.',
};

const Replay = ({ request, name, entry, problems, error }: ReplayProps & { request: FastifyRequest }) => (
  <form method="post" action={`${pageOf(name)}/replay`} class="editor">
    {error !== undefined && <ErrorNotice error={error} />}
    <FormToken request={request} />
    <p>
      A replay builds <strong safe>{name}</strong> again from a point in the log, alongside the current
      generation. A copy holds the documents that the events of a range touched; the API never reads it unless
      a request names it.
    </p>
    {controls.map(([control, label, help]) => (
      <Field
        name={control}
        label={label}
        help={help}
        problems={problems}
        control={(described) => <input name={control} value={entry[control] ?? ''} {...described} />}
      />
    ))}
    <div class="buttons">
      <button type="submit">Begin</button>
      <a href={pageOf(name)}>Back</a>
    </div>
  </form>
);

/** An empty control counts as absent. */
const givenIn = (entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry)
      .map(([key, text]) => [key, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

/** Replays of read models from a point, and copies of a range. */
export function replayPage(app: Routes, { projections }: Pick<WebDeps, 'projections'>): void {
  const config = { operatorsOnly: true, mayWrite: writerRoles } as const;
  const check = inputCheck(ProjectionReplay);

  const page = (request: FastifyRequest, reply: FastifyReply, replay: ReplayProps) =>
    show(
      reply,
      {
        title: 'Replay or copy',
        crumbs: [
          ['Projections', path],
          [replay.name, pageOf(replay.name)],
        ],
      },
      <Replay request={request} {...replay} />,
    );

  app.get(
    `${path}/:id/replay`,
    { config, schema: { params: ById, querystring: Entry } },
    async (request, reply) => {
      const { id: name } = request.params;
      if (!canChange(request))
        throw new ApiError('insufficient_scope', {
          message: 'You can view projections but not change them.',
        });
      if (!projections.names.includes(name)) throw notFound(name);
      return page(request, reply, { name, entry: request.query, problems: [] });
    },
  );

  app.post(
    `${path}/:id/replay`,
    { config, schema: { params: ById, body: Entry } },
    async (request, reply) => {
      const { id: name } = request.params;
      if (!projections.names.includes(name)) throw notFound(name);
      const { from, to, into } = request.body;
      const entry: Entry = {
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(into !== undefined && { into }),
      };
      const checked = check(givenIn(entry));
      if (!checked.ok) {
        const problems = checked.error.map((problem) => ({
          ...problem,
          message: messages[problem.path.slice(1)] ?? problem.message,
        }));
        return page(request, reply.code(422), { name, entry, problems });
      }
      try {
        refuseFailure(await requestReplay(projections, name, checked.value), name);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return page(request, reply.code(error.status), { name, entry, problems: [], error });
      }
      const { into: copy } = checked.value;
      return redirectAfterWrite(
        reply,
        { position: null },
        {
          to: pageOf(copy ?? name),
          note: copy === undefined ? 'The replay has begun.' : 'The copy is being made.',
        },
      );
    },
  );
}
