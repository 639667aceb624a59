import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { changeForm } from '../../../commands/change-form.ts';
import { createForm } from '../../../commands/create-form.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { invalidRequest, refused } from '../../errors/errors.ts';
import { answerOnce, keyed } from '../../requests/idempotency.ts';
import { etagOf, idempotencyOf, ifMatchOf, setLogPosition } from '../../requests/requests.ts';
import { Failure } from '../../requests/schemas.ts';
import { contextFor } from '../owners.ts';
import { ById } from '../schemas.ts';
import { AdminForm, adminForm, FormChange, NewForm } from './form-schemas.ts';

/** Creates and changes forms with their fields, for operators. */
export const formChangeRoutes =
  (deps: ApiDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, queries } = deps;
    const tags = ['admin'];
    const submissionsOf = async (formId: string): Promise<number> =>
      (await queries.forms.get(null, formId))?.submission_count ?? 0;

    app.post(
      '/accounts/:id/forms',
      {
        schema: {
          ...{ tags, summary: 'Create a form', params: ById, body: NewForm },
          response: { 201: AdminForm, default: Failure },
        },
      },
      async (request, reply) => {
        const context = await contextFor(request, aggregates, 'account', request.params.id);
        const created = await createForm(deps, { ...request.body, ...idempotencyOf(request) }, context);
        if (!created.ok) throw refused(created.error);
        const { form, revision, position, replayed } = created.value;
        setLogPosition(reply, position);
        if (replayed) reply.header('idempotency-replayed', 'true');
        return reply
          .code(201)
          .headers({ etag: etagOf(revision), location: `${app.prefix}/forms/${form.formId}` })
          .send(adminForm(created.value, 0));
      },
    );

    app.patch(
      '/forms/:id',
      {
        schema: {
          ...{ tags, summary: 'Change a form', params: ById, body: FormChange },
          response: { 200: AdminForm, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: formId } = request.params;
        if (Object.keys(request.body).length === 0) throw invalidRequest('The request changes nothing.');
        const context = await contextFor(request, aggregates, 'form', formId);
        const change = { formId, changes: request.body, ...ifMatchOf(request) };
        return answerOnce(deps, formId, request, reply, async (requestId) => {
          const submissions = await submissionsOf(formId);
          const changed = await changeForm(deps, change, keyed(context, requestId));
          if (!changed.ok) throw refused(changed.error);
          setLogPosition(reply, changed.value.position);
          reply.header('etag', etagOf(changed.value.revision));
          return adminForm(changed.value, submissions);
        });
      },
    );
  };
