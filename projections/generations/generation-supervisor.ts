import type { Aliases } from './aliases.ts';
import type { Leases } from '../../read-store/leases/leases.ts';
import { readPositions } from '../../read-store/leases/leases.ts';
import { verificationOf } from './control-copies.ts';
import type { RunnerDeps } from '../runner/follow.ts';
import {
  initialRecord,
  projectionOf,
  generationReadBy,
  switched,
  withBuild,
  type Generation,
  type ModelRecord,
} from './generations.ts';
import { openModels, type Models } from './models.ts';
import { openHoldBack, type HoldBack } from './hold-back.ts';
import { pause } from '../../async/pause.ts';
import { modelId, type Projection } from '../projection.ts';
import { removeGeneration, removeLeftovers } from './remove-generation.ts';
import { runUnderLeadership, type RunnerLogger, type RunnerState } from '../runner/runner.ts';
import { startGenerationWorker, type GenerationWorker } from './generation-worker.ts';

/** Receives the status of a runner. */
export interface Reporter {
  onState(state: RunnerState): void;
  onProgress(steps: number): void;
}

export interface GenerationSupervisorDeps extends RunnerDeps {
  readonly leases: Leases;
  readonly aliases: Aliases;
  readonly logger: RunnerLogger;
  /** Returns the reporter of a generation's runner. */
  readonly reporter: (id: string) => Reporter;
  /** Called when another process supervises the model. */
  readonly onStandby?: () => void;
}

const reconcileEveryMs = 250;
/** By this time after a switch, no process reads the previous generation, even from stale records. */
const dropAfterMs = 10_000;
/** A builder that lost its lease may write once more, to a collection that was removed. */
const leftoversEveryMs = 600_000;

/**
 * Supervises the generations of a model until the signal: runs them, builds requested ones, switches readers,
 * and removes dropped ones. One process supervises a model; the others stand by.
 */
export function superviseGenerations(
  model: Projection,
  deps: GenerationSupervisorDeps,
  signal: AbortSignal,
): Promise<void> {
  const onState = ({ state }: RunnerState) => {
    if (state === 'standby') deps.onStandby?.();
  };
  return runUnderLeadership(
    `${modelId(model)}/tend`,
    { ...deps, signal, onState },
    async (_, leading, onProgress) => {
      const generations = openGenerations(model, deps, leading);
      try {
        await generations.initialize();
        while (!leading.aborted) {
          await generations.reconcile();
          onProgress();
          await pause(reconcileEveryMs, leading);
        }
        return 'stopped';
      } finally {
        await generations.end();
      }
    },
  );
}

interface Generations extends GenerationSupervisorDeps {
  readonly model: Projection;
  readonly models: Models;
  readonly holdBack: HoldBack;
  /** The running workers by generation id. */
  readonly workers: Map<string, GenerationWorker>;
}

const nowIso = () => new Date().toISOString();

function openGenerations(model: Projection, deps: GenerationSupervisorDeps, signal: AbortSignal) {
  const { store, aliases, logger, progress } = deps;
  const { name } = model;
  const models = openModels(store);
  const workers = new Map<string, GenerationWorker>();
  const generations: Generations = { ...deps, model, models, holdBack: openHoldBack(progress), workers };
  const definitions = new Map<number, Projection>();
  for (let one: Projection | undefined = model; one; one = one.previous) definitions.set(one.version, one);

  let leftoversRemovedAt = -Infinity;
  async function removeLateWrites(): Promise<void> {
    if (performance.now() - leftoversRemovedAt < leftoversEveryMs) return;
    leftoversRemovedAt = performance.now();
    for (const id of await removeLeftovers({ store, models }, name, verificationOf(name)))
      logger.info({ projection: id }, 'removed the rest of a dropped generation');
  }

  async function reconcile(): Promise<void> {
    // `aliases` refreshes by itself as often, and a dozen models are supervised.
    await aliases.refresh(2 * reconcileEveryMs);
    const own = aliases.records().filter(({ of }) => of === name);
    const wanted = new Set<string>();
    for (const record of own)
      for (const one of record.generations) {
        // Also generations of other releases: this release may be the only one left to remove them.
        if (one.state === 'dropping') {
          await drop(generations, record, one);
          continue;
        }
        const definition = definitions.get(one.version);
        // A finished copy does not change.
        if (!definition || (record.range && one.state === 'live')) continue;
        wanted.add(one.id);
        const worker = workers.get(one.id);
        // The generation was removed and requested again between two runs.
        if (worker && worker.madeAt !== one.made_at) await end(generations, one.id, worker);
        if (!workers.has(one.id)) start(generations, { record, generation: one, definition }, signal);
      }
    for (const [id, worker] of workers) if (!wanted.has(id)) await end(generations, id, worker);
    const record = aliases.record(name);
    if (record) await orderGenerations(generations, record);
    await removeLateWrites();
  }

  return {
    initialize: () => initialize(generations),
    reconcile,
    async end() {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
  };
}

/** Creates the model's record, or adds a build of this version to it. */
async function initialize({ store, models, model, aliases }: Generations): Promise<void> {
  const { name, version } = model;
  const older = Array.from({ length: version - 1 }, (_, n) => n + 1);
  const known = await readPositions(
    store,
    older.map((one) => modelId({ name, version: one })),
  );
  const newest = older.findLast((one) => known.has(modelId({ name, version: one }))) ?? null;
  await models.change(name, (record) => {
    if (!record) return initialRecord(model, newest, nowIso());
    const isThere = record.generations.some((one) => one.version === version && one.state !== 'dropping');
    return isThere ? null : withBuild(record, version, { seed: null, at: nowIso() });
  });
  await aliases.refresh();
}

interface Started {
  readonly record: ModelRecord;
  readonly generation: Generation;
  readonly definition: Projection;
}

function start(
  { workers, holdBack, models, ...deps }: Generations,
  { record, generation, definition }: Started,
  signal: AbortSignal,
): void {
  const { id } = generation;
  const projection = projectionOf(definition, record._id, generation);
  const { isBusy } = deps.aliases;
  const workerDeps = { ...deps, ...deps.reporter(id), holdBack: holdBack.holdBack(id), models, isBusy };
  workers.set(id, startGenerationWorker(workerDeps, { record, generation, projection, definition }, signal));
}

async function end({ workers, holdBack }: Generations, id: string, worker: GenerationWorker): Promise<void> {
  await worker.stop();
  workers.delete(id);
  holdBack.release(id);
}

/**
 * Holds retained generations behind the live one, and switches readers to the wanted generation once it is
 * ahead.
 */
async function orderGenerations(generations: Generations, record: ModelRecord): Promise<void> {
  const { model, models, workers, holdBack, aliases, logger } = generations;
  const live = generationReadBy(record, model.version);
  const wanted = record.generations.find(({ id }) => id === record.wanted);
  const leader = wanted && workers.get(wanted.id)?.isLive() ? wanted : live;
  if (!leader) return;
  holdBack.release(leader.id);
  for (const { id } of record.generations)
    if (id !== leader.id && id !== record.wanted) holdBack.limitTo(id, leader.id);
  if (!wanted || leader !== wanted) return;
  if (live && !(await isAhead(generations, wanted.id, live.id))) return;
  const next = await models.change(model.name, (now) =>
    now?.wanted === wanted.id ? switched(now, nowIso()) : null,
  );
  await aliases.refresh();
  if (next) logger.info({ projection: wanted.id, before: live?.id ?? null }, 'readers switched generation');
}

async function isAhead(
  { store, progress, workers, holdBack }: Generations,
  leader: string,
  id: string,
): Promise<boolean> {
  // While the generation catches up, its documents may be ahead of its reported position.
  const worker = workers.get(id);
  if (worker) return worker.isSettled() && holdBack.isAhead(leader, id);
  // The generation does not run here, so its checkpoint is its position.
  const saved = (await readPositions(store, [id])).get(id) ?? null;
  return saved === null || (progress.positionOfGeneration(leader) ?? -1n) >= saved;
}

async function drop(generations: Generations, record: ModelRecord, one: Generation): Promise<void> {
  const { workers, aliases, logger } = generations;
  const worker = workers.get(one.id);
  if (worker) await end(generations, one.id, worker);
  if (one.left_at !== null && Date.now() - Date.parse(one.left_at) < dropAfterMs) return;
  if (!(await removeGeneration(generations, record._id, one.id))) return;
  logger.info({ projection: one.id }, 'dropped a generation');
  await aliases.refresh();
}
