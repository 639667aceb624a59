import { setTimeout as delay } from 'node:timers/promises';
import { openReadStore, type ReadStore } from '../../../../coordination/read-store.ts';
import { openModels } from '../../../../projections/generations/models.ts';
import { submissions } from '../../../../projections/read-models/submissions/projection.ts';
import type { RunningService } from '../api/service.ts';
import { startWith } from '../api/stock.ts';
import { cpuMsOf } from '../dispatcher/cpu.ts';
import type { Context } from '../harness/context.ts';

/** How many events the submissions model is made of. */
export const stockOf = (context: Context): number => context.scaled(500_000);

/** Short, so that a row need not wait long until the embedded MongoDB removes what was dropped. */
const maintenanceMs = 1_000;

/** A service with that many submissions, made once a run. */
export const startStocked = (context: Context): Promise<RunningService> =>
  context.shared('stocked', (suite) => startWith(suite, stockOf(suite), { maintenanceMs }));

/** The read store of a service, closed with the row. */
export async function readStoreOf(context: Context, { mongodb }: RunningService): Promise<ReadStore> {
  const store = await openReadStore({ url: mongodb });
  context.onRelease(() => store.close());
  return store;
}

async function ask({ url, operatorToken }: RunningService, name: string, what: string): Promise<void> {
  const response = await fetch(`${url}/api/admin/v1/projections/${name}/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}` },
  });
  if (response.status !== 202) throw new Error(`${what} was answered ${response.status}`);
}

const lookEveryMs = 20;

/**
 * The share of a core that the stores take at most while nothing is asked of them: a removal takes nearly all of a core,
 * idle stores 0.15 while they are profiled.
 */
const idleShare = 0.3;
const sweepLimitMs = 600_000;

/**
 * Waits until what was replaced by rebuilding is dropped, some ten seconds later, and the stores have removed what was
 * dropped, so that neither costs the measurement that follows.
 * @throws an error if that takes ten minutes
 */
export async function swept({ storesPid }: RunningService, store: ReadStore): Promise<void> {
  const models = openModels(store);
  const isDropped = async () => (await models.all()).every(({ generations }) => generations.length <= 1);
  // The window is longer than the interval, so that it holds some of a removal that is to come.
  const windowMs = 2 * maintenanceMs;
  const isIdle = async () => {
    const before = await cpuMsOf([storesPid]);
    await delay(windowMs);
    return (await cpuMsOf([storesPid])) - before <= idleShare * windowMs;
  };
  const until = performance.now() + sweepLimitMs;
  for (const isOver of [isDropped, isIdle])
    while (!(await isOver())) {
      if (performance.now() > until) throw new Error('what was dropped is not removed after ten minutes');
      await delay(10 * lookEveryMs);
    }
}

/**
 * Rebuilds a model and waits until its readers were moved.
 * @returns seconds
 */
export async function rebuildOnce(
  service: RunningService,
  store: ReadStore,
  name: string = submissions.name,
): Promise<number> {
  const models = openModels(store);
  const begun = performance.now();
  await ask(service, name, 'rebuild');
  for (;;) {
    const record = (await models.all()).find(({ _id }) => _id === name);
    if (record?.wanted === null) break;
    await delay(lookEveryMs);
  }
  const seconds = (performance.now() - begun) / 1_000;
  await ask(service, name, 'drop');
  return seconds;
}
