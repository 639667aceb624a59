import { changeForm } from '../../../commands/form/change-form.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { formOperations } from '../../contract/forms/forms.ts';
import { changesNothing } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { withSettings } from '../../requests/form-settings.ts';
import { committed, etagOf, ifMatchOf } from '../../requests/requests.ts';
import { formOfAccount } from '../../responses/forms.ts';

/** Changes forms with their fields, for operators. */
export function formChangeRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    'aggregates' | 'exclusively' | 'log' | 'newId' | 'now' | 'publications' | 'queries' | 'slugs'
  >,
): void {
  const { aggregates, queries } = deps;
  const submissionsOf = async (formId: string): Promise<number> =>
    (await queries.forms.get(null, formId))?.submission_count ?? 0;

  api.route(formOperations.changeFormAndFields, async (request, reply) => {
    const { id: formId } = request.params;
    if (Object.keys(request.body).length === 0) throw changesNothing();
    const context = await contextFor(request, aggregates, 'form', formId);
    const change = { formId, changes: withSettings(request.body), ...ifMatchOf(request) };
    const submissions = await submissionsOf(formId);
    const destinationChoices = queries.destinations.choosing;
    const changed = committed(reply, await changeForm({ ...deps, destinationChoices }, change, context));
    reply.header('etag', etagOf(changed.revision));
    return formOfAccount(changed, submissions);
  });
}
