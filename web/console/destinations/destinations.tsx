import Type, { type Static } from 'typebox';
import { Cursor, Id as IdText } from '../../../api/contract/values.ts';
import type { DescribedChoice } from '../../../domain/destination/describe-choice.ts';
import { choicesOf } from '../../../projections/read-models/destinations/described-choices.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Pages } from '../../parts/pages.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { accountOf } from '../parts/account-choice.tsx';
import { listAddress } from '../parts/list-address.ts';
import type { Pager } from '../parts/pager.ts';
import { beginningOf } from '../parts/ranges.ts';
import type { Routes } from '../parts/routes.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { ChoiceMark } from './choice.tsx';
import { destinationStates, findDestinations } from './find-destinations.ts';
import { bucketsOf, type Health, healthOf, percentOf } from './health.ts';
import { describeCounts, HealthChart } from './health-chart.tsx';
import { lastEnabled } from './last-enabled.ts';
import { DestinationStatus, type Failures } from './status.tsx';

const title = 'Destinations';
const path = '/console/destinations';

const DestinationsQuery = Type.Object({
  account: Type.Optional(IdText),
  /** A part of the label or of the URL. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  state: Type.Optional(Type.Enum(destinationStates)),
  cursor: Type.Optional(Cursor),
});

/** The deliveries that are counted for all rows of a page together, and at least for each row. */
const [countedOnPage, countedInRow] = [10_000, 200];

type Row = DestinationView & {
  readonly health: Health;
  readonly failures: Failures;
  readonly counted: number;
  readonly choice: DescribedChoice | undefined;
};

/** The destinations with their health of the last 24 hours, and the questions that they have chosen. */
async function rowsOf(
  deps: Pick<WebDeps, 'log' | 'queries'>,
  items: readonly DestinationView[],
  now: Date,
): Promise<Row[]> {
  const { deliveries, attention } = deps.queries;
  const choices = await choicesOf(deps.queries, items);
  const limit = Math.max(countedInRow, Math.floor(countedOnPage / Math.max(1, items.length)));
  const since = beginningOf('24h', now);
  return Promise.all(
    items.map(async (destination, index) => {
      const [enabledAt, recent, attempts] = await Promise.all([
        lastEnabled(deps.log, destination.id),
        deliveries.brief(destination.id, { since, limit }),
        attention.failuresOf(destination.id),
      ]);
      const health = healthOf(recent, { since, now, limit, enabledAt, count: bucketsOf['24h'] });
      const failures = { attempts, deliveries: health.failuresInARow };
      return { ...destination, health, failures, counted: limit, choice: choices[index] };
    }),
  );
}

const Day = ({ row: { health, counted, id, account_id: account } }: { readonly row: Row }) => (
  <a class="day" href={`${ofAccount('/console/deliveries', account)}&destination=${id}&range=24h`}>
    <HealthChart
      class="spark"
      buckets={health.buckets}
      title={`Deliveries of the last 24 hours: ${describeCounts(health.counts)}`}
      height={22}
      bar={4}
    />
    {health.isCapped && <small safe>{` the last ${counted}`}</small>}
  </a>
);

const Success = ({ health: { successRate: rate, counts } }: { readonly health: Health }) =>
  rate === null ? (
    <span class="quiet">–</span>
  ) : (
    <span class={rate < 0.95 ? 'fault' : ''} title={describeCounts(counts)} safe>
      {percentOf(rate)}
    </span>
  );

const columns: readonly Column<Row>[] = [
  {
    title: 'Destination',
    cell: ({ id, label, url }) => (
      <span class="named">
        <a href={`${path}/${id}`} safe>
          {label}
        </a>
        <small safe>{url}</small>
      </span>
    ),
  },
  {
    title: 'State',
    cell: (row) => (
      <>
        <DestinationStatus destination={row} failures={row.failures} /> <ChoiceMark choice={row.choice} />
      </>
    ),
  },
  { title: 'Success', numeric: true, cell: ({ health }) => <Success health={health} /> },
  { title: 'Last 24 hours', cell: (row) => <Day row={row} /> },
  {
    title: 'Failed webhooks in a row',
    numeric: true,
    cell: ({ health: { failuresInARow: count } }) => (
      <span class={count > 0 ? 'fault' : 'quiet'}>{count}</span>
    ),
  },
  { title: 'Id', cell: ({ id }) => <Id id={id} href={`${path}/${id}`} short /> },
];

const Filters = ({ query, account }: { query: Static<typeof DestinationsQuery>; account: string }) => (
  <form method="get" action={path} class="filters" data-submit-on-change>
    <input type="hidden" name="account" value={attributeText(account)} />
    <label>
      <span>Name or address</span>
      <input type="search" name="search" maxlength="200" value={attributeText(query.search ?? '')} />
    </label>
    <Choice name="state" label="State" values={destinationStates} chosen={query.state} />
    <button type="submit">Filter</button>
  </form>
);

/** The list of an account's destinations, with the health of each. */
export function destinationPages(
  app: Routes,
  deps: Pick<WebDeps, 'log' | 'now' | 'queries'>,
  pager: Pager,
): void {
  const { queries, now } = deps;

  app.get(
    path,
    { config: { scope: 'webhooks:read' }, schema: { querystring: DestinationsQuery } },
    async (request, reply) => {
      const { account: asked, cursor, search, state } = request.query;
      const account = await accountOf(deps, request, reply, { title, path, account: asked });
      if (account === null) return reply;
      const filters = { search, state };
      const binding = ['pages', title, account, ...Object.values(filters).map((value) => value ?? null)];
      const page = await findDestinations(queries.destinations, account, {
        ...filters,
        ...pager.request(binding, cursor),
      });
      const add = visitorIn(request).hasScope('webhooks:write') ? (
        <a role="button" href={ofAccount(`${path}/new`, account)}>
          Add a destination
        </a>
      ) : (
        <></>
      );
      return show(
        reply,
        { title, account, actions: add },
        <>
          <Filters query={request.query} account={account} />
          <Table
            cards
            caption="Destinations, newest first"
            items={await rowsOf(deps, page.items, now())}
            columns={columns}
            empty={
              search !== undefined || state !== undefined ? (
                <Empty title="No destination matches these filters.">
                  <a href={ofAccount(path, account)}>Show all destinations</a>
                </Empty>
              ) : (
                <Empty title="No destinations yet.">
                  <p>A destination is one of your addresses; it receives a webhook for each submission.</p>
                  {add}
                </Empty>
              )
            }
          />
          <Pages
            next={pager.next(request.url, binding, page)}
            isLater={cursor !== undefined}
            first={listAddress(request.url, {})}
          />
        </>,
      );
    },
  );
}
