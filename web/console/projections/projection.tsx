import { ById } from '../../../api/contract/values.ts';
import { notFound } from '../../../api/errors/projection-refusals.ts';
import type { ModelStatus } from '../../../projections/generations/control/control-types.ts';
import { Facts } from '../../parts/table.tsx';
import { durationOf, Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { show } from '../shell.tsx';
import { Builds, VerifyForm } from './builds.tsx';
import { Generations, Report } from './generations.tsx';
import { namesOfParked } from './held-back.tsx';
import { ParkedKeys } from './parked-keys.tsx';
import { Failing, following, pageOf, path, Position, State } from './parts.tsx';

const CurrentWork = ({ doing }: Pick<ModelStatus, 'doing'>) =>
  doing === null ? (
    <span class="quiet">Nothing to do</span>
  ) : (
    <span>
      <span safe>{doing.message}</span> <span safe>{doing.names.join(', ')}</span> <Time at={doing.since} />
    </span>
  );

const Status = ({ model }: { readonly model: ModelStatus }) => (
  <Facts
    facts={[
      ['State', <State state={model.state} />],
      ['Kind', <span>{model.kind}</span>],
      ...(model.of === model.name
        ? []
        : [
            [
              'Of',
              <a href={pageOf(model.of)} safe>
                {model.of}
              </a>,
            ] as const,
          ]),
      ...(model.kind === 'worker'
        ? [['Doing', <CurrentWork doing={model.doing} />] as const]
        : ([
            ['Version', <span>{model.version}</span>],
            ['Generation', <code safe>{model.generation}</code>],
            ['Position', <Position position={model.position} />],
            ['Behind by', <span safe>{`${model.lag_events} events`}</span>],
            ['Lag', <span safe>{durationOf(model.lag_seconds * 1_000)}</span>],
            ['Rate', <span safe>{`${model.rate} events per second`}</span>],
          ] as const)),
      ['Last error', <Failing error={model.error} />],
    ]}
  />
);

/** The last verification of a read model: its progress, then its report. */
const Verification = ({ check }: { readonly check: ModelStatus | undefined }) => {
  if (!check)
    return <p class="quiet">The read model has not been verified yet, or the report was dropped.</p>;
  if (check.report) return <Report report={check.report} />;
  return <Generations generations={check.generations} />;
};

/** One projection: its state, its generations, what is parked, and the buttons. */
export function projectionPage(app: Routes, deps: Pick<WebDeps, 'projections' | 'queries'>): void {
  const { projections } = deps;
  app.get(
    `${path}/:id`,
    { config: { operatorsOnly: true }, schema: { params: ById } },
    async (request, reply) => {
      const { id: name } = request.params;
      const all = await projections.status();
      const model = all.find((one) => one.name === name);
      if (!model) throw notFound(name);
      const parked = (await projections.parked(name)) ?? [];
      const names = await namesOfParked(deps, parked);
      const isModel = model.kind === 'read model';
      const check = all.find((one) => one.kind === 'verification' && one.of === name);
      const copies = all.filter((one) => one.kind === 'copy' && one.of === name);
      return show(
        reply,
        {
          title: name,
          crumbs: [['Projections', path]],
          actions: <Builds request={request} model={model} />,
        },
        <>
          <div {...following('status', pageOf(name))} {...(isModel && { 'hx-select-oob': '#verification' })}>
            <Status model={model} />
            {model.report !== null && <Report report={model.report} />}
            {model.generations.length > 0 && (
              <>
                <h2>Generations</h2>
                <Generations generations={model.generations} />
              </>
            )}
          </div>
          {isModel && (
            <section class="apart">
              <div class="heading">
                <h2>Verification</h2>
                <VerifyForm request={request} model={model} />
              </div>
              <p>
                A verification builds the documents from the log once more, and compares them with those that
                are read.
              </p>
              <div id="verification">
                <Verification check={check} />
              </div>
            </section>
          )}
          {copies.length > 0 && (
            <section class="apart">
              <h2>Copies</h2>
              <ul>
                {copies.map((copy) => (
                  <li>
                    <a href={pageOf(copy.name)} safe>
                      {copy.name}
                    </a>{' '}
                    <State state={copy.state} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {(isModel || model.kind === 'process manager') && (
            <ParkedKeys request={request} name={name} parked={parked} names={names} />
          )}
        </>,
      );
    },
  );
}
