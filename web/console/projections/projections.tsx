import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Id as IdText } from '../../../api/contract/values.ts';
import type { ParkedDestination } from '../../../coordination/parked-destinations.ts';
import type { ModelStatus } from '../../../projections/generations/control/control-types.ts';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Table } from '../../parts/table.tsx';
import { durationOf, Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { show } from '../shell.tsx';
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

const retries = `${path}/parked-destinations/retries`;

const RetryDestination = ({ request, id }: { readonly request: FastifyRequest; readonly id: string }) =>
  canChange(request) ? (
    <PostButton
      request={request}
      action={retries}
      label="Retry"
      class="plain"
      fields={{ destination_id: id }}
    />
  ) : (
    <></>
  );

const ParkedDestinations = ({
  request,
  parked,
}: {
  readonly request: FastifyRequest;
  readonly parked: readonly ParkedDestination[];
}) => (
  <Table
    caption="Parked destinations, the oldest first"
    items={parked}
    empty={
      <Empty title="No destination is parked.">
        <p>A destination is parked while no master key opens its signing secret.</p>
      </Empty>
    }
    columns={[
      { title: 'Destination', cell: ({ id }) => <Id id={id} href={`/console/destinations/${id}`} /> },
      {
        title: 'Reason',
        cell: ({ reason }) => (
          <span class="reason" safe>
            {reason}
          </span>
        ),
      },
      { title: 'Master key', wide: true, cell: ({ keyId }) => <code safe>{keyId}</code> },
      { title: 'Since', cell: ({ since }) => <Time at={since} /> },
      {
        title: 'Failed retries',
        numeric: true,
        wide: true,
        cell: ({ retries: count }) => <span>{count}</span>,
      },
      { title: 'Next retry', cell: ({ nextRetryAt: at }) => <Time at={at} /> },
      { title: '', cell: ({ id }) => <RetryDestination request={request} id={id} /> },
    ]}
  />
);

/** The list of everything that follows the log, and the destinations that are parked. */
export function projectionPages(
  app: Routes,
  { projections, parkedDestinations }: Pick<WebDeps, 'parkedDestinations' | 'projections'>,
): void {
  app.get(path, { config: { operatorsOnly: true } }, async (request, reply) => {
    const [models, realignment, parked] = await Promise.all([
      projections.status(),
      readRealignment(projections),
      parkedDestinations.list(shownDestinations),
    ]);
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
          <ParkedDestinations request={request} parked={parked} />
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
