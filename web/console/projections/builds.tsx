import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ProjectionVerification } from '../../../api/contract/projections/projection-schemas.ts';
import { ById } from '../../../api/contract/values.ts';
import { invalidRequest } from '../../../api/errors/errors.ts';
import { refuseFailure } from '../../../api/errors/projection-refusals.ts';
import type { ModelStatus } from '../../../projections/generations/control/control-types.ts';
import { inputCheck } from '../../check-input.ts';
import type { WebDeps } from '../../web-deps.ts';
import { numberIn } from '../parts/number-in.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken } from '../shell.tsx';
import { canChange, pageOf, path, writerRoles } from './parts.tsx';

interface BuildsProps {
  readonly request: FastifyRequest;
  readonly model: Pick<ModelStatus, 'name' | 'kind'>;
}

/** The buttons of a model. Process managers and workers have none. */
export const Builds = ({ request, model: { name, kind } }: BuildsProps) => {
  if (!canChange(request)) return <></>;
  const at = pageOf(name);
  if (kind === 'copy' || kind === 'verification')
    return (
      <PostButton request={request} action={`${at}/drop`} label="Drop" class="danger" needsConfirmation />
    );
  if (kind !== 'read model') return <></>;
  return (
    <>
      <PostButton request={request} action={`${at}/rebuild`} label="Rebuild" />
      <a role="button" class="secondary" href={`${at}/replay`}>
        Replay or copy…
      </a>
      <PostButton
        request={request}
        action={`${at}/rollback`}
        label="Roll back"
        class="secondary"
        needsConfirmation
      />
      <PostButton
        request={request}
        action={`${at}/drop`}
        label="Drop the rest"
        class="danger"
        needsConfirmation
      />
    </>
  );
};

/** The beginning of a verification. */
export const VerifyForm = ({ request, model: { name } }: BuildsProps) =>
  canChange(request) ? (
    <form method="post" action={`${pageOf(name)}/verify`} class="filters">
      <FormToken request={request} />
      <label>
        <span>Documents (empty: all)</span>
        <input name="sample" inputmode="numeric" pattern="[1-9][0-9]{0,6}" />
      </label>
      <button type="submit" class="secondary">
        Verify
      </button>
    </form>
  ) : (
    <></>
  );

const actions = {
  rebuild:
    'A new generation was requested. Its progress is below; readers switch to it as soon as it is ready.',
  rollback: 'The generation before was requested. Readers go back to it at once.',
} as const;

/** Changes of the generations of read models. */
export function buildActions(app: Routes, { projections }: Pick<WebDeps, 'projections'>): void {
  const config = { operatorsOnly: true, mayWrite: writerRoles } as const;
  const check = inputCheck(ProjectionVerification);

  for (const action of ['rebuild', 'rollback'] as const)
    app.post(`${path}/:id/${action}`, { config, schema: { params: ById } }, async (request, reply) => {
      const { id: name } = request.params;
      refuseFailure(await projections[action](name), name);
      return redirectAfterWrite(reply, { position: null }, { to: pageOf(name), note: actions[action] });
    });

  app.post(`${path}/:id/drop`, { config, schema: { params: ById } }, async (request, reply) => {
    const { id: name } = request.params;
    refuseFailure(await projections.drop(name), name);
    const isModel = projections.names.includes(name);
    return redirectAfterWrite(
      reply,
      { position: null },
      {
        to: isModel ? pageOf(name) : path,
        note: isModel ? 'The generations that are not read are being removed.' : `${name} is being removed.`,
      },
    );
  });

  app.post(
    `${path}/:id/verify`,
    { config, schema: { params: ById, body: Type.Object({ sample: Type.Optional(Type.String()) }) } },
    async (request, reply) => {
      const { id: name } = request.params;
      const { sample = '' } = request.body;
      const checked = check(sample.trim() === '' ? {} : { sample: numberIn(sample) });
      if (!checked.ok) throw invalidRequest('The number of documents must be from 1 to 1,000,000.');
      refuseFailure(await projections.verify(name, checked.value.sample ?? null), name);
      const note = 'The verification has begun. Its progress and its report appear below.';
      return redirectAfterWrite(reply, { position: null }, { to: pageOf(name), note });
    },
  );
}
