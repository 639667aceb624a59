import Type from 'typebox';
import { Cursor, Id as IdText } from '../../../api/contract/values.ts';
import { recoveryStatuses } from '../../../domain/recovery/decider.ts';
import type { RecoveryView } from '../../../projections/read-models/recoveries/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Pages } from '../../parts/pages.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { accountOf } from '../parts/account-choice.tsx';
import type { Pager } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { namesFor, type ThingNames } from '../parts/thing-links.tsx';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { Progress } from './progress.tsx';
import { Beginning, Target } from './selection.tsx';

const title = 'Recoveries';
const path = '/console/recoveries';

const columnsWith = (names: ThingNames): readonly Column<RecoveryView>[] => [
  {
    title: 'Recovery',
    cell: (recovery) => (
      <a href={`${path}/${recovery.id}`}>{recovery.action === 'cancel' ? 'Cancel' : 'Send again'}</a>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Badge state={status} /> },
  { title: 'Progress', cell: (recovery) => <Progress recovery={recovery} /> },
  { title: 'Passed over', numeric: true, cell: ({ passed_over: count }) => <span>{count}</span> },
  { title: 'Destination', cell: (recovery) => <Target recovery={recovery} names={names} /> },
  { title: 'Events since', wide: true, cell: (recovery) => <Beginning recovery={recovery} /> },
  { title: 'Begun', cell: ({ created_at: at }) => <Time at={at} /> },
  { title: 'Id', wide: true, cell: ({ id }) => <Id id={id} href={`${path}/${id}`} short /> },
];

const RecoveriesQuery = Type.Object({
  account: Type.Optional(IdText),
  status: Type.Optional(Type.Enum(recoveryStatuses)),
  cursor: Type.Optional(Cursor),
});

/** The list of an account's recoveries. */
export function recoveryPages(app: Routes, deps: Pick<WebDeps, 'queries'>, pager: Pager): void {
  const { queries } = deps;
  app.get(
    path,
    { config: { scope: 'webhooks:read' }, schema: { querystring: RecoveriesQuery } },
    async (request, reply) => {
      const { account: asked, status, cursor } = request.query;
      const account = await accountOf(deps, request, reply, { title, path, account: asked });
      if (account === null) return reply;
      const binding = ['pages', title, account, status ?? null];
      const page = await queries.recoveries.list(account, { status, ...pager.request(binding, cursor) });
      const names = await namesFor(deps, account, page.items);
      const begin = ofAccount(`${path}/new`, account);
      const canStart = visitorIn(request).hasScope('webhooks:write');
      return show(
        reply,
        {
          title,
          account,
          actions: canStart && (
            <a role="button" href={begin}>
              Recover webhooks
            </a>
          ),
        },
        <>
          <form method="get" action={path} class="filters" data-submit-on-change>
            <input type="hidden" name="account" value={account} />
            <Choice name="status" label="Status" values={recoveryStatuses} chosen={status} />
            <button type="submit">Filter</button>
          </form>
          <div
            id="recoveries"
            {...(page.items.some((recovery) => recovery.is_unfinished) && {
              'hx-get': request.url,
              'hx-trigger': 'every 2s',
              'hx-select': '#recoveries',
              'hx-swap': 'outerHTML',
            })}
          >
            <Table
              cards
              caption="Recoveries, newest first"
              items={page.items}
              columns={columnsWith(names)}
              empty={
                <Empty title="No recoveries match.">
                  <p>
                    A recovery sends webhooks again that failed, or that were skipped while a receiver was
                    down. A cancellation cancels waiting webhooks.
                  </p>
                  {canStart && <a href={begin}>See what could be recovered</a>}
                </Empty>
              }
            />
          </div>
          <Pages
            next={pager.next(request.url, binding, page)}
            isLater={cursor !== undefined}
            first={ofAccount(path, account)}
          />
        </>,
      );
    },
  );
}
