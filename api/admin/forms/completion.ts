import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { completionOperations } from '../../contract/forms/completion.ts';
import { ApiError } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { readAfter } from '../../requests/requests.ts';
import { completionRecord } from '../../responses/completion.ts';

/** How many begun submissions of a form are completed, and where people stop. */
export function completionRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'progress' | 'queries'>,
): void {
  const { queries } = deps;
  api.route(completionOperations.readCompletion, async (request) => {
    const { id } = request.params;
    await readAfter(request, deps.progress, ['forms', 'submissions', 'expirations']);
    const { accountId } = await contextFor(request, deps.aggregates, 'form', id);
    const form = await queries.forms.get(accountId, id);
    if (!form) throw new ApiError('not_found');
    return completionRecord(id, form.fields, await queries.completions.completion(accountId, id));
  });
}
