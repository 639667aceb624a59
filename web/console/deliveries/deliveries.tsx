import type { FastifyRequest } from 'fastify';
import { heldAmong } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { DeliverySummary } from '../../../projections/read-models/deliveries/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { Outcome } from '../parts/outcome.tsx';
import type { Pager } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { SendAgain } from '../parts/send-again.tsx';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { DeliveryFilters, DeliveryQuery, readConditions } from './filters.tsx';

type HeldReasons = Awaited<ReturnType<typeof heldAmong>>;

const NextAttempt = ({
  delivery,
  held,
}: {
  readonly delivery: DeliverySummary;
  readonly held: HeldReasons;
}) => {
  const reason = held(delivery);
  if (reason !== null) return <Badge state={reason} tone="bad" />;
  return <Time at={delivery.next_attempt_at} />;
};

const LastAttempt = ({ delivery }: { readonly delivery: DeliverySummary }) => (
  <>
    <Outcome outcome={delivery.last_outcome} />
    {delivery.attempt_count > 1 && <small safe>{` ${delivery.attempt_count} attempts`}</small>}
  </>
);

interface TableProps {
  readonly request: FastifyRequest;
  readonly items: readonly DeliverySummary[];
  readonly held: HeldReasons;
}

const DeliveryTable = ({ request, items, held }: TableProps) => (
  <Table
    caption="Deliveries, newest first"
    items={items}
    empty={
      <Empty title="No deliveries match.">
        <p>A delivery appears here as soon as an event occurs that an enabled destination subscribes to.</p>
        <a href="/console/destinations">See the destinations</a>
      </Empty>
    }
    columns={[
      { title: 'Delivery', cell: ({ id }) => <Id id={id} href={`/console/deliveries/${id}`} /> },
      { title: 'Event time', cell: ({ created_at: at }) => <Time at={at} /> },
      { title: 'Status', cell: ({ status }) => <Badge state={status} /> },
      { title: 'Last attempt', cell: (delivery) => <LastAttempt delivery={delivery} /> },
      { title: 'Next attempt', cell: (delivery) => <NextAttempt delivery={delivery} held={held} /> },
      { title: 'Event', cell: ({ kind }) => <span>{kind}</span> },
      {
        title: 'Destination',
        wide: true,
        cell: ({ destination_id: id }) => <Id id={id} href={`/console/destinations/${id}`} />,
      },
      {
        title: 'Submission',
        wide: true,
        cell: ({ submission_id: id }) =>
          id === null ? <span class="quiet">–</span> : <Id id={id} href={`/console/submissions/${id}`} />,
      },
      { title: '', cell: (delivery) => <SendAgain request={request} delivery={delivery} /> },
    ]}
  />
);

/** The delivery log. */
export function deliveryPages(
  app: Routes,
  deps: Pick<WebDeps, 'budgetWaits' | 'now' | 'queries'>,
  pager: Pager,
): void {
  const { queries, now } = deps;
  const title = 'Deliveries';
  const path = '/console/deliveries';

  app.get(
    path,
    { config: { scope: 'webhooks:read' }, schema: { querystring: DeliveryQuery } },
    async (request, reply) => {
      const { cursor, account, live } = request.query;
      // Operators may look at all accounts together.
      const accountId = visitorIn(request).accountId ?? account ?? null;
      const conditions = readConditions(request.query, now());
      const binding = ['pages', title, accountId, ...Object.values(conditions).map((value) => value ?? null)];
      const page = await queries.deliveries.list(accountId, {
        ...conditions,
        ...pager.request(binding, cursor),
      });
      const held = await heldAmong(deps, page.items);
      return show(
        reply,
        { title, account: accountId },
        <>
          <DeliveryFilters query={request.query} />
          <div
            id="deliveries"
            {...(live === 'on' && {
              'hx-get': request.url,
              'hx-trigger': 'every 2s',
              'hx-select': '#deliveries',
              'hx-swap': 'outerHTML',
            })}
          >
            <DeliveryTable request={request} items={page.items} held={held} />
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
