import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../../../api/admin/projections/control-answers.ts';
import { ById } from '../../../api/requests/schemas.ts';
import type { GenerationStatus, ModelStatus } from '../../../projections/generations/control-types.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Facts, Table } from '../../parts/table.tsx';
import { durationOf, Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../post-button.tsx';
import { FormToken, show } from '../shell.tsx';
import { buildingRoles } from './builds.ts';
import { ParkedKeys } from './parked-keys.tsx';
import { projectionUrl } from './projections.tsx';

const Generations = ({ generations }: { readonly generations: readonly GenerationStatus[] }) => (
  <Table
    caption="Generations"
    items={generations}
    empty={<Empty title="It has no generations." />}
    columns={[
      { title: 'Generation', cell: ({ id }) => <code safe>{id}</code> },
      { title: 'Version', numeric: true, cell: ({ version }) => <span>{version}</span> },
      { title: 'State', cell: ({ state }) => <Badge state={state} /> },
      {
        title: 'Built',
        cell: ({ progress }) => (
          <>
            <progress value={String(progress)} max="1" aria-label="The share of the log that is read" />
            <small safe>{`${Math.floor(progress * 100)} %`}</small>
          </>
        ),
      },
      { title: 'Rate', numeric: true, cell: ({ rate }) => <span safe>{`${Math.round(rate)}/s`}</span> },
      { title: 'Made', cell: ({ made_at: at }) => <Time at={at} /> },
      {
        title: 'Processes',
        wide: true,
        cell: ({ processes }) => (
          <span safe>
            {processes.map(({ process, state }) => `${process} (${state})`).join(', ') || 'none'}
          </span>
        ),
      },
    ]}
  />
);

interface PartProps {
  readonly request: FastifyRequest;
  readonly model: ModelStatus;
}

const mayBuild = ({ operator }: FastifyRequest): boolean =>
  operator !== null && buildingRoles.some((role) => role === operator.role);

const Actions = ({ request, model: { name, kind, generations } }: PartProps) => {
  if (!mayBuild(request) || kind === 'worker' || kind === 'process manager') return <></>;
  const button = (action: string, label: string, confirm: string) => (
    <PostButton
      request={request}
      action={`${projectionUrl(name)}/${action}`}
      label={label}
      confirm={confirm}
      class="secondary"
    />
  );
  return (
    <>
      {kind === 'read model' ? (
        button('rebuild', 'Rebuild', `Build ${name} anew beside the live one?`)
      ) : (
        <></>
      )}
      {kind === 'read model' ? button('verify', 'Verify', `Compare ${name} with a rebuild?`) : <></>}
      {kind === 'read model' && generations.length > 1 ? (
        button('rollback', 'Roll back', `Read the generation of ${name} from before again?`)
      ) : (
        <></>
      )}
      {kind !== 'read model' || generations.length > 1 ? (
        button('drop', 'Drop', `Remove the generations of ${name} that are not read?`)
      ) : (
        <></>
      )}
    </>
  );
};

const Replay = ({ request, model: { name, kind } }: PartProps) =>
  kind === 'read model' && mayBuild(request) ? (
    <>
      <h2>Replay</h2>
      <form method="post" action={`${projectionUrl(name)}/replay`} class="filters">
        <FormToken request={request} />
        <label>
          <span>From a position or time</span>
          <input name="from" placeholder="2026-01-31T12:00:00Z" />
        </label>
        <label>
          <span>Up to</span>
          <input name="to" />
        </label>
        <label>
          <span>Into a copy</span>
          <input name="into" placeholder="in place" />
        </label>
        <button type="submit">Replay</button>
      </form>
    </>
  ) : (
    <></>
  );

const factsOf = ({
  kind,
  version,
  generation,
  position,
  lag_events,
  lag_seconds,
  rate,
  doing,
  error,
}: ModelStatus) =>
  [
    ['Kind', <span>{kind}</span>],
    ['Version', <span>{version}</span>],
    ['Read generation', <code safe>{generation === '' ? '–' : generation}</code>],
    ['Position', <span safe>{position ?? '–'}</span>],
    ['Behind by', <span safe>{`${lag_events} events, ${durationOf(lag_seconds * 1_000)}`}</span>],
    ['Rate', <span safe>{`${Math.round(rate)} events a second`}</span>],
    ['Doing', <span safe>{doing?.message ?? '–'}</span>],
    ['Last error', error === null ? <span class="quiet">none</span> : <span safe>{error.message}</span>],
  ] as const;

const Report = ({ report }: Pick<ModelStatus, 'report'>) =>
  report === null ? (
    <></>
  ) : (
    <>
      <h2>Comparison with a rebuild</h2>
      <pre safe>
        {JSON.stringify(
          report,
          (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
          2,
        )}
      </pre>
    </>
  );

/** One read model, copy, verification, process manager or worker. */
export const projectionPage =
  ({ projections }: WebDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/console/projections/:id',
      { config: { operatorsOnly: true }, schema: { params: ById } },
      async (request, reply) => {
        const { id: name } = request.params;
        const model = (await projections.status()).find((one) => one.name === name);
        if (!model) throw notFound(name);
        const parked = (await projections.parked(name)) ?? [];
        const polls = {
          'hx-get': request.url,
          'hx-trigger': 'every 2s',
          'hx-select': '#model',
          'hx-swap': 'outerHTML',
        };
        return show(
          request,
          reply,
          {
            title: name,
            crumbs: [['Projections', '/console/projections']],
            actions: <Actions request={request} model={model} />,
          },
          <>
            <div id="model" {...polls}>
              <p class="lead">
                <Badge state={model.state} />
              </p>
              <Facts facts={factsOf(model)} />
              {model.generations.length > 0 && (
                <>
                  <h2>Generations</h2>
                  <Generations generations={model.generations} />
                </>
              )}
              <Report report={model.report} />
            </div>
            <Replay request={request} model={model} />
            <h2>Parked</h2>
            <ParkedKeys request={request} name={name} parked={parked} mayWrite={mayBuild(request)} />
          </>,
        );
      },
    );
  };
