import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { formOperations } from '../../contract/forms/forms.ts';
import { defaultLimit } from '../../contract/values.ts';
import { ApiError } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { queriesFor } from '../../requests/copies.ts';
import type { Paging } from '../../requests/paging.ts';
import { etagOf } from '../../requests/requests.ts';
import { formItem, formRecord } from '../../responses/forms.ts';

/** Forms with their fields, for operators. */
export function adminFormRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'documents' | 'progress' | 'queries'>,
  paging: Paging,
): void {
  api.route(formOperations.listFormsOfAccount, async (request, reply) => {
    const { limit = defaultLimit, cursor, status, projection } = request.query;
    const forms = await queriesFor(deps, request, 'forms', projection, ['submissions']);
    const { accountId } = await contextFor(request, deps.aggregates, 'account', request.params.id);
    const binding = [accountId, 'admin forms', status ?? null, projection ?? null];
    const page = await forms.list(accountId, { status, limit, ...paging.after(binding, cursor) });
    return paging.reply(request, reply, binding, page, formItem);
  });

  api.route(formOperations.readForm, async (request, reply) => {
    const forms = await queriesFor(deps, request, 'forms', request.query.projection, ['submissions']);
    const form = await forms.get(null, request.params.id);
    if (!form) throw new ApiError('not_found');
    const { account_id, version, updated_at } = form;
    reply.header('etag', etagOf(form.revision));
    return { ...formRecord(form), updated_at, account_id, version };
  });
}
