import type { ModelStatus } from '../../../projections/generations/control/control-types.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Facts, Table } from '../../parts/table.tsx';
import { durationOf, Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { ServiceActivity } from './activity.ts';

/** The plots that move show so many minutes, a point for so many seconds. */
export const [plottedMinutes, stepSeconds] = [15, 10];
const countedDeliveries = 1_000;

export type LiveDeps = Pick<WebDeps, 'activity' | 'now' | 'projections' | 'queries' | 'queue'>;

/** The numbers of this moment. */
export async function readNumbers({ queue, projections, queries, activity, now }: LiveDeps) {
  const [{ due, oldest }, models, running] = await Promise.all([
    queue.depth(now().toISOString(), countedDeliveries),
    projections.status(),
    queries.recoveries.running(countedDeliveries),
  ]);
  return { due, oldest, models, running, lastMinute: sumsOf(activity) };
}

function sumsOf(activity: ServiceActivity) {
  const { submissions, succeeded, failed } = activity.series(1, 1);
  const sum = (line: readonly number[]) => line.reduce((a, b) => a + b, 0);
  return { submissions: sum(submissions), succeeded: sum(succeeded), failed: sum(failed) };
}

interface NumbersProps {
  readonly numbers: Awaited<ReturnType<typeof readNumbers>>;
  readonly at: Date;
}

export const Numbers = ({ numbers, at }: NumbersProps) => {
  const { due, oldest, models, running, lastMinute } = numbers;
  const waiting = oldest === null ? 0 : at.getTime() - Date.parse(oldest);
  return (
    <div id="numbers" hx-get="/console/overview/numbers" hx-trigger="every 2s" hx-swap="outerHTML">
      <Facts
        facts={[
          ['Submissions in the last minute', <strong>{lastMinute.submissions}</strong>],
          ['Attempts that succeeded', <strong>{lastMinute.succeeded}</strong>],
          ['Attempts that failed', <strong>{lastMinute.failed}</strong>],
          [
            'Due now',
            <span>
              <strong>{due}</strong>
              {due === countedDeliveries ? ' or more' : ''}
            </span>,
          ],
          [
            'Oldest due since',
            oldest === null ? <span class="quiet">–</span> : <span safe>{durationOf(waiting)}</span>,
          ],
          ['Recoveries in progress', <strong>{running.length}</strong>],
        ]}
      />
      <h3>Read models</h3>
      <Models models={models} />
    </div>
  );
};

const Models = ({ models }: { readonly models: readonly ModelStatus[] }) => (
  <Table
    caption="Read models and processes"
    items={models.filter(({ kind }) => kind !== 'verification')}
    empty={<Empty title="No process runs a read model." />}
    columns={[
      {
        title: 'Name',
        cell: ({ name }) => (
          <a href={`/console/projections/${encodeURIComponent(name)}`} safe>
            {name}
          </a>
        ),
      },
      { title: 'Kind', wide: true, cell: ({ kind }) => <span>{kind}</span> },
      { title: 'State', cell: ({ state }) => <Badge state={state} /> },
      {
        title: 'Behind by',
        numeric: true,
        cell: ({ lag_events: lag }) => <span safe>{`${lag} events`}</span>,
      },
      {
        title: 'Lag',
        numeric: true,
        cell: ({ lag_seconds: lag }) => <span safe>{durationOf(lag * 1_000)}</span>,
      },
      {
        title: 'Parked',
        numeric: true,
        cell: ({ parked }) =>
          parked === 0 ? <span>0</span> : <Badge state={`${parked} parked`} tone="bad" />,
      },
    ]}
  />
);

/** Plots that move with script, of what this process has seen. */
export const LivePlots = ({ since }: { readonly since: Date }) => (
  <>
    <div class="plots" data-plots="/console/overview/activity">
      <figure>
        <figcaption>Submissions per ten seconds</figcaption>
        <div data-lines="submissions" />
      </figure>
      <figure>
        <figcaption>Attempts per ten seconds</figcaption>
        <div data-lines="succeeded failed" />
      </figure>
    </div>
    <p class="quiet small">
      The last 15 minutes, counted since <Time at={since.toISOString()} />, when this process started.
    </p>
  </>
);
