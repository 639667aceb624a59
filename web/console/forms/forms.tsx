import Type, { type Static } from 'typebox';
import { Cursor, Id as IdText, Status } from '../../../api/contract/values.ts';
import { formStatuses } from '../../../domain/form/decider.ts';
import type { Keyset } from '../../../projections/queries/keyset.ts';
import type { FormQueries, FormSummary } from '../../../projections/read-models/forms/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { accountOf } from '../parts/account-choice.tsx';
import { listAddress } from '../parts/list-address.ts';
import type { Pager } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';

const FormsQuery = Type.Object({
  account: Type.Optional(IdText),
  status: Type.Optional(Status),
  /** A part of the title. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  cursor: Type.Optional(Cursor),
});
type FormsQuery = Static<typeof FormsQuery>;

const title = 'Forms';
const path = '/console/forms';

/** A search looks at so many of the newest forms. */
const searchedForms = 1_000;
const searchedAtOnce = 100;

/** The newest forms whose title contains a text, in any case. */
async function formsWith(
  forms: Pick<FormQueries, 'list'>,
  account: string,
  { status, search = '' }: FormsQuery,
): Promise<FormSummary[]> {
  const found: FormSummary[] = [];
  let after: Keyset | undefined;
  for (let looked = 0; looked < searchedForms; looked += searchedAtOnce) {
    const page = await forms.list(account, { status, limit: searchedAtOnce, after });
    found.push(...page.items.filter((form) => form.title.toLowerCase().includes(search.toLowerCase())));
    if (page.next === null) break;
    after = page.next;
  }
  return found;
}

const Filters = ({ query, account }: { readonly query: FormsQuery; readonly account: string }) => (
  <form method="get" action={path} class="filters" data-submit-on-change>
    <input type="hidden" name="account" value={account} />
    <label>
      <span>Title</span>
      <input type="search" name="search" value={query.search ?? ''} />
    </label>
    <Choice name="status" label="Status" values={formStatuses} chosen={query.status} />
    <button type="submit">Filter</button>
  </form>
);

const FormTable = ({
  items,
  empty,
}: {
  readonly items: readonly FormSummary[];
  readonly empty: JSX.Element;
}) => (
  <Table
    cards
    caption="Forms, newest first"
    items={items}
    empty={empty}
    columns={[
      {
        title: 'Form',
        cell: ({ id, title: text }) => (
          <a href={`${path}/${id}`} safe>
            {text}
          </a>
        ),
      },
      { title: 'Status', cell: ({ status }) => <Badge state={status} /> },
      {
        title: 'Submissions',
        numeric: true,
        cell: ({ id, account_id, submission_count: count }) => (
          <a href={`${ofAccount('/console/submissions', account_id)}&form=${id}`}>{count}</a>
        ),
      },
      { title: 'Last change', cell: ({ updated_at: at }) => <Time at={at} /> },
      { title: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
      { title: 'Id', cell: ({ id }) => <Id id={id} short /> },
    ]}
  />
);

/** The list of an account's forms. */
export function formPages(app: Routes, deps: Pick<WebDeps, 'queries'>, pager: Pager): void {
  const { queries } = deps;
  app.get(
    path,
    { config: { scope: 'forms:read' }, schema: { querystring: FormsQuery } },
    async (request, reply) => {
      const { query } = request;
      const account = await accountOf(deps, request, reply, { title, path, account: query.account });
      if (account === null) return reply;
      const binding = ['pages', title, account, query.status ?? null];
      const page =
        query.search === undefined
          ? await queries.forms.list(account, {
              status: query.status,
              ...pager.request(binding, query.cursor),
            })
          : { items: await formsWith(queries.forms, account, query), next: null };
      const canWrite = visitorIn(request).hasScope('forms:write');
      const create = canWrite && (
        <a role="button" href={ofAccount(`${path}/new`, account)}>
          New form
        </a>
      );
      return show(
        reply,
        { title, account, actions: create },
        <>
          <Filters query={query} account={account} />
          <FormTable
            items={page.items}
            empty={
              query.search !== undefined || query.status !== undefined ? (
                <Empty title="No form matches these filters.">
                  <a href={ofAccount(path, account)}>Show all forms</a>
                </Empty>
              ) : (
                <Empty title="No forms yet.">
                  <p>Each form has an address of its own; its answers arrive here.</p>
                  {canWrite && <a href={ofAccount(`${path}/new`, account)}>Create a form</a>}
                </Empty>
              )
            }
          />
          <Pages
            next={pager.next(request.url, binding, page)}
            isLater={query.cursor !== undefined}
            first={listAddress(request.url, {})}
          />
        </>,
      );
    },
  );
}
