import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { createForm } from '../../commands/form/create-form.ts';
import type { ApiDeps } from '../api-deps.ts';
import type { Mount } from '../auth/owners.ts';
import { formOperations } from '../contract/forms/forms.ts';
import { refused } from '../errors/errors.ts';
import { withLocale } from '../requests/locale.ts';
import { etagOf, idempotencyOf, setLogPosition } from '../requests/requests.ts';
import { formOfAccount } from './form-definitions.ts';

/** Creates forms with their fields. */
export const formCreation =
  (
    deps: Pick<ApiDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'publications' | 'slugs'>,
    mount: Mount,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    // The public API reads a form by a parameter.
    const locationOf = (request: FastifyRequest, id: string): string =>
      `${app.prefix}/forms${request.caller ? '?id=' : '/'}${id}`;

    app.post(
      mount.pathOf(formOperations.createForm),
      { config: { findsRepeats: true }, schema: formOperations.createForm },
      async (request, reply) => {
        const context = await mount.contextOfAccount(request);
        const created = await createForm(
          deps,
          { ...withLocale(request.body), ...idempotencyOf(request) },
          context,
        );
        if (!created.ok) throw refused(created.error);
        const { form, revision, position, replayed } = created.value;
        setLogPosition(reply, position);
        if (replayed) reply.header('idempotency-replayed', 'true');
        return reply
          .code(201)
          .headers({ etag: etagOf(revision), location: locationOf(request, form.formId) })
          .send(formOfAccount(created.value, 0));
      },
    );
  };
