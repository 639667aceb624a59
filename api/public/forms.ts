import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { changeForm } from '../../commands/form/change-form.ts';
import type { ApiDeps } from '../api-deps.ts';
import { callerOf } from '../auth/authentication.ts';
import { publicFormOperations } from '../contract/forms/public-forms.ts';
import { usualLimit } from '../contract/values.ts';
import { ApiError, changesNothing, refused } from '../errors/errors.ts';
import { sendJson } from '../http/send-json.ts';
import { withLocale } from '../requests/locale.ts';
import type { Paging } from '../requests/paging.ts';
import {
  contextOf,
  etagOf,
  ifMatchOf,
  readAfter,
  refuseBeside,
  setLogPosition,
} from '../requests/requests.ts';
import { openFormReader } from './form-reader.ts';
import { changedForm, formItem, shownWarnings } from './form-schemas.ts';

/** `/forms` of the public API. */
export const formRoutes =
  (
    deps: Pick<
      ApiDeps,
      | 'aggregates'
      | 'exclusively'
      | 'log'
      | 'newId'
      | 'now'
      | 'progress'
      | 'publications'
      | 'queries'
      | 'slugs'
    >,
    paging: Paging,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { queries, progress } = deps;
    const readForm = openFormReader(queries.forms);

    app.get(
      publicFormOperations.listForms.path,
      { schema: publicFormOperations.listForms },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const { id, status, limit = usualLimit, cursor } = request.query;
        if (id !== undefined) refuseBeside('id', request.query);
        await readAfter(request, progress, ['forms', 'submissions']);
        if (id !== undefined) {
          const form = await readForm(accountId, id);
          if (!form) throw new ApiError('not_found');
          return sendJson(reply.header('etag', etagOf(form.revision)), form.body);
        }
        const binding = [accountId, 'forms', status ?? null];
        const page = await queries.forms.list(accountId, { status, limit, ...paging.after(binding, cursor) });
        return paging.answer(request, reply, binding, page, formItem);
      },
    );

    app.get(
      publicFormOperations.readOwnForm.path,
      { schema: publicFormOperations.readOwnForm },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        await readAfter(request, progress, ['forms', 'submissions']);
        const form = await readForm(accountId, request.params.id);
        if (!form) throw new ApiError('not_found');
        return sendJson(reply.header('etag', etagOf(form.revision)), form.body);
      },
    );

    app.patch(
      publicFormOperations.changeForm.path,
      { schema: publicFormOperations.changeForm },
      async (request, reply) => {
        const { accountId, keyId } = callerOf(request);
        const { id: formId, ...changes } = request.body;
        if (Object.keys(changes).length === 0) throw changesNothing();
        const context = contextOf(request, accountId, { kind: 'key', id: keyId });
        const change = { formId, changes: withLocale(changes), ...ifMatchOf(request) };
        // Read before the command: after the append, a failed read must not turn the answer into an error.
        const known = await queries.forms.get(accountId, formId);
        const destinationChoices = queries.destinations.choosing;
        const changed = await changeForm({ ...deps, destinationChoices }, change, context);
        if (!changed.ok) throw refused(changed.error);
        const { form, revision, position, warnings } = changed.value;
        setLogPosition(reply, position);
        reply.header('etag', etagOf(revision));
        return { ...changedForm(form, known?.submission_count ?? 0), ...shownWarnings(warnings) };
      },
    );
  };
