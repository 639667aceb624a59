import Type from 'typebox';
import { Id as IdText } from '../../../api/contract/values.ts';
import type { ModelStatus } from '../../../projections/generations/control/control-types.ts';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { durationOf } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { show } from '../shell.tsx';
import { ParkedDestinations, retries } from './parked-destinations.tsx';
import {
  canChange,
  Failing,
  following,
  pageOf,
  Parked,
  path,
  Position,
  State,
  writerRoles,
} from './parts.tsx';
import { readRealignment, Realignment } from './realignment.tsx';

const title = 'Projections';
const shownDestinations = 200;

/** Workers follow no log. */
const nothing = <span class="quiet">–</span>;

const Models = ({ models }: { readonly models: readonly ModelStatus[] }) => (
  <Table
    caption="Read models, copies, process managers and workers"
    items={models}
    empty={
      <Empty title="No process runs a projection.">
        <p>Start the service with the role projector.</p>
      </Empty>
    }
    columns={[
      {
        title: 'Name',
        cell: ({ name, kind }) => (
          <span class="named">
            <a href={pageOf(name)} safe>
              {name}
            </a>
            <small>{kind}</small>
          </span>
        ),
      },
      { title: 'State', cell: ({ state }) => <State state={state} /> },
      {
        title: 'Behind by',
        numeric: true,
        cell: ({ kind, lag_events: lag }) =>
          kind === 'worker' ? nothing : <span safe>{lag === 1 ? '1 event' : `${lag} events`}</span>,
      },
      {
        title: 'Lag',
        numeric: true,
        cell: ({ kind, lag_seconds: lag }) =>
          kind === 'worker' ? nothing : <span safe>{durationOf(lag * 1_000)}</span>,
      },
      {
        title: 'Rate',
        numeric: true,
        cell: ({ kind, rate }) => (kind === 'worker' ? nothing : <span safe>{`${rate} /s`}</span>),
      },
      {
        title: 'Parked',
        numeric: true,
        cell: ({ kind, parked }) => (kind === 'worker' ? nothing : <Parked count={parked} />),
      },
      {
        title: 'Version',
        numeric: true,
        wide: true,
        cell: ({ kind, version }) => (kind === 'worker' ? nothing : <span>{version}</span>),
      },
      {
        title: 'Generation',
        wide: true,
        cell: ({ kind, generation }) => (kind === 'worker' ? nothing : <code safe>{generation}</code>),
      },
      { title: 'Position', wide: true, cell: ({ position }) => <Position position={position} /> },
      { title: 'Last error', cell: ({ error }) => <Failing error={error} /> },
    ]}
  />
);

/** The list of everything that follows the log, and the destinations that are parked. */
export function projectionPages(
  app: Routes,
  {
    projections,
    parkedDestinations,
    queries,
  }: Pick<WebDeps, 'parkedDestinations' | 'projections' | 'queries'>,
): void {
  app.get(path, { config: { operatorsOnly: true } }, async (request, reply) => {
    const [models, realignment, parked] = await Promise.all([
      projections.status(),
      readRealignment(projections),
      parkedDestinations.list(shownDestinations),
    ]);
    const ids = parked.map(({ id }) => id);
    const labels = await queries.destinations.labels(null, ids);
    return show(
      reply,
      { title },
      <>
        <div {...following('realignment', path)}>
          <Realignment request={request} {...realignment} />
        </div>
        <div {...following('models', path)}>
          <Models models={models} />
        </div>
        <section class="apart">
          <div class="heading">
            <h2>Parked destinations</h2>
            {parked.length > 1 && canChange(request) && (
              <PostButton request={request} action={retries} label="Retry all" class="secondary" />
            )}
          </div>
          <ParkedDestinations request={request} parked={parked} labels={labels} />
        </section>
      </>,
    );
  });

  app.post(
    retries,
    {
      config: { operatorsOnly: true, mayWrite: writerRoles },
      schema: { body: Type.Object({ destination_id: Type.Optional(IdText) }) },
    },
    async (request, reply) => {
      const count = await parkedDestinations.requestRetry(request.body.destination_id ?? null);
      return redirectAfterWrite(
        reply,
        { position: null },
        {
          to: path,
          note:
            count === 0
              ? 'No destination is parked any more.'
              : 'Schedulers try again within a few seconds. Load the page again to see the result.',
        },
      );
    },
  );
}
