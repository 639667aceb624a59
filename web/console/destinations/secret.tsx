import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { refused } from '../../../api/errors/errors.ts';
import { rotateSecret } from '../../../commands/destination/rotate-secret.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import type { InputProblem } from '../../check-input.ts';
import { CopyButton } from '../../parts/id.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { Field } from '../parts/field.tsx';
import { requireWriter } from '../parts/require-writer.ts';
import type { Routes } from '../parts/routes.ts';
import { setPosition } from '../session/cookies.ts';
import { FormToken, show } from '../shell.tsx';
import { crumbsOf, findDestination } from './find.ts';

/** A secret that is shown this once. */
export const NewSecret = ({ secret, href }: { readonly secret: string; readonly href: string }) => (
  <div class="sheet attention">
    <p>
      The signing secret is shown <strong>only this once</strong>. Store it in the receiver, which needs it to
      check the signature of each webhook.
    </p>
    <p class="secret">
      <code safe>{secret}</code> <CopyButton text={secret} label="Copy the secret" />
    </p>
    <a href={href}>I have it</a>
  </div>
);

interface RotationProps {
  readonly request: FastifyRequest;
  readonly destination: DestinationView;
  readonly problems: readonly InputProblem[];
  readonly overlap: boolean;
}

const Rotation = ({ request, destination, problems, overlap }: RotationProps) => (
  <form method="post" action={`/console/destinations/${destination.id}/secret`} class="editor">
    <FormToken request={request} />
    <p>
      Webhooks to <strong safe>{destination.label}</strong> will be signed with a new secret, which the next
      page shows once.
    </p>
    <label>
      <input type="checkbox" name="overlap" value="on" checked={overlap} />
      Keep the previous secret valid for another 24 hours
    </label>
    <p class="quiet">Without the overlap, a receiver refuses webhooks until it knows the new secret.</p>
    <Field
      name="signing_secret"
      label="A secret of your own"
      help="If left empty, the service generates one."
      problems={problems}
      control={(described) => <input name="signing_secret" autocomplete="off" {...described} />}
    />
    <div class="buttons">
      <button type="submit">Rotate the secret</button>
      <a href={`/console/destinations/${destination.id}`}>Keep the current secret</a>
    </div>
  </form>
);

const RotationBody = Type.Object({
  overlap: Type.Optional(Type.String()),
  // Checked with its limit below, so that the page tells it.
  signing_secret: Type.Optional(Type.String({ maxLength: 10_000 })),
});

/** The rotation of a destination's secret: asks first, then shows the new secret once. */
export function destinationSecretPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'now' | 'queries' | 'secrets'>,
): void {
  const path = '/console/destinations/:id/secret';
  const config = { scope: 'webhooks:write' } as const;
  const title = 'Rotate the secret';

  async function renderForm(
    request: FastifyRequest,
    reply: FastifyReply,
    props: Omit<RotationProps, 'request'>,
  ): Promise<FastifyReply> {
    const { destination } = props;
    return show(
      reply,
      { title, account: destination.account_id, crumbs: crumbsOf(destination) },
      <Rotation request={request} {...props} />,
    );
  }

  app.get(path, { config, schema: { params: ById } }, async (request, reply) => {
    requireWriter(request);
    const destination = await findDestination(deps, request, request.params.id);
    return renderForm(request, reply, { destination, problems: [], overlap: true });
  });

  app.post(path, { config, schema: { params: ById, body: RotationBody } }, async (request, reply) => {
    const { id: destinationId } = request.params;
    const { signing_secret: enteredSecret = '', overlap: overlapText } = request.body;
    const overlap = overlapText === 'on';
    const context = await contextFor(request, deps.aggregates, 'destination', destinationId);
    const destination = await findDestination(deps, request, destinationId);
    const rotation = {
      destinationId,
      overlap,
      ...(enteredSecret !== '' && { signingSecret: enteredSecret }),
    };
    const rotated = await rotateSecret(deps, rotation, context);
    if (!rotated.ok && rotated.error.code === 'invalid_request')
      return renderForm(request, reply.code(422), { destination, problems: rotated.error.problems, overlap });
    if (!rotated.ok) throw refused(rotated.error);
    const { signingSecret, position, destination: after } = rotated.value;
    if (position !== null) setPosition(request, reply, position);
    const until = after.previousSecret?.until ?? null;
    return show(
      reply,
      { title: 'The new secret', account: destination.account_id, crumbs: crumbsOf(destination) },
      <>
        <NewSecret secret={signingSecret ?? ''} href={`/console/destinations/${destinationId}`} />
        {until !== null && (
          <p>
            The previous secret also remains valid until <Time at={until} />.
          </p>
        )}
      </>,
    );
  });
}
