import { changeForm } from '../../commands/form/change-form.ts';
import type { ApiDeps } from '../api-deps.ts';
import { callerOf } from '../auth/authentication.ts';
import { callerContext } from '../auth/owners.ts';
import { publicFormOperations } from '../contract/forms/public-forms.ts';
import { defaultLimit } from '../contract/values.ts';
import { ApiError, changesNothing } from '../errors/errors.ts';
import { sendJson } from '../http/send-json.ts';
import type { Mount } from '../mount.ts';
import { withSettings } from '../requests/form-settings.ts';
import type { Paging } from '../requests/paging.ts';
import { committed, etagOf, ifMatchOf, readAfter, refuseOtherParameters } from '../requests/requests.ts';
import { changedForm, formItem, shownWarnings } from '../responses/forms.ts';
import { openFormReader } from './form-reader.ts';

/** `/forms` of the public API. */
export function formRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    'aggregates' | 'exclusively' | 'log' | 'newId' | 'now' | 'progress' | 'publications' | 'queries' | 'slugs'
  >,
  paging: Paging,
): void {
  const { queries, progress } = deps;
  const readForm = openFormReader(queries.forms);

  api.route(publicFormOperations.listForms, async (request, reply) => {
    const { accountId } = callerOf(request);
    const { id, status, limit = defaultLimit, cursor } = request.query;
    if (id !== undefined) refuseOtherParameters('id', request.query);
    await readAfter(request, progress, ['forms', 'submissions']);
    if (id !== undefined) {
      const form = await readForm(accountId, id);
      if (!form) throw new ApiError('not_found');
      return sendJson(reply.header('etag', etagOf(form.revision)), form.body);
    }
    const binding = [accountId, 'forms', status ?? null];
    const page = await queries.forms.list(accountId, { status, limit, ...paging.after(binding, cursor) });
    return paging.reply(request, reply, binding, page, formItem);
  });

  api.route(publicFormOperations.readOwnForm, async (request, reply) => {
    const { accountId } = callerOf(request);
    await readAfter(request, progress, ['forms', 'submissions']);
    const form = await readForm(accountId, request.params.id);
    if (!form) throw new ApiError('not_found');
    return sendJson(reply.header('etag', etagOf(form.revision)), form.body);
  });

  api.route(publicFormOperations.changeForm, async (request, reply) => {
    const caller = callerOf(request);
    const { accountId } = caller;
    const { id: formId, ...changes } = request.body;
    if (Object.keys(changes).length === 0) throw changesNothing();
    const context = callerContext(request, caller);
    const change = { formId, changes: withSettings(changes), ...ifMatchOf(request) };
    // Read before the command: after the append, a failed read must not turn the answer into an error.
    const known = await queries.forms.get(accountId, formId);
    const destinationChoices = queries.destinations.choosing;
    const { form, revision, warnings } = committed(
      reply,
      await changeForm({ ...deps, destinationChoices }, change, context),
    );
    reply.header('etag', etagOf(revision));
    return { ...changedForm(form, known?.submission_count ?? 0), ...shownWarnings(warnings) };
  });
}
