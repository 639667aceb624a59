import type { GenerationStatus, ModelStatus } from '../generations/control/control-types.ts';
import { type Generation, type ModelRecord } from '../generations/generation-types.ts';
import { generationReadBy } from '../generations/generations.ts';
import { modelId, type Projection } from '../projection.ts';
import type { Lags } from './lags.ts';
import { type PositionSources, reachedPositions } from './reached-positions.ts';
import type { RunnerStatus } from './status-board.ts';

type Follower = Pick<Projection, 'name' | 'version' | 'streamPrefixes'>;

interface StatusSources extends PositionSources {
  readonly lags: Lags;
  readonly definitions: readonly Projection[];
  readonly managers: readonly Follower[];
  readonly workers: readonly string[];
  readonly records: readonly ModelRecord[];
  readonly runners: readonly RunnerStatus[];
  readonly head: bigint | null;
  /** The number of parked keys of each generation. */
  readonly parked: ReadonlyMap<string, number>;
}

type KnownSources = Pick<StatusSources, 'lags' | 'runners' | 'head' | 'parked'> & {
  readonly positions: ReadonlyMap<string, bigint | null>;
};

/** Describes every model, copy, process manager and worker. */
export async function describeModels(sources: StatusSources): Promise<ModelStatus[]> {
  const { definitions, managers, workers, records, runners } = sources;
  const ids = [
    ...records.flatMap((record) => record.generations.map(({ id }) => id)),
    ...managers.map(modelId),
  ];
  const known = { ...sources, positions: await reachedPositions(sources, ids) };
  const followers = await Promise.all([
    ...records.flatMap((record) => {
      const definition = definitions.find(({ name }) => name === record.of);
      return definition ? recordStatus(known, record, definition) : [];
    }),
    ...managers.map((manager) => managerStatus(known, manager)),
  ]);
  return [...followers, ...workers.map((name) => workerStatus(name, runners))];
}

/** Returns the status of a read model, a copy or a verification. */
function recordStatus(known: KnownSources, record: ModelRecord, definition: Projection) {
  const generations = record.generations.map((generation) =>
    generationStatus(known, generation, generation.made_at),
  );
  const live = record.range ? record.generations[0]?.id : generationReadBy(record, definition.version)?.id;
  const read = generations.find(({ id }) => id === live);
  const kind = record.range ? (record.check ? 'verification' : 'copy') : 'read model';
  const report = record.check?.report ?? null;
  return modelStatus(known, { name: record._id, kind, of: record.of, report }, definition, generations, read);
}

function managerStatus(known: KnownSources, manager: Follower) {
  const { name, version } = manager;
  const status = generationStatus(known, { id: modelId(manager), version, state: 'live' }, null);
  return modelStatus(
    known,
    { name, kind: 'process manager', of: name, report: null },
    manager,
    [status],
    status,
  );
}

function generationStatus(
  { positions, runners, head, parked }: KnownSources,
  generation: Pick<Generation, 'id' | 'version' | 'state'>,
  madeAt: string | null,
): GenerationStatus {
  const position = positions.get(generation.id) ?? null;
  const processes = runners.filter(({ model }) => model === generation.id);
  const leader = processes.find(({ state }) => state !== 'standby');
  return {
    id: generation.id,
    version: generation.version,
    state: generation.state,
    made_at: madeAt,
    position: position === null ? null : String(position),
    parked: parked.get(generation.id) ?? 0,
    progress: position === null || !head ? 0 : Math.min(1, Number(position) / Number(head)),
    rate: leader?.rate ?? 0,
    error: leader?.error ?? null,
    processes: processes.map(({ process, state }) => ({ process, state })),
  };
}

async function modelStatus(
  { lags, head }: KnownSources,
  base: Pick<ModelStatus, 'name' | 'kind' | 'of' | 'report'>,
  streams: Follower,
  generations: readonly GenerationStatus[],
  read: GenerationStatus | undefined,
): Promise<ModelStatus> {
  const position = read?.position ?? null;
  const isFollowed = base.kind === 'read model' || base.kind === 'process manager';
  const after = position === null ? null : BigInt(position);
  const lag = isFollowed ? await lags.of(streams, after, head) : { events: 0, seconds: 0 };
  const leader = read?.processes.find(({ state }) => state !== 'standby') ?? read?.processes[0];
  return {
    ...base,
    version: read?.version ?? streams.version,
    generation: read?.id ?? '',
    state: isFollowed
      ? (leader?.state ?? 'no process runs it')
      : base.report
        ? 'ready'
        : stateOfCopy(generations),
    position,
    lag_events: lag.events,
    lag_seconds: lag.seconds,
    parked: read?.parked ?? 0,
    rate: read?.rate ?? 0,
    error: read?.error ?? null,
    doing: null,
    generations,
  };
}

/** Returns the status of a worker. A worker processes a list of pending work and has no log position. */
export function workerStatus(name: string, runners: readonly RunnerStatus[]): ModelStatus {
  const processes = runners.filter(({ model }) => model === name);
  const leader = processes.find(({ state }) => state !== 'standby');
  return {
    name,
    kind: 'worker',
    of: name,
    version: 1,
    generation: '',
    state: leader?.state ?? processes[0]?.state ?? 'no process runs it',
    position: null,
    lag_events: 0,
    lag_seconds: 0,
    parked: 0,
    rate: 0,
    error: leader?.error ?? processes[0]?.error ?? null,
    doing: leader?.doing ?? null,
    generations: [],
    report: null,
  };
}

const stateOfCopy = ([generation]: readonly GenerationStatus[]): string =>
  generation?.state === 'live' ? 'ready' : 'building';
