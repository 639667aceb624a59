import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseRedirection } from '../../../api/auth/answers.ts';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { valueOf } from '../../../api/errors/errors.ts';
import { withDestinationReads } from '../../../api/requests/destination-reads.ts';
import { settingsOf } from '../../../api/requests/destination-settings.ts';
import { reconfigureDestination } from '../../../commands/destination/reconfigure-destination.ts';
import { choicesOf } from '../../../projections/read-models/destinations/described-choices.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import type { InputProblem } from '../../check-input.ts';
import { sendHtml } from '../../parts/send-html.ts';
import type { WebDeps } from '../../web-deps.ts';
import { ProblemUpdates } from '../parts/field.tsx';
import { requireWriter } from '../parts/require-writer.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { show } from '../shell.tsx';
import { checkChangedDraft } from './check-draft.ts';
import { DestinationForm } from './destination-form.tsx';
import { type DestinationDraft, draftOf, fieldNames, readDraft } from './draft.ts';
import { crumbsOf, findDestination } from './find.ts';
import { FormBody, offeredForms, withoutEmptyFields } from './new-destination.tsx';

interface PageProps {
  readonly destination: DestinationView;
  readonly draft: DestinationDraft;
  readonly problems: readonly InputProblem[];
}

/** The settings of a destination, to be changed. */
export function editDestinationPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'destinationRules' | 'log' | 'now' | 'progress' | 'queries' | 'secrets'>,
): void {
  const { queries, aggregates } = deps;
  const config = { scope: 'webhooks:write' } as const;
  const path = '/console/destinations/:id/edit';

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    { destination, ...formProps }: PageProps,
  ) {
    const { id, account_id: account } = destination;
    const { items: forms } = await queries.forms.list(account, { limit: offeredForms });
    const back = `/console/destinations/${id}`;
    return show(
      reply,
      { title: 'Edit', heading: destination.label, account, crumbs: crumbsOf(destination) },
      <DestinationForm
        request={request}
        action={`${back}/edit`}
        check={`${back}/edit/check`}
        back={back}
        forms={forms}
        isNew={false}
        {...formProps}
      />,
    );
  }

  const chosenNames = async (destination: DestinationView): Promise<readonly string[]> =>
    (await choicesOf(deps.queries, [destination]))[0]?.names ?? [];

  app.get(path, { config, schema: { params: ById } }, async (request, reply) => {
    requireWriter(request);
    const destination = await findDestination(deps, request, request.params.id);
    const draft = draftOf(destination, await chosenNames(destination));
    return page(request, reply, { destination, draft, problems: [] });
  });

  app.post(`${path}/check`, { config, schema: { params: ById, body: FormBody } }, async (request, reply) => {
    const destination = await findDestination(deps, request, request.params.id);
    const draft = readDraft(request.body);
    const before = { destination, names: await chosenNames(destination) };
    const checked = await checkChangedDraft(deps, draft, before);
    const problems = checked.ok ? [] : withoutEmptyFields(draft, checked.error);
    return sendHtml(reply, <ProblemUpdates names={fieldNames} problems={problems} />);
  });

  app.post(path, { config, schema: { params: ById, body: FormBody } }, async (request, reply) => {
    const { id: destinationId } = request.params;
    const context = await contextFor(request, aggregates, 'destination', destinationId);
    const destination = await findDestination(deps, request, destinationId);
    const draft = readDraft(request.body);
    const before = { destination, names: await chosenNames(destination) };
    const checked = await checkChangedDraft(deps, draft, before);
    if (!checked.ok) return page(request, reply.code(422), { destination, draft, problems: checked.error });
    const to = `/console/destinations/${destinationId}`;
    if (checked.value === null)
      return redirectAfterWrite(reply, { position: null }, { to, note: 'Nothing was changed.' });
    const change = { destinationId, settings: settingsOf(checked.value) };
    await refuseRedirection(request, aggregates, destinationId, change.settings);
    const changed = valueOf(await reconfigureDestination(withDestinationReads(deps), change, context));
    return redirectAfterWrite(reply, changed, { to, note: 'The destination is changed.' });
  });
}
