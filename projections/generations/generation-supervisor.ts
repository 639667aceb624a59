import { pause } from '../../async/pause.ts';
import { modelId, type Projection } from '../projection.ts';
import { type RunnerState, runUnderLeadership } from '../runner/runner.ts';
import { verificationOf } from './control/control-copies.ts';
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

const reconcileEveryMs = 250;
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
      let turns = 0;
      const unwatch = deps.watch?.(`generations of ${model.name}`, () => [['', turns]]);
      try {
        await generations.initialize();
        while (!leading.aborted) {
          await generations.reconcile();
          onProgress();
          turns += 1;
          await pause(reconcileEveryMs, leading);
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
