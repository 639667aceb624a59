import type { Aliases } from './aliases.ts';
import type { Leases } from '../../read-store/leases/leases.ts';
import { readPositions } from '../../read-store/leases/leases.ts';
import { verificationOf } from './control.ts';
import type { Surroundings } from '../runner/follow.ts';
import {
  begun,
  projectionOf,
  readBy,
  switched,
  withBuild,
  type Generation,
  type ModelRecord,
} from './generations.ts';
import { openModels } from './models.ts';
import { openHoldBack } from './hold-back.ts';
import { pause } from '../../async/pause.ts';
import { modelId, type Projection } from '../projection.ts';
import { removeGeneration, removeLeftovers } from './remove-generation.ts';
import { keepLeading, type RunnerLogger, type RunnerState } from '../runner/runner.ts';
import { startGenerationWorker, type GenerationWorker } from './generation-worker.ts';

/** Receives the status of a runner. */
export interface Reporter {
  onState(state: RunnerState): void;
  onWork(steps: number): void;
}

export interface GenerationSupervisorDeps extends Surroundings {
  readonly leases: Leases;
  readonly aliases: Aliases;
  readonly logger: RunnerLogger;
  /** Returns the reporter of a generation's runner. */
  readonly reporter: (id: string) => Reporter;
  /** Called when another process supervises the model. */
  readonly onStandby?: () => void;
}

const lookEveryMs = 250;
/** By this time after a switch, no process reads the previous generation, even from stale records. */
const dropAfterMs = 10_000;
/** A builder that lost its lease may write once more, to a collection that was removed. */
const tidyEveryMs = 600_000;

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
  return keepLeading(`${modelId(model)}/tend`, { ...deps, signal, onState }, async (_, leading, worked) => {
    const tending = openTending(model, deps, leading);
    try {
      await tending.begin();
      while (!leading.aborted) {
        await tending.look();
        worked();
        await pause(lookEveryMs, leading);
      }
      return 'stopped';
    } finally {
      await tending.end();
    }
  });
}

function openTending(model: Projection, deps: GenerationSupervisorDeps, signal: AbortSignal) {
  const { store, aliases, logger, progress } = deps;
  const { name, version } = model;
  const models = openModels(store);
  const order = openHoldBack(progress);
  const tasks = new Map<string, GenerationWorker>();
  const definitions = new Map<number, Projection>();
  for (let one: Projection | undefined = model; one; one = one.former) definitions.set(one.version, one);
  const nowIso = () => new Date().toISOString();

  async function begin(): Promise<void> {
    const older = Array.from({ length: version - 1 }, (_, n) => n + 1);
    const known = await readPositions(
      store,
      older.map((one) => modelId({ name, version: one })),
    );
    const newest = older.findLast((one) => known.has(modelId({ name, version: one }))) ?? null;
    await models.change(name, (record) => {
      if (!record) return begun(model, newest, nowIso());
      const isThere = record.generations.some((one) => one.version === version && one.state !== 'dropping');
      return isThere ? null : withBuild(record, version, { seed: null, at: nowIso() });
    });
    await aliases.refresh();
  }

  let tidiedAt = -Infinity;
  async function tidy(): Promise<void> {
    if (performance.now() - tidiedAt < tidyEveryMs) return;
    tidiedAt = performance.now();
    for (const id of await removeLeftovers({ store, models }, name, verificationOf(name)))
      logger.info({ projection: id }, 'what a late write left of a dropped generation was removed');
  }

  async function look(): Promise<void> {
    // `aliases` refreshes by itself as often, and a dozen models are supervised.
    await aliases.refresh(2 * lookEveryMs);
    const own = aliases.records().filter(({ of }) => of === name);
    const wanted = new Set<string>();
    for (const record of own)
      for (const one of record.generations) {
        // Also generations of other releases: this release may be the only one left to remove them.
        if (one.state === 'dropping') {
          await drop(record, one);
          continue;
        }
        const definition = definitions.get(one.version);
        // A finished copy does not change.
        if (!definition || (record.range && one.state === 'live')) continue;
        wanted.add(one.id);
        const task = tasks.get(one.id);
        // The generation was removed and requested again between two runs.
        if (task && task.madeAt !== one.made_at) await end(one.id, task);
        if (!tasks.has(one.id)) start(record, one, definition);
      }
    for (const [id, task] of tasks) if (!wanted.has(id)) await end(id, task);
    const record = aliases.record(name);
    if (record) await arrange(record);
    await tidy();
  }

  function start(record: ModelRecord, one: Generation, definition: Projection): void {
    const projection = projectionOf(definition, record._id, one);
    const task = startGenerationWorker(
      { ...deps, ...deps.reporter(one.id), holdBack: order.holdBack(one.id), models, isBusy: aliases.isBusy },
      { record, generation: one, projection, definition },
      signal,
    );
    tasks.set(one.id, task);
  }

  async function end(id: string, task: GenerationWorker): Promise<void> {
    await task.stop();
    tasks.delete(id);
    order.release(id);
  }

  /**
   * Holds retained generations behind the live one, and switches readers to the wanted generation once it is
   * ahead.
   */
  async function arrange(record: ModelRecord): Promise<void> {
    const live = readBy(record, version);
    const wanted = record.generations.find(({ id }) => id === record.wanted);
    const leader = wanted && tasks.get(wanted.id)?.isLive() ? wanted : live;
    if (!leader) return;
    order.release(leader.id);
    for (const { id } of record.generations)
      if (id !== leader.id && id !== record.wanted) order.putBehind(id, leader.id);
    if (!wanted || leader !== wanted) return;
    if (live && !(await isAhead(wanted.id, live.id))) return;
    const next = await models.change(name, (now) =>
      now?.wanted === wanted.id ? switched(now, nowIso()) : null,
    );
    await aliases.refresh();
    if (next) logger.info({ projection: wanted.id, before: live?.id ?? null }, 'readers were moved');
  }

  async function isAhead(leader: string, id: string): Promise<boolean> {
    // While the generation catches up, its documents may be ahead of its reported position.
    const task = tasks.get(id);
    if (task) return task.isSettled() && order.isAhead(leader, id);
    // The generation does not run here, so its checkpoint is its position.
    const saved = (await readPositions(store, [id])).get(id) ?? null;
    return saved === null || (progress.heardOf(leader) ?? -1n) >= saved;
  }

  async function drop(record: ModelRecord, one: Generation): Promise<void> {
    const task = tasks.get(one.id);
    if (task) await end(one.id, task);
    if (one.left_at !== null && Date.now() - Date.parse(one.left_at) < dropAfterMs) return;
    if (!(await removeGeneration({ ...deps, models }, record._id, one.id))) return;
    logger.info({ projection: one.id }, 'generation was dropped');
    await aliases.refresh();
  }

  return {
    begin,
    look,
    async end() {
      await Promise.all([...tasks.values()].map((task) => task.stop()));
    },
  };
}
