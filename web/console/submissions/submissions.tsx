import { erasingIn } from '../../../projections/queries/open-erasures.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Empty } from '../../parts/empty.tsx';
import { Pages } from '../../parts/pages.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { accountOf } from '../parts/account-choice.tsx';
import { listAddress } from '../parts/list-address.ts';
import { choose, formsOf } from '../parts/named.ts';
import { UnclearChoice } from '../parts/named-choice.tsx';
import type { Pager } from '../parts/pager.ts';
import { mayErase } from '../parts/require-eraser.ts';
import type { Routes } from '../parts/routes.ts';
import { ofAccount, show } from '../shell.tsx';
import { ConditionChips } from './answer-filter-controls.tsx';
import { chartsAddress } from './charts-address.ts';
import { SelectionActs } from './chosen-rows.tsx';
import { columnChoice, ColumnsForm, columnsOf } from './columns.tsx';
import { DownloadForm, DownloadLinks } from './download.tsx';
import { downloadRoutes } from './download-routes.ts';
import { Filters } from './filter-controls.tsx';
import { filtersIn, isFiltered, SubmissionsQuery } from './filters.ts';
import { findSubmissions, nothingFound } from './find-submissions.ts';
import { LongAnswers, Searched } from './searched.tsx';
import { SubmissionTable } from './submission-table.tsx';

const title = 'Submissions';
const path = '/console/submissions';

const NoSubmissions = ({ isLimited, account }: { readonly isLimited: boolean; readonly account: string }) =>
  isLimited ? (
    <Empty title="No submission matches these filters.">
      <a href={ofAccount(path, account)}>Show all submissions</a>
    </Empty>
  ) : (
    <Empty title="No submissions yet.">
      <p>Publish a form and share its link; answers appear here as they arrive.</p>
      <a href={ofAccount('/console/forms', account)}>See the forms</a>
    </Empty>
  );

/** The list of submissions, and their download. */
export function submissionPages(
  app: Routes,
  deps: Pick<
    WebDeps,
    'aggregates' | 'contents' | 'fileLinkKeys' | 'log' | 'now' | 'publicUrl' | 'queries' | 'requireClean'
  >,
  pager: Pager,
): void {
  const { queries, aggregates } = deps;
  const config = { scope: 'submissions:read' } as const;
  columnChoice(app);

  app.get(path, { config, schema: { querystring: SubmissionsQuery } }, async (request, reply) => {
    const { query, url } = request;
    const account = await accountOf(deps, request, reply, { title, path, account: query.account });
    if (account === null) return reply;
    const things = formsOf(deps, account);
    const [offered, choice] = await Promise.all([things.offered(), choose(things, query.form)]);
    if (choice.kind === 'thing' && choice.isTyped)
      return reply.redirect(listAddress(url, { form: choice.id }), 303);
    const formId = choice.kind === 'thing' ? choice.id : undefined;
    const filters = filtersIn(query);
    const binding = ['pages', title, account, formId ?? null, JSON.stringify(filters)];
    const [found, form, erasing] = await Promise.all([
      choice.kind === 'unclear'
        ? nothingFound
        : findSubmissions(deps, account, formId, query, pager.request(binding, query.cursor)),
      formId === undefined ? null : queries.forms.get(account, formId),
      erasingIn(aggregates, account),
    ]);
    const items = found.items.filter(({ id }) => !erasing.has(id));
    const shown = form && columnsOf(request, form);
    const titles = await queries.forms.titles(account, form ? [] : items.map(({ form_id: id }) => id));
    const next = pager.next(url, binding, found);
    return show(
      reply,
      {
        title,
        account,
        actions: <DownloadLinks form={formId} filters={filters} />,
        scripts: ['selection.js'],
      },
      <>
        <Filters
          query={query}
          account={account}
          forms={offered}
          form={choice}
          version={form?.version ?? null}
          fields={form?.fields ?? []}
        />
        {form ? <ConditionChips filters={filters} fields={form.fields} url={url} /> : <></>}
        <UnclearChoice things={things} choice={choice} addressOf={(id) => listAddress(url, { form: id })} />
        <div class="tools">
          {formId !== undefined && <DownloadForm form={formId} filters={filters} />}
          {form && shown ? <ColumnsForm request={request} form={form} shown={shown} /> : <></>}
          {form ? <a href={attributeText(chartsAddress(form, filters))}>Charts of the answers</a> : <></>}
        </div>
        <div id="found">
          {formId !== undefined && items.length > 0 && (
            <SelectionActs form={formId} filters={filters} mayErase={mayErase(request)} />
          )}
          <SubmissionTable
            items={items}
            shown={shown}
            titles={titles}
            empty={
              found.lookedBackTo === null ? (
                <NoSubmissions isLimited={query.form !== undefined || isFiltered(query)} account={account} />
              ) : (
                <></>
              )
            }
          />
          <Searched lookedBackTo={found.lookedBackTo} next={next} isEmpty={items.length === 0} />
          <LongAnswers backTo={found.longAnswersBackTo} />
          <Pages next={next} isLater={query.cursor !== undefined} first={listAddress(url, {})} />
        </div>
      </>,
    );
  });

  downloadRoutes(app, deps);
}
