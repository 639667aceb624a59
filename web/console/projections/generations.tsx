import type {
  GenerationStatus,
  ModelStatus,
} from '../../../projections/generations/control/control-types.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Facts, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { Failing, Parked, Position, State } from './parts.tsx';

const Done = ({ progress, id }: GenerationStatus) => (
  <span>
    <progress value={String(progress)} max="1" aria-label={`Progress of ${id}`} />{' '}
    <span class="number" safe>
      {`${Math.floor(progress * 100)} %`}
    </span>
  </span>
);

const Processes = ({ processes }: Pick<GenerationStatus, 'processes'>) =>
  processes.length === 0 ? (
    <span class="quiet">No process</span>
  ) : (
    <span>
      {processes.map(({ process, state }) => (
        <span class="reason">
          <code safe>{process}</code> <State state={state} />
        </span>
      ))}
    </span>
  );

/** The builds of a read model, each with its progress. */
export const Generations = ({ generations }: Pick<ModelStatus, 'generations'>) => (
  <Table
    caption="Generations"
    items={generations}
    empty={
      <Empty title="There are no generations.">
        <p>Process managers and workers have none; a verification leaves only its report.</p>
      </Empty>
    }
    columns={[
      { title: 'Generation', cell: ({ id }) => <code safe>{id}</code> },
      { title: 'State', cell: ({ state }) => <State state={state} /> },
      { title: 'Progress', cell: (generation) => <Done {...generation} /> },
      { title: 'Rate', numeric: true, cell: ({ rate }) => <span safe>{`${rate} /s`}</span> },
      { title: 'Position', wide: true, cell: ({ position }) => <Position position={position} /> },
      { title: 'Parked', numeric: true, cell: ({ parked }) => <Parked count={parked} /> },
      { title: 'Processes', wide: true, cell: ({ processes }) => <Processes processes={processes} /> },
      { title: 'Error', cell: ({ error }) => <Failing error={error} /> },
      { title: 'Begun', wide: true, cell: ({ made_at: at }) => <Time at={at} /> },
    ]}
  />
);

/** The result of a verification: the number of differences, and the first of them. */
export const Report = ({ report }: { readonly report: NonNullable<ModelStatus['report']> }) => {
  const { compared, moved_on: movedOn, different, differences, at } = report;
  return (
    <>
      <Facts
        facts={[
          [
            'Result',
            different === 0 ? (
              <Badge state="equal" tone="good" />
            ) : (
              <Badge state={`${different} different`} tone="bad" />
            ),
          ],
          ['Documents compared', <strong>{compared}</strong>],
          ['Changed meanwhile, and not compared', <span>{movedOn}</span>],
          ['Finished', <Time at={at} />],
        ]}
      />
      {different > 0 && (
        <Table
          caption="The first differences"
          items={differences}
          empty={<></>}
          columns={[
            { title: 'Document', cell: ({ id }) => <code safe>{id}</code> },
            { title: 'Kind', cell: ({ kind }) => <Badge state={kind} tone="bad" /> },
            { title: 'Members that differ', cell: ({ members }) => <span safe>{members.join(', ')}</span> },
          ]}
        />
      )}
    </>
  );
};
