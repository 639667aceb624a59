import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import pino from 'pino';
import { watchCatchUp } from '../../app/health/catch-up.ts';
import { createHealth } from '../../app/health/health.ts';
import { createSupervisor } from '../../app/supervisor.ts';
import { readModels } from '../../projections/registry.ts';
import { openLeases } from '../../read-store/leases/leases.ts';
import { modelId } from '../../projections/projection.ts';
import { startReadStore, type TestReadStore } from '../projections/stores.ts';
import { eventually } from '../support/eventually.ts';

const test = suite<{ reads: TestReadStore }>('catching up at the start');

test.before.each(async (context) => {
  context.reads = await startReadStore();
});
test.after.each(({ reads }) => reads.close());

const aliases = { generationsInUse: (model: Parameters<typeof modelId>[0]) => [modelId(model)] };
const start = ({ store }: TestReadStore, states: ReadonlyMap<string, string>, leaseMs = 60_000) =>
  watchCatchUp({ log: { head: async () => 200n }, store, aliases, states, leaseMs });

test('the model that is least far says how far the start is; it is over once all are there', async ({
  reads,
}) => {
  const catchUp = start(reads, new Map(readModels.map(({ name }) => [name, 'catching up'])));
  assert.is(catchUp.percent(), 0);
  const leases = openLeases(reads.store);
  const held = await Promise.all(readModels.map((model) => leases.acquire(modelId(model))));
  for (const [n, lease] of held.entries()) await lease?.move(null, n === 0 ? 74n : 200n);
  await eventually('it says so', () => catchUp.percent() === 37);
  await held[0]?.move(74n, 200n);
  await eventually('it is over', () => catchUp.percent() === null);
  catchUp.close();
});

test('a model that is live, or that another process keeps, is not waited for', async ({ reads }) => {
  const states = new Map(readModels.map(({ name }) => [name, 'standby']));
  const catchUp = start(reads, states);
  for (const { name } of readModels) states.set(name, 'live');
  await eventually('it is over', () => catchUp.percent() === null);
  const standingBy = start(reads, new Map(readModels.map(({ name }) => [name, 'standby'])), 0);
  await eventually('it is over', () => standingBy.percent() === null);
});

test('a service that starts is not ready, and says how far it is', async () => {
  const supervisor = createSupervisor(pino({ level: 'silent' }));
  let percent: number | null = 37;
  const health = createHealth({}, supervisor, new Map(), undefined, () => percent);
  assert.equal(await health(), {
    ...{ ready: false, starting: { caught_up_percent: 37 }, stores: {}, roles: {}, projections: {} },
    degraded: [],
  });
  percent = null;
  assert.equal((await health()).ready, true);
});

test.run();
