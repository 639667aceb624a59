import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor, readableBy } from '../../../api/auth/owners.ts';
import { ById, Status } from '../../../api/contract/values.ts';
import { ApiError, valueOf } from '../../../api/errors/errors.ts';
import { addressOf } from '../../../api/requests/requests.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { type OpenDraft, readFormDraft } from '../../../commands/form-draft/read-draft.ts';
import type { FormStatus } from '../../../domain/form/decider.ts';
import { kindNames } from '../../../domain/form/kind-names.ts';
import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Bars } from '../../parts/bars.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Facts, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { isFormChanged } from './draft-status.ts';
import { publishAndShow } from './publish.ts';
import { ShareSection } from './share.tsx';
import { countByDay } from './submissions-by-day.ts';

/** The changes of status that each status offers, most wanted first. */
const moves: Readonly<Record<FormStatus, readonly (readonly [to: FormStatus, label: string])[]>> = {
  draft: [
    ['published', 'Publish'],
    ['archived', 'Archive'],
  ],
  published: [
    ['closed', 'Close'],
    ['draft', 'Back to draft'],
  ],
  closed: [
    ['published', 'Publish again'],
    ['archived', 'Archive'],
  ],
  archived: [],
};

const Actions = ({ request, form }: { readonly request: FastifyRequest; readonly form: FormView }) =>
  visitorIn(request).hasScope('forms:write') ? (
    <>
      {form.status !== 'archived' && (
        <a role="button" class="secondary" href={`/console/forms/${form.id}/edit`}>
          Edit
        </a>
      )}
      {form.status !== 'archived' && (
        <a role="button" class="secondary" href={`/console/forms/${form.id}/responses`}>
          Saving, corrections and thanks
        </a>
      )}
      {form.status !== 'archived' && (
        <a role="button" class="secondary" href={`/console/forms/${form.id}/look`}>
          Look
        </a>
      )}
      <PostButton
        request={request}
        action={`/console/forms/${form.id}/duplicate`}
        label="Duplicate"
        fields={{ once: randomUUID() }}
        class="secondary"
      />
      {moves[form.status].map(([to, label]) => (
        <PostButton
          request={request}
          action={`/console/forms/${form.id}/status`}
          label={label}
          fields={{ status: to }}
          needsConfirmation={to === 'archived'}
          class={to === 'published' ? '' : 'secondary'}
        />
      ))}
    </>
  ) : (
    <></>
  );

const Questions = ({ form }: { readonly form: FormView }) => (
  <Table
    caption="Questions"
    items={form.fields}
    empty={
      <Empty title="The form has no questions yet.">
        <a href={`/console/forms/${form.id}/edit`}>Add questions</a>
      </Empty>
    }
    columns={[
      { title: 'Question', cell: ({ label }) => <span safe>{label}</span> },
      { title: 'Kind', cell: ({ kind }) => <span safe>{kindNames[kind]}</span> },
      { title: 'Required', cell: ({ required }) => <span>{required ? 'yes' : 'no'}</span> },
      { title: 'Key', wide: true, cell: ({ key }) => <code safe>{key}</code> },
    ]}
  />
);

const Unpublished = ({ form, draft }: { readonly form: FormView; readonly draft: OpenDraft }) => (
  <p class="sheet attention">
    The form has <a href={`/console/forms/${form.id}/edit`}>changes that are not published</a>
    {draft.savedAt !== null && (
      <>
        , saved <Time at={draft.savedAt} />
      </>
    )}
    . {form.status === 'published' ? 'People still see it as it was.' : 'They are published with the form.'}
  </p>
);

/** One form: its address, its answers by day, its questions and its status. */
export function formPage(
  app: Routes,
  deps: Pick<
    WebDeps,
    | 'aggregates'
    | 'exclusively'
    | 'log'
    | 'newId'
    | 'now'
    | 'publicUrl'
    | 'publications'
    | 'queries'
    | 'revisions'
    | 'slugs'
  >,
): void {
  const { queries, aggregates, now } = deps;

  app.get(
    '/console/forms/:id',
    { config: { scope: 'forms:read' }, schema: { params: ById } },
    async (request, reply) => {
      const { id } = request.params;
      const form = await queries.forms.get(readableBy(request), id);
      if (!form) throw new ApiError('not_found', { message: `There is no form ${id}.` });
      const { account_id: account, title, status, description, version, submission_count: count } = form;
      const bars = await countByDay(queries.submissions, form, now());
      const draft = visitorIn(request).hasScope('forms:write') ? await readFormDraft(deps, id) : null;
      return show(
        reply,
        {
          title,
          account,
          crumbs: [['Forms', ofAccount('/console/forms', account)]],
          actions: <Actions request={request} form={form} />,
        },
        <>
          {draft !== null && isFormChanged(draft) ? <Unpublished form={form} draft={draft} /> : <></>}
          <p class="lead">
            <Badge state={status} /> <span safe>{description}</span>
          </p>
          <Facts
            facts={[
              [
                'Submissions',
                <a href={`${ofAccount('/console/submissions', account)}&form=${id}`}>{count}</a>,
              ],
              ['Of the last fourteen days', <Bars bars={bars} title="Submissions by day" />],
              ['What the answers say', <a href={`/console/forms/${id}/answers`}>Charts of each question</a>],
              [
                'Begun and completed',
                <a href={`/console/forms/${id}/completion`}>
                  The share that completes, and where people stop
                </a>,
              ],
              ['Version of the questions', <span>{version}</span>],
              ['Created', <Time at={form.created_at} />],
              ['Last change', <Time at={form.updated_at} />],
              ['History', <a href={`/console/history/form/${id}`}>Every change, and the form at any time</a>],
            ]}
          />
          <ShareSection form={form} address={addressOf(deps, request)} />
          <h2>Questions</h2>
          <Questions form={form} />
        </>,
      );
    },
  );

  app.post(
    '/console/forms/:id/status',
    { config: { scope: 'forms:write' }, schema: { params: ById, body: Type.Object({ status: Status }) } },
    async (request, reply) => {
      const { id: formId } = request.params;
      const { status } = request.body;
      const context = await contextFor(request, aggregates, 'form', formId);
      const open = status === 'published' ? await readFormDraft(deps, formId) : null;
      if (open && isFormChanged(open))
        return publishAndShow(deps, reply, { open, context, status: 'published' });
      const changed = valueOf(
        await changeForm(
          { ...deps, destinationChoices: queries.destinations.choosing },
          { formId, changes: { status } },
          context,
        ),
      );
      const note = status === 'draft' ? 'The form is a draft again.' : `The form is ${status}.`;
      return redirectAfterWrite(reply, changed, { to: `/console/forms/${formId}`, note });
    },
  );
}
