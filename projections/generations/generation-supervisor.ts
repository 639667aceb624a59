import { pause } from '../../async/pause.ts';
import { modelId, type Projection } from '../projection.ts';
import { type RunnerState, runUnderLeadership } from '../runner/runner.ts';
import { verificationOf } from './control/control-copies.ts';
import type { ModelRecord } from './generation-types.ts';
import type { GenerationWorker } from './generation-worker.ts';
import { openHoldBack } from './hold-back.ts';
import { openModels } from './models.ts';
import { removeLeftovers } from './remove-generation.ts';
import {
  drop,
  end,
  type Generations,
  type GenerationSupervisorDeps,
  initialize,
  orderGenerations,
  start,
} from './running-generations.ts';

/** How often a model is reconciled while one of its generations is built or removed, and otherwise. */
const reconcileEveryMs = { busy: 250, idle: 5_000 } as const;
/** The records are refreshed more often than this in the background. */
const recordsMaxAgeMs = 6_000;
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
  const { aliases } = deps;
  return runUnderLeadership(
    `${modelId(model)}/tend`,
    { ...deps, signal, onState },
    async (_, leading, onProgress) => {
      const generations = openGenerations(model, deps, leading);
      let turns = 0;
      const unwatch = deps.watch?.(`generations of ${model.name}`, () => [['', turns]]);
      try {
        await generations.initialize();
        while (!leading.aborted) {
          const isBusy = await generations.reconcile();
          onProgress();
          turns += 1;
          if (isBusy) await pause(reconcileEveryMs.busy, leading);
          else await aliases.waitForChange(reconcileEveryMs.idle, leading);
        }
        return 'stopped';
      } finally {
        unwatch?.();
        await generations.end();
      }
    },
  );
}

function openGenerations(model: Projection, deps: GenerationSupervisorDeps, signal: AbortSignal) {
  const { store, aliases, logger, progress } = deps;
  const { name } = model;
  const models = openModels(store, () => void aliases.refresh().catch(() => undefined));
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

  /** Starts and ends the work on the generations. @returns whether some are being built, switched or removed */
  async function reconcile(): Promise<boolean> {
    await aliases.refresh(recordsMaxAgeMs);
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
    return own.some(isInTransition);
  }

  return {
    initialize: () => initialize(generations),
    reconcile,
    async end() {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
  };
}

const isInTransition = ({ wanted, generations }: ModelRecord): boolean =>
  wanted !== null || generations.some(({ state }) => state === 'building' || state === 'dropping');
