import type { StallWatch } from '../../async/stall-watch.ts';
import { readPositions } from '../../coordination/leases/checkpoints.ts';
import type { Leases } from '../../coordination/leases/leases.ts';
import { modelId, type Projection } from '../projection.ts';
import type { RunnerDeps } from '../runner/follow.ts';
import type { RunnerLogger, RunnerState } from '../runner/runner.ts';
import type { Aliases } from './aliases.ts';
import type { Generation, ModelRecord } from './generation-types.ts';
import { type GenerationWorker, startGenerationWorker } from './generation-worker.ts';
import {
  dropped,
  generationReadBy,
  initialRecord,
  projectionOf,
  switched,
  withBuild,
} from './generations.ts';
import type { HoldBack } from './hold-back.ts';
import { recordMissing } from './missing.ts';
import type { Models } from './models.ts';
import { removeGeneration } from './remove-generation.ts';

/** Receives the status of a runner. */
export interface Reporter {
  onState(state: RunnerState): void;
  onProgress(steps: number): void;
  onEnded?(): void;
}

export interface GenerationSupervisorDeps extends RunnerDeps {
  readonly leases: Leases;
  readonly aliases: Aliases;
  readonly logger: RunnerLogger;
  /** Returns the reporter of a generation's runner. */
  readonly reporter: (id: string) => Reporter;
  /** Watches for a supervisor that stands still. */
  readonly watch?: StallWatch['watch'];
  /** Called when another process supervises the model. */
  readonly onStandby?: () => void;
}

/** By this time after a switch, no process reads the previous generation, even from stale records. */
const dropAfterMs = 10_000;

export interface Generations extends GenerationSupervisorDeps {
  readonly model: Projection;
  readonly models: Models;
  readonly holdBack: HoldBack;
  /** The running workers by generation id. */
  readonly workers: Map<string, GenerationWorker>;
}

const nowIso = () => new Date().toISOString();

/** Creates the model's record, or adds a build of this version to it. */
export async function initialize({ store, models, model, aliases }: Generations): Promise<void> {
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

export function start(
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

export async function end(
  { workers, holdBack }: Generations,
  id: string,
  worker: GenerationWorker,
): Promise<void> {
  await worker.stop();
  workers.delete(id);
  holdBack.release(id);
}

/**
 * Holds retained generations behind the live one, and switches readers to the wanted generation once it is
 * ahead.
 */
export async function orderGenerations(generations: Generations, record: ModelRecord): Promise<void> {
  const { model, models, workers, holdBack, aliases, logger } = generations;
  const live = generationReadBy(record, model.version);
  const wanted = record.generations.find(({ id }) => id === record.wanted);
  const leader = wanted && workers.get(wanted.id)?.isLive() ? wanted : live;
  if (!leader) return;
  holdBack.release(leader.id);
  for (const { id } of record.generations)
    if (id !== leader.id && id !== record.wanted) holdBack.limitTo(id, leader.id);
  if (!wanted || leader !== wanted) return;
  const isRealigned = live !== null && wanted.realigns === live.id;
  if (isRealigned) await listMissing(generations, record, live, wanted);
  else if (live && !(await isAhead(generations, wanted.id, live.id))) return;
  const next = await models.change(model.name, (now) => {
    if (now?.wanted !== wanted.id) return null;
    const after = switched(now, nowIso());
    // The other generations follow a log that is gone.
    return isRealigned ? dropped(after, model.version, new Set()) : after;
  });
  await aliases.refresh();
  workers.get(wanted.id)?.repeatLive();
  if (next)
    logger.info(
      { projection: wanted.id, before: live?.id ?? null },
      'readers switched to another generation',
    );
}

/** Lists what the log has lost, before readers switch and the generation that holds it is removed. */
async function listMissing(
  { store, model, logger }: Generations,
  record: ModelRecord,
  former: Generation,
  next: Generation,
): Promise<void> {
  const projection = (one: Generation) => projectionOf({ ...model, version: one.version }, record._id, one);
  const { signal } = new AbortController();
  const missing = await recordMissing(store, projection(former), projection(next), signal);
  logger.warn({ projection: next.id, missing }, 'listed the items that the log no longer holds');
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

export async function drop(generations: Generations, record: ModelRecord, one: Generation): Promise<void> {
  const { workers, aliases, logger } = generations;
  const worker = workers.get(one.id);
  if (worker) await end(generations, one.id, worker);
  if (one.left_at !== null && Date.now() - Date.parse(one.left_at) < dropAfterMs) return;
  if (!(await removeGeneration(generations, record._id, one.id))) return;
  logger.info({ projection: one.id }, 'dropped a generation');
  await aliases.refresh();
}
