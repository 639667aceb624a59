import type { FastifyRequest } from 'fastify';
import { createForm } from '../../commands/form/create-form.ts';
import type { ApiDeps } from '../api-deps.ts';
import { formOperations } from '../contract/forms/forms.ts';
import type { Mount } from '../mount.ts';
import { withSettings } from '../requests/form-settings.ts';
import { committed, etagOf, idempotencyOf } from '../requests/requests.ts';
import { formOfAccount } from '../responses/forms.ts';

/** Creates forms with their fields. */
export function formCreation(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'publications' | 'slugs'>,
): void {
  // The public API reads a form by a parameter.
  const locationOf = (request: FastifyRequest, id: string): string =>
    `${api.prefix}/forms${request.caller ? '?id=' : '/'}${id}`;

  api.route(
    formOperations.createForm,
    async (request, reply) => {
      const context = await api.contextOfAccount(request);
      const input = { ...withSettings(request.body), ...idempotencyOf(request) };
      const created = committed(reply, await createForm(deps, input, context));
      const { form, revision } = created;
      reply.headers({ etag: etagOf(revision), location: locationOf(request, form.formId) });
      return formOfAccount(created, 0);
    },
    { findsRepeats: true },
  );
}
