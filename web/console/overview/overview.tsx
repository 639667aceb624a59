import type { ModelStatus } from '../../../projections/generations/control/control-types.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts, Table } from '../../parts/table.tsx';
import { durationOf, Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import type { ServiceActivity } from './activity.ts';

/** The plots show so many minutes, a point for so many seconds. */
const [plottedMinutes, stepSeconds] = [15, 10];
const countedDeliveries = 1_000;
const shownDestinations = 20;

/** The numbers of the overview. */
async function readNumbers({
  queue,
  projections,
  queries,
  activity,
  now,
}: Pick<WebDeps, 'activity' | 'now' | 'projections' | 'queries' | 'queue'>) {
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

const Numbers = ({
  numbers,
  at,
}: {
  readonly numbers: Awaited<ReturnType<typeof readNumbers>>;
  readonly at: Date;
}) => {
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
      <h2>Read models</h2>
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

const Plots = ({ since }: { readonly since: Date }) => (
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
      Times are in UTC. Counted since <Time at={since.toISOString()} />, when this process started.
    </p>
  </>
);

/** The state of the service at a glance, for operators; for the holder of a key, the way into its account. */
export function overviewPage(
  app: Routes,
  deps: Pick<WebDeps, 'activity' | 'now' | 'projections' | 'queries' | 'queue'>,
): void {
  const { queries, activity, now } = deps;
  const title = 'Overview';

  app.get('/console', async (request, reply) => {
    const { accountId } = visitorIn(request);
    if (accountId !== null) return reply.redirect(ofAccount('/console/forms', accountId), 302);
    const [numbers, disabled] = await Promise.all([
      readNumbers(deps),
      queries.destinations.disabled(shownDestinations),
    ]);
    return show(
      reply,
      { title, scripts: ['charts.js'], styles: ['charts.css'] },
      <>
        <Plots since={activity.since} />
        <Numbers numbers={numbers} at={now()} />
        <h2>Disabled destinations</h2>
        <Table
          caption="Disabled destinations"
          items={disabled}
          empty={<Empty title="Every destination is enabled." />}
          columns={[
            { title: 'Destination', cell: ({ id }) => <Id id={id} href={`/console/destinations/${id}`} /> },
            { title: 'Label', cell: ({ label }) => <span safe>{label}</span> },
            {
              title: 'Because',
              cell: ({ disabled_because: reason }) => <span>{reason?.kind ?? 'not enabled yet'}</span>,
            },
            { title: 'Since', cell: ({ disabled_since: at }) => <Time at={at} /> },
            {
              title: 'Account',
              wide: true,
              cell: ({ account_id: id }) => <Id id={id} href={`/console/accounts/${id}`} />,
            },
          ]}
        />
      </>,
    );
  });

  app.get('/console/overview/numbers', { config: { operatorsOnly: true } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(<Numbers numbers={await readNumbers(deps)} at={now()} />),
  );

  app.get('/console/overview/activity', { config: { operatorsOnly: true } }, async () =>
    activity.series(plottedMinutes, stepSeconds),
  );
}
