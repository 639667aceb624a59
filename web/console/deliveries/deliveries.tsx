import { heldAmong } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { DeliverySummary } from '../../../projections/read-models/deliveries/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Pages } from '../../parts/pages.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { listAddress } from '../parts/list-address.ts';
import { type Choice, choose, destinationsOf, formsOf } from '../parts/named.ts';
import { UnclearChoice } from '../parts/named-choice.tsx';
import { namesBy } from '../parts/names-by.ts';
import type { Pager } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { namesFor } from '../parts/thing-links.tsx';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { DeliveryFilters, DeliveryQuery, isFiltered, readConditions } from './filters.tsx';
import { RecoverLink } from './recover-link.tsx';

const title = 'Deliveries';
const path = '/console/deliveries';

/** The destination and the form that a list of deliveries is limited to. */
interface About {
  readonly destination: Choice;
  readonly form: Choice;
}

/** The ids as they are: among all accounts, nothing is found by its name. */
const asIds = ({ destination, form }: DeliveryQuery): About => {
  const given = (id: string | undefined): Choice =>
    id === undefined ? { kind: 'none' } : { kind: 'thing', id, name: null, isTyped: false };
  return { destination: given(destination), form: given(form) };
};

const idOf = (choice: Choice): string | undefined => (choice.kind === 'thing' ? choice.id : undefined);

/** The address that names by their ids what was typed; null if nothing was typed. */
function addressWithIds(url: string, about: About): string | null {
  const typed = Object.entries(about).flatMap(([name, choice]: [string, Choice]) =>
    choice.kind === 'thing' && choice.isTyped ? [[name, choice.id] as const] : [],
  );
  return typed.length === 0 ? null : listAddress(url, Object.fromEntries(typed));
}

const NoDeliveries = ({
  query,
  account,
}: {
  readonly query: DeliveryQuery;
  readonly account: string | null;
}) =>
  isFiltered(query) ? (
    <Empty title="No delivery matches these filters.">
      <a href={ofAccount(path, account)}>Show all deliveries</a>
    </Empty>
  ) : (
    <Empty title="No deliveries yet.">
      <p>A delivery appears here as soon as an event occurs that an enabled destination subscribes to.</p>
      <a href={ofAccount('/console/destinations', account)}>See the destinations</a>
    </Empty>
  );

/** The delivery log. */
export function deliveryPages(
  app: Routes,
  deps: Pick<WebDeps, 'budgetWaits' | 'now' | 'queries'>,
  pager: Pager,
): void {
  const { queries, now } = deps;

  const accountsOf = (items: readonly DeliverySummary[]) =>
    namesBy(new Set(items.map(({ account_id: id }) => id)), (id) => queries.accounts.get(id));

  /** The filters by name, and what they offer; null for the list of all accounts. */
  async function filtersOf(account: string | null, query: DeliveryQuery) {
    if (account === null) return { things: null, offered: null, about: asIds(query) };
    const things = { destinations: destinationsOf(deps, account), forms: formsOf(deps, account) };
    const [destinations, forms, destination, form] = await Promise.all([
      things.destinations.offered(),
      things.forms.offered(),
      choose(things.destinations, query.destination),
      choose(things.forms, query.form),
    ]);
    return { things, offered: { destinations, forms }, about: { destination, form } };
  }

  app.get(
    path,
    { config: { scope: 'webhooks:read' }, schema: { querystring: DeliveryQuery } },
    async (request, reply) => {
      const { query, url } = request;
      const { cursor, account, live } = query;
      // Operators may look at all accounts together.
      const accountId = visitorIn(request).accountId ?? account ?? null;
      const { things, offered, about } = await filtersOf(accountId, query);
      const address = addressWithIds(url, about);
      if (address !== null) return reply.redirect(address, 303);
      const conditions = {
        destinationId: idOf(about.destination),
        formId: idOf(about.form),
        ...readConditions(query, now()),
      };
      const binding = ['pages', title, accountId, ...Object.values(conditions).map((value) => value ?? null)];
      const isUnclear = Object.values(about).some(({ kind }) => kind === 'unclear');
      const page = isUnclear
        ? { items: [], next: null }
        : await queries.deliveries.list(accountId, { ...conditions, ...pager.request(binding, cursor) });
      const [held, names, accounts] = await Promise.all([
        heldAmong(deps, page.items),
        namesFor(deps, accountId, page.items),
        accountId === null ? accountsOf(page.items) : null,
      ]);
      return show(
        reply,
        {
          title,
          account: accountId,
          actions:
            accountId !== null && !isUnclear && visitorIn(request).hasScope('webhooks:write') ? (
              <RecoverLink account={accountId} {...conditions} />
            ) : (
              <></>
            ),
        },
        <>
          <DeliveryFilters query={query} account={accountId} offered={offered} {...about} />
          {things ? (
            <>
              <UnclearChoice
                things={things.destinations}
                choice={about.destination}
                addressOf={(id) => listAddress(url, { destination: id })}
              />
              <UnclearChoice
                things={things.forms}
                choice={about.form}
                addressOf={(id) => listAddress(url, { form: id })}
              />
            </>
          ) : (
            <></>
          )}
          <div
            id="deliveries"
            {...(live === 'on' && {
              'hx-get': url,
              'hx-trigger': 'every 2s',
              'hx-select': '#deliveries',
              'hx-swap': 'outerHTML',
            })}
          >
            <DeliveryTable
              request={request}
              items={page.items}
              held={held}
              names={names}
              accounts={accounts}
              empty={<NoDeliveries query={query} account={accountId} />}
            />
          </div>
          <Pages
            next={pager.next(url, binding, page)}
            isLater={cursor !== undefined}
            first={listAddress(url, {})}
          />
        </>,
      );
    },
  );
}
