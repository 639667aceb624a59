import pino from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchCatchUp } from '../../app/health/catch-up.ts';
import { createHealth } from '../../app/health/health.ts';
import { createSupervisor } from '../../app/supervisor.ts';
import { openLeases } from '../../coordination/leases/leases.ts';
import { modelId } from '../../projections/projection.ts';
import { readModels } from '../../projections/registry.ts';
import { startReadStore, type TestReadStore } from '../projections/stores.ts';
import { eventually } from '../support/eventually.ts';
import { moveTo } from '../support/move-to.ts';

const test = suite<{ reads: TestReadStore }>('catching up at the start');

test.before.each(async (context) => {
  context.reads = await startReadStore();
});
test.after.each(({ reads }) => reads.close());

const aliases = { generationsInUse: (model: Parameters<typeof modelId>[0]) => [modelId(model)] };
const complete = { percentOf: (): number | null => null };
const start = (
  { store }: TestReadStore,
  states: ReadonlyMap<string, string>,
  leaseMs = 60_000,
  completeness = complete,
) => watchCatchUp({ log: { head: async () => 200n }, store, aliases, completeness, states, leaseMs });

test('the progress of a start is that of the slowest model, and ends when all have caught up', async ({
  reads,
}) => {
  const catchUp = start(reads, new Map(readModels.map(({ name }) => [name, 'catching up'])));
  assert.is(catchUp.percent(), 0);
  const leases = openLeases(reads.store);
  const held = await Promise.all(readModels.map((model) => leases.acquire(modelId(model))));
  for (const [n, lease] of held.entries()) await moveTo(lease, n === 0 ? 74n : 200n);
  await eventually('it says so', () => catchUp.percent() === 37);
  await moveTo(held[0], 200n);
  await eventually('it is over', () => catchUp.percent() === null);
  catchUp.close();
});

test('a start does not wait for a live model, nor for a model of another process', async ({ reads }) => {
  const states = new Map(readModels.map(({ name }) => [name, 'standby']));
  const catchUp = start(reads, states);
  for (const { name } of readModels) states.set(name, 'live');
  await eventually('it is over', () => catchUp.percent() === null);
  const standingBy = start(reads, new Map(readModels.map(({ name }) => [name, 'standby'])), 0);
  await eventually('it is over', () => standingBy.percent() === null);
});

test('a start waits for a standby model that has never been complete, since its lists are refused', async ({
  reads,
}) => {
  let built: number | null = 40;
  const standby = new Map(readModels.map(({ name }) => [name, 'standby']));
  let asked = 0;
  const percentOf = () => {
    asked += 1;
    return built;
  };
  const catchUp = start(reads, standby, -1_000, { percentOf });
  await eventually('it has looked twice', () => asked >= 2 * readModels.length);
  assert.is(catchUp.percent(), 0);
  built = null;
  await eventually('it is over', () => catchUp.percent() === null);
});

test('a service whose followers do not match the log is not ready, and says so', async () => {
  const supervisor = createSupervisor(pino({ level: 'silent' }));
  let diverged = ['forms: the log is empty'];
  const health = createHealth({}, supervisor, new Map(), undefined, undefined, () => diverged);
  const { ready, diverged: named } = await health();
  assert.equal([ready, named], [false, diverged]);
  diverged = [];
  assert.is((await health()).ready, true);
});

test('a starting service is not ready, and reports its progress', async () => {
  const supervisor = createSupervisor(pino({ level: 'silent' }));
  let percent: number | null = 37;
  const health = createHealth({}, supervisor, new Map(), undefined, () => percent);
  assert.equal(await health(), {
    ready: false,
    starting: { caught_up_percent: 37 },
    stores: {},
    roles: {},
    projections: {},
    degraded: [],
    diverged: [],
    stalled: [],
  });
  percent = null;
  assert.equal((await health()).ready, true);
});

test.run();
