import type { OutcomeCount } from '../../../projections/read-models/deliveries/recent-deliveries.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Facts, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { describeOutcome } from '../parts/outcome.tsx';
import { beginningOf, type Range, rangeNames } from '../parts/ranges.ts';
import { ofAccount } from '../shell.tsx';
import { bucketsOf, type DeliveryGroup, deliveryGroups, type Health, healthOf, percentOf } from './health.ts';
import { describeCounts, HealthChart } from './health-chart.tsx';
import { lastEnabled } from './last-enabled.ts';

/** The most deliveries that the page of a destination counts. */
const maxCounted = 10_000;

export interface Traffic {
  readonly range: Range;
  readonly since: string;
  readonly health: Health;
  readonly outcomes: readonly OutcomeCount[];
}

/** Counts the deliveries to a destination in a range. */
export async function readTraffic(
  { log, queries, now }: Pick<WebDeps, 'log' | 'queries' | 'now'>,
  destinationId: string,
  range: Range,
): Promise<Traffic> {
  const at = now();
  const since = beginningOf(range, at);
  const request = { since, limit: maxCounted };
  const [enabledAt, recent, outcomes] = await Promise.all([
    lastEnabled(log, destinationId),
    queries.deliveries.brief(destinationId, request),
    queries.deliveries.outcomes(destinationId, request),
  ]);
  const health = healthOf(recent, { ...request, enabledAt, now: at, count: bucketsOf[range] });
  return { range, since, health, outcomes };
}

const lengths: Readonly<Record<Range, string>> = {
  '1h': 'hour',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

const Ranges = ({ path, chosen }: { readonly path: string; readonly chosen: Range }) => (
  <nav class="tabs" aria-label="Range">
    {rangeNames.map((range) => (
      <a
        href={`${path}?range=${range}`}
        hx-get={`${path}?range=${range}`}
        hx-select="#traffic"
        hx-target="#traffic"
        hx-swap="outerHTML"
        {...(range === chosen && { 'aria-current': 'true' as const })}
      >
        {range}
      </a>
    ))}
  </nav>
);

/** The groups in words, and the status that the delivery log filters them by. */
const groups: Readonly<Record<DeliveryGroup, readonly [label: string, status: string]>> = {
  delivered: ['Delivered', 'succeeded'],
  retrying: ['Failed so far, will be retried', 'pending'],
  failed: ['Given up', 'exhausted'],
  waiting: ['Not tried yet', 'pending'],
  skipped: ['Skipped while disabled', 'skipped'],
  cancelled: ['Cancelled', 'cancelled'],
};

interface TrafficProps {
  readonly destination: Pick<DestinationView, 'id' | 'account_id'>;
  readonly traffic: Traffic;
  /** Whether the visitor may begin a recovery, and the destination would receive it. */
  readonly isRecoverable: boolean;
}

const Numbers = ({ traffic: { health } }: Pick<TrafficProps, 'traffic'>) => {
  const { counts, successRate: rate, failuresInARow: streak } = health;
  const shown = deliveryGroups.filter((group) => counts[group] > 0 || group === 'delivered');
  return (
    <Facts
      facts={[
        [
          'Success rate',
          rate === null ? <span class="quiet">–</span> : <strong safe>{percentOf(rate)}</strong>,
        ],
        [
          'Error rate',
          rate === null ? <span class="quiet">–</span> : <strong safe>{percentOf(1 - rate)}</strong>,
        ],
        ['Failed webhooks in a row', <strong class={streak > 0 ? 'fault' : ''}>{streak}</strong>],
        ...shown.map((group) => [groups[group][0], <strong>{counts[group]}</strong>] as const),
      ]}
    />
  );
};

/** The words for an outcome, the badge's tone, and what helps. */
function describeCount({ outcome }: OutcomeCount) {
  if (outcome === null) return { reason: 'Not tried', advice: null };
  return outcome.kind === 'response'
    ? describeOutcome({ ...outcome, excerpt: '' })
    : describeOutcome({ ...outcome, message: '' });
}

const Breakdown = ({ traffic: { outcomes, health } }: Pick<TrafficProps, 'traffic'>) => (
  <Table
    caption="Deliveries by the outcome of their last attempt"
    items={outcomes}
    empty={<Empty title="Nothing was sent in this time." />}
    columns={[
      {
        title: 'Last attempt',
        cell: (row) => {
          const { reason, advice } = describeCount(row);
          const tone = row.outcome === null ? 'quiet' : advice === null ? 'good' : 'bad';
          return <Badge state={reason} tone={tone} />;
        },
      },
      { title: 'Deliveries', numeric: true, cell: ({ count }) => <span>{count}</span> },
      {
        title: 'Share',
        numeric: true,
        cell: ({ count }) => <span safe>{percentOf(count / Math.max(1, health.total))}</span>,
      },
      { title: 'What helps', wide: true, cell: (row) => <span safe>{describeCount(row).advice ?? ''}</span> },
    ]}
  />
);

/** The deliveries to a destination in a range: rates, counts, a chart, and what the receiver answered. */
export const TrafficSection = ({ destination, traffic, isRecoverable }: TrafficProps) => {
  const { id, account_id: account } = destination;
  const { range, since, health } = traffic;
  const undelivered = health.counts.failed + health.counts.skipped;
  const recovery = `${ofAccount('/console/recoveries/new', account)}&destination=${id}&since=${encodeURIComponent(since)}`;
  return (
    <section id="traffic">
      <div class="heading">
        <h2>Health</h2>
        <Ranges path={`/console/destinations/${id}`} chosen={range} />
      </div>
      <Numbers traffic={traffic} />
      <figure class="sheet">
        <HealthChart
          class="wide-chart"
          buckets={health.buckets}
          title={`Deliveries of the last ${lengths[range]}: ${describeCounts(health.counts)}`}
          height={72}
          bar={20}
        />
        <figcaption>
          <Time at={since} />
          <span>
            <span class="key good">delivered</span> <span class="key bad">failed or tried again</span>{' '}
            <span class="key idle">not sent</span>
          </span>
          <span>now</span>
        </figcaption>
      </figure>
      <p class="quiet small">
        <span safe>
          {health.isCapped
            ? `Of the last ${maxCounted} deliveries; there were more in this time.`
            : `All ${health.total} deliveries of events of the last ${lengths[range]}.`}
        </span>{' '}
        Tests are not counted.{' '}
        <a href={`${ofAccount('/console/deliveries', account)}&destination=${id}&range=${range}`}>
          See each delivery
        </a>
        {isRecoverable && undelivered > 0 && (
          <>
            {' · '}
            <a href={recovery} safe>{`Recover the ${undelivered} that did not arrive`}</a>
          </>
        )}
      </p>
      <h3>Answers</h3>
      <Breakdown traffic={traffic} />
    </section>
  );
};
