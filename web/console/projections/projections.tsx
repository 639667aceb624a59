import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Id as IdText } from '../../../api/requests/schemas.ts';
import type { ModelStatus } from '../../../projections/generations/control-types.ts';
import type { ParkedDestination } from '../../../read-store/parked-destinations.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Table } from '../../parts/table.tsx';
import { durationOf, Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../post-button.tsx';
import { goOn } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';

const shownDestinations = 100;

export const projectionUrl = (name: string): string => `/console/projections/${encodeURIComponent(name)}`;

const ModelTable = ({ models }: { readonly models: readonly ModelStatus[] }) => (
  <Table
    caption="Read models, copies, process managers and workers"
    items={models}
    empty={<Empty title="No process runs a projection." />}
    columns={[
      {
        title: 'Name',
        cell: ({ name }) => (
          <a href={projectionUrl(name)} safe>
            {name}
          </a>
        ),
      },
      { title: 'Kind', cell: ({ kind }) => <span>{kind}</span> },
      { title: 'Version', numeric: true, cell: ({ version }) => <span>{version}</span> },
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
      { title: 'Rate', numeric: true, cell: ({ rate }) => <span safe>{`${Math.round(rate)}/s`}</span> },
      { title: 'Parked', numeric: true, cell: ({ parked }) => <span>{parked}</span> },
      {
        title: 'Position',
        numeric: true,
        wide: true,
        cell: ({ position }) => <span safe>{position ?? '–'}</span>,
      },
      {
        title: 'Last error',
        wide: true,
        cell: ({ error }) =>
          error === null ? <span class="quiet">–</span> : <span safe>{error.message}</span>,
      },
    ]}
  />
);

interface ParkedProps {
  readonly request: FastifyRequest;
  readonly parked: readonly ParkedDestination[];
}

/** The destinations whose signing secret cannot be opened. */
const ParkedDestinations = ({ request, parked }: ParkedProps) => (
  <Table
    caption="Parked destinations"
    items={parked}
    empty={<Empty title="No destination is parked." />}
    columns={[
      { title: 'Destination', cell: ({ id }) => <Id id={id} href={`/console/destinations/${id}`} /> },
      { title: 'Reason', cell: ({ reason }) => <span safe>{reason}</span> },
      { title: 'Since', cell: ({ since }) => <Time at={since} /> },
      { title: 'Next retry', cell: ({ nextRetryAt: at }) => <Time at={at} /> },
      {
        title: '',
        cell: ({ id }) =>
          visitorIn(request).may(null) ? (
            <PostButton
              request={request}
              action="/console/projections/parked-destinations/retry"
              fields={{ id }}
              label="Retry"
              class="plain"
            />
          ) : (
            <></>
          ),
      },
    ]}
  />
);

/** The engine at a glance: read models, process managers and workers. */
export const projectionPages =
  (deps: WebDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { projections, parkedDestinations } = deps;
    app.get('/console/projections', { config: { operatorsOnly: true } }, async (request, reply) => {
      const [models, parked] = await Promise.all([
        projections.status(),
        parkedDestinations.list(shownDestinations),
      ]);
      const polls = {
        'hx-get': request.url,
        'hx-trigger': 'every 2s',
        'hx-select': '#models',
        'hx-swap': 'outerHTML',
      };
      return show(
        request,
        reply,
        { title: 'Projections' },
        <>
          <div id="models" {...polls}>
            <ModelTable models={models} />
          </div>
          <h2>Parked destinations</h2>
          <ParkedDestinations request={request} parked={parked} />
        </>,
      );
    });

    app.post(
      '/console/projections/parked-destinations/retry',
      { config: { operatorsOnly: true }, schema: { body: Type.Object({ id: IdText }) } },
      async (request, reply) => {
        await parkedDestinations.requestRetry(request.body.id);
        return goOn(request, reply, {
          to: '/console/projections',
          note: 'The destination is tried again.',
          position: null,
        });
      },
    );
  };
