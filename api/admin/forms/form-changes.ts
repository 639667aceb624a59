import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { changeForm } from '../../../commands/form/change-form.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { formOperations } from '../../contract/forms/forms.ts';
import { changesNothing, refused } from '../../errors/errors.ts';
import { formOfAccount } from '../../public/form-definitions.ts';
import { withLocale } from '../../requests/locale.ts';
import { etagOf, ifMatchOf, setLogPosition } from '../../requests/requests.ts';

/** Changes forms with their fields, for operators. */
export const formChangeRoutes =
  (
    deps: Pick<
      ApiDeps,
      'aggregates' | 'exclusively' | 'log' | 'newId' | 'now' | 'publications' | 'queries' | 'slugs'
    >,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, queries } = deps;
    const submissionsOf = async (formId: string): Promise<number> =>
      (await queries.forms.get(null, formId))?.submission_count ?? 0;

    app.patch(
      formOperations.changeFormAndFields.path,
      { schema: formOperations.changeFormAndFields },
      async (request, reply) => {
        const { id: formId } = request.params;
        if (Object.keys(request.body).length === 0) throw changesNothing();
        const context = await contextFor(request, aggregates, 'form', formId);
        const change = { formId, changes: withLocale(request.body), ...ifMatchOf(request) };
        const submissions = await submissionsOf(formId);
        const destinationChoices = queries.destinations.choosing;
        const changed = await changeForm({ ...deps, destinationChoices }, change, context);
        if (!changed.ok) throw refused(changed.error);
        setLogPosition(reply, changed.value.position);
        reply.header('etag', etagOf(changed.value.revision));
        return formOfAccount(changed.value, submissions);
      },
    );
  };
