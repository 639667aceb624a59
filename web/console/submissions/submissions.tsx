import Type, { type Static } from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import type { Format } from '../../../api/contract/submissions/exports.ts';
import { ById, Cursor, Id as IdText } from '../../../api/contract/values.ts';
import { sendSubmissions } from '../../../api/exports/downloads.ts';
import { fileLinks } from '../../../api/requests/file-links.ts';
import { submissionStatuses } from '../../../domain/submission/status.ts';
import { erasingIn } from '../../../projections/queries/open-erasures.ts';
import type { FormSummary } from '../../../projections/read-models/forms/queries.ts';
import type {
  SubmissionSummary,
  SubmissionView,
} from '../../../projections/read-models/submissions/queries.ts';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Pages } from '../../parts/pages.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { accountOf } from '../parts/account-choice.tsx';
import type { Pager } from '../parts/pager.ts';
import { beginningOf, Range, rangeChoices } from '../parts/ranges.ts';
import type { Routes } from '../parts/routes.ts';
import { ofAccount, show } from '../shell.tsx';
import { ShortAnswer } from './answer.tsx';
import { AnyDownload, downloadAddress, DownloadForm, DownloadLinks, DownloadQuery } from './download.tsx';
import { correctedColumn, progressColumns, statusNames } from './progress.tsx';

const SubmissionsQuery = Type.Object({
  account: Type.Optional(IdText),
  form: Type.Optional(IdText),
  range: Type.Optional(Range),
  status: Type.Optional(Type.Enum(submissionStatuses)),
  cursor: Type.Optional(Cursor),
});
type SubmissionsQuery = Static<typeof SubmissionsQuery>;

/** The number of forms to choose from, and of questions that have a column. */
const [offeredForms, shownQuestions] = [100, 6];

const title = 'Submissions';
const path = '/console/submissions';

interface FiltersProps {
  readonly query: SubmissionsQuery;
  readonly forms: readonly FormSummary[];
  readonly account: string;
}

const Filters = ({ query, forms, account }: FiltersProps) => (
  <form method="get" action={path} class="filters" data-submit-on-change>
    <input type="hidden" name="account" value={account} />
    <Choice
      name="form"
      label="Form"
      values={forms.map(({ id, title: text }) => [id, text] as const)}
      chosen={query.form}
    />
    <Choice name="range" label="Time" values={rangeChoices} chosen={query.range} />
    <Choice name="status" label="Status" values={statusNames} chosen={query.status} />
    <button type="submit">Filter</button>
  </form>
);

type Row = SubmissionSummary & Partial<Pick<SubmissionView, 'answers'>>;

const own: readonly Column<Row>[] = [
  { title: 'Submission', cell: ({ id }) => <Id id={id} href={`${path}/${id}`} /> },
  ...progressColumns,
];

const formColumn: Column<Row> = {
  title: 'Form',
  cell: ({ form_id, form_title }) => (
    <a href={`/console/forms/${form_id}`} safe>
      {form_title}
    </a>
  ),
};

/** A column for each of the first questions that the newest submission answers. */
function answerColumns(rows: readonly Row[]): Column<Row>[] {
  const questions = rows[0]?.answers?.slice(0, shownQuestions) ?? [];
  return questions.map(({ fieldId, label }) => ({
    title: label,
    cell: ({ answers = [] }) => (
      <ShortAnswer display={answers.find((one) => one.fieldId === fieldId)?.display ?? null} />
    ),
  }));
}

/** The list of submissions, and their download. */
export function submissionPages(
  app: Routes,
  deps: Pick<
    WebDeps,
    'aggregates' | 'contents' | 'fileLinkKeys' | 'log' | 'now' | 'publicUrl' | 'queries' | 'requireClean'
  >,
  pager: Pager,
): void {
  const { queries, aggregates, now } = deps;
  const config = { scope: 'submissions:read' } as const;

  app.get(path, { config, schema: { querystring: SubmissionsQuery } }, async (request, reply) => {
    const { form: formId, range, status, cursor, account: asked } = request.query;
    const account = await accountOf(deps, request, reply, { title, path, account: asked });
    if (account === null) return reply;
    const since = range && beginningOf(range, now());
    const binding = ['pages', title, account, formId ?? null, since ?? null, status ?? null];
    const place = { since, status, ...pager.request(binding, cursor) };
    const [page, { items: forms }] = await Promise.all([
      formId === undefined
        ? queries.submissions.list(account, place)
        : queries.submissions.newestFirst(account, { ...place, formId }),
      queries.forms.list(account, { limit: offeredForms }),
    ]);
    const erasing = await erasingIn(aggregates, account);
    const items: readonly Row[] = page.items.filter(({ id }) => !erasing.has(id));
    return show(
      reply,
      { title, account, actions: <DownloadLinks form={formId} range={range} /> },
      <>
        <Filters query={request.query} forms={forms} account={account} />
        {formId !== undefined && <DownloadForm form={formId} range={range} />}
        <Table
          caption="Submissions, newest first"
          items={items}
          columns={[...own, ...(formId === undefined ? [formColumn] : answerColumns(items)), correctedColumn]}
          empty={
            <Empty title="No submissions match.">
              <p>Publish a form and share its link; answers appear here as they arrive.</p>
              <a href={ofAccount('/console/forms', account)}>See the forms</a>
            </Empty>
          }
        />
        <Pages
          next={pager.next(request.url, binding, page)}
          isLater={cursor !== undefined}
          first={ofAccount(path, account)}
        />
      </>,
    );
  });

  for (const format of ['csv', 'xlsx', 'ndjson', 'zip'] as const satisfies (Format | 'zip')[])
    app.get(
      `/console/forms/:id/submissions.${format}`,
      { config, schema: { params: ById, querystring: DownloadQuery } },
      async (request, reply) => {
        const { id: formId } = request.params;
        const { accountId } = await contextFor(request, aggregates, 'form', formId);
        const { range, ...options } = request.query;
        const since = range && beginningOf(range, now());
        const isArchive = format === 'zip';
        const selected = {
          queries: queries.submissions,
          accountId,
          formId,
          since,
          linkOf: fileLinks(deps, request),
        };
        return sendSubmissions(reply, deps, isArchive ? 'csv' : format, options, selected, isArchive);
      },
    );

  app.get(
    '/console/forms/:id/submissions',
    { config, schema: { params: ById, querystring: AnyDownload } },
    async (request, reply) => {
      const { id: formId } = request.params;
      await contextFor(request, aggregates, 'form', formId);
      return reply.redirect(downloadAddress(formId, request.query), 303);
    },
  );
}
