import type { Leases } from '../../coordination/leases/leases.ts';
import { collectionsOf } from '../collections.ts';
import { countParked } from '../parking/parked-keys.ts';
import { EventRefused } from '../parking/parking.ts';
import { positionAt } from '../progress/positions.ts';
import type { Projection } from '../projection.ts';
import type { RunnerDeps, RunnerHooks } from '../runner/follow.ts';
import { type RunnerLogger, type RunnerState, runProjection, runUnderLeadership } from '../runner/runner.ts';
import { build } from './build/build.ts';
import type { Seed } from './build/seed.ts';
import { compare } from './compare.ts';
import { type Generation, type ModelRecord } from './generation-types.ts';
import { finished, generationReadBy, projectionOf } from './generations.ts';
import type { Models } from './models.ts';
import { openPace } from './pace.ts';

/** Builds and runs one generation. */
export interface GenerationWorker {
  /** The creation time of its generation. */
  readonly madeAt: string;
  /** Whether the generation has caught up with the log. */
  isLive(): boolean;
  /** Whether the generation has caught up or is stopped by an error. */
  isSettled(): boolean;
  /** Reports again that the generation is live: the report counts only once readers read the generation. */
  repeatLive(): void;
  stop(): Promise<void>;
}

interface GenerationWorkerDeps extends RunnerDeps, RunnerHooks {
  readonly leases: Leases;
  readonly models: Models;
  readonly logger: RunnerLogger;
  readonly onState: (state: RunnerState) => void;
  readonly onProgress: (steps: number) => void;
  readonly onEnded?: () => void;
  readonly isBusy: () => boolean;
}

interface GenerationBuild {
  readonly record: ModelRecord;
  readonly generation: Generation;
  /** The model under the generation's id; `definition` is the model under its own. */
  readonly projection: Projection;
  readonly definition: Projection;
}

/** Builds a generation that is not built yet, then follows the log; a copy ends with its range. */
export function startGenerationWorker(
  deps: GenerationWorkerDeps,
  work: GenerationBuild,
  signal: AbortSignal,
): GenerationWorker {
  const stopping = new AbortController();
  const ended = AbortSignal.any([signal, stopping.signal]);
  let state: RunnerState['state'] | 'building' = 'standby';
  const reportState =
    (isBuilding: boolean) =>
    (reported: RunnerState): void => {
      state = isBuilding && reported.state !== 'stopped' ? 'building' : reported.state;
      deps.onState(reported);
    };
  let isCareful = false;
  let isRemoved = false;
  const running = run();

  async function run(): Promise<void> {
    if (work.generation.state === 'building')
      await runUnderLeadership(
        work.generation.id,
        { ...deps, signal: ended, onState: reportState(true) },
        async (lease, leading, reportProgress) => {
          const onProgress = (steps: number) => {
            reportProgress();
            deps.onProgress(steps);
          };
          const now = await stateOf(deps, work);
          isRemoved = now === null || now === 'dropping';
          if (now !== 'building') return 'done';
          const plan = await planOf(deps, work, leading);
          const share = work.record.check?.share ?? 1;
          const { projection, definition } = work;
          const wanted = { projection, name: definition.name, share, isCareful, ...plan };
          const built = await build(wanted, { ...deps, onProgress }, lease, leading).catch(
            (error: unknown) => {
              isCareful ||= error instanceof EventRefused;
              throw error;
            },
          );
          if (!built) return 'stopped';
          await finish(deps, work, plan.upTo, leading);
          await warnOfParked(deps, work);
          return 'done';
        },
      );
    if (ended.aborted || isRemoved || work.record.range) return;
    const { projection } = work;
    await runProjection({ ...deps, projection, signal: ended, onState: reportState(false) });
  }

  return {
    madeAt: work.generation.made_at,
    isLive: () => state === 'live',
    isSettled: () => state === 'live' || state === 'stopped',
    repeatLive: () => deps.onState({ state: 'live' }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Returns the stored state of a generation; null once it is removed. Called under the generation's lease:
 * since its removal needs the same lease and numbers are never reused, a generation that exists stays until
 * the lease is lost.
 */
async function stateOf(
  { models }: GenerationWorkerDeps,
  { record, generation }: GenerationBuild,
): Promise<Generation['state'] | null> {
  const now = (await models.all()).find(({ _id }) => _id === record._id);
  return now?.generations.find(({ id }) => id === generation.id)?.state ?? null;
}

/** Warns that a completed build has parked keys. */
async function warnOfParked(
  { store, logger }: GenerationWorkerDeps,
  { generation: { id } }: GenerationBuild,
): Promise<void> {
  const keys = (await countParked(store)).get(id) ?? 0;
  if (keys > 0) logger.warn({ projection: id, keys }, 'built a generation with parked keys');
}

interface Plan {
  readonly seed: Seed | null;
  readonly upTo: bigint | null;
}

/** Resolves the log points of a build to positions. */
async function planOf(
  deps: GenerationWorkerDeps,
  { record, generation, definition }: GenerationBuild,
  signal: AbortSignal,
) {
  const at = (point: Parameters<typeof positionAt>[2]) => positionAt(deps, definition, point, signal);
  const upTo = record.range ? ((await at(record.range.upTo)) ?? -1n) : null;
  const { seed } = generation;
  const from = seed && record.generations.find(({ id }) => id === seed.id);
  if (!from) return { seed: null, upTo } satisfies Plan;
  const after = (await at(seed.after)) ?? -1n;
  return { seed: { from: projectionOf(definition, record._id, from), after }, upTo } satisfies Plan;
}

/** Completes a copy: removes documents outside its range, and writes the report of a verification. */
async function finish(
  deps: GenerationWorkerDeps,
  { record, generation, projection, definition }: GenerationBuild,
  upTo: bigint | null,
  signal: AbortSignal,
): Promise<void> {
  const { store, models } = deps;
  const { range, check } = record;
  if (!range || upTo === null) return;
  const after = range.after && (await positionAt(deps, definition, range.after, signal));
  // Documents whose last change lies before the range are not part of the copy.
  if (after !== null) await collectionsOf(store)(projection).deleteMany({ _position: { $lte: after } });
  const at = new Date().toISOString();
  const of = check && (await models.all()).find(({ _id }) => _id === record.of);
  const live = of && generationReadBy(of, definition.version);
  if (check && !live) throw new Error(`nothing of ${record.of} can be verified`);
  const report =
    check && live
      ? await compare(
          store,
          {
            stored: projectionOf(definition, record.of, live),
            folded: projection,
            share: check.share,
            upTo,
            pace: openPace(deps.isBusy),
          },
          signal,
        )
      : null;
  await models.change(record._id, (now) => now && finished(now, generation.id, report && { ...report, at }));
}
