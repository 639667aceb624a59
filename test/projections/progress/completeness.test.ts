import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pause } from '../../../async/pause.ts';
import { openLeases } from '../../../coordination/leases/leases.ts';
import { watchCompleteness } from '../../../projections/progress/completeness.ts';
import { modelId } from '../../../projections/projection.ts';
import { forms } from '../../../projections/read-models/forms/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { eventually } from '../../support/eventually.ts';
import { moveTo } from '../../support/move-to.ts';
import { startReadStore, type TestReadStore } from '../stores.ts';

const test = suite<{ reads: TestReadStore }>('completeness of read models');

test.before.each(async (context) => {
  context.reads = await startReadStore();
});
test.after.each(({ reads }) => reads.close());

let revision = 0;
let changed = new AbortController();
const aliases = {
  generationsInUse: (model: Parameters<typeof modelId>[0]) => [modelId(model)],
  revision: () => revision,
  waitForChange: (ms: number, signal: AbortSignal) => pause(ms, AbortSignal.any([signal, changed.signal])),
};

function changeRecords(): void {
  revision++;
  changed.abort();
  changed = new AbortController();
}

const watch = ({ store }: TestReadStore, head: bigint | null) =>
  watchCompleteness({ store, log: { head: async () => head }, aliases, models: [forms, submissions] });

test('a model that is built for the first time reports its progress, and does not delay others', async ({
  reads,
}) => {
  const leases = openLeases(reads.store);
  const [slow, fast] = [await leases.acquire(modelId(forms)), await leases.acquire(modelId(submissions))];
  await moveTo(slow, 74n);
  await moveTo(fast, 200n);
  const completeness = watch(reads, 200n);
  assert.is(await completeness.untilComplete(['submissions'], 5_000), null);
  await eventually('it says so', async () => (await completeness.untilComplete(['forms'], 0)) === 37);
  assert.is(await completeness.untilComplete(['forms', 'submissions'], 0), 37);
  await moveTo(slow, 200n);
  assert.is(await completeness.untilComplete(['forms', 'submissions'], 5_000), null);
  completeness.close();
});

test('a model that was complete once stays complete, however far the log grows', async ({ reads }) => {
  const leases = openLeases(reads.store);
  for (const model of [forms, submissions]) await moveTo(await leases.acquire(modelId(model)), 10n);
  const first = watch(reads, 10n);
  assert.is(await first.untilComplete(['forms', 'submissions'], 5_000), null);
  first.close();
  const afterRestart = watch(reads, 1_000n);
  assert.is(await afterRestart.untilComplete(['forms', 'submissions'], 5_000), null);
  afterRestart.close();
});

test('a store that was emptied meanwhile makes every model incomplete until it is built again', async ({
  reads: { store },
  reads,
}) => {
  const leases = openLeases(store);
  for (const model of [forms, submissions]) await moveTo(await leases.acquire(modelId(model)), 10n);
  const completeness = watch(reads, 10n);
  assert.is(await completeness.untilComplete(['forms', 'submissions'], 5_000), null);
  for (const name of await store.names()) await store.drop(name);
  changeRecords();
  await eventually('it is noticed', () => completeness.percentOf(['submissions']) === 0);
  const lease = await openLeases(store).acquire(modelId(submissions));
  await moveTo(lease, 5n);
  await eventually('it says how far it is', () => completeness.percentOf(['submissions']) === 50);
  await moveTo(lease, 10n);
  assert.is(await completeness.untilComplete(['submissions'], 5_000), null);
  assert.is(completeness.percentOf(['forms']), 0);
  completeness.close();
});

test('with an empty log every model is complete', async ({ reads }) => {
  const completeness = watch(reads, null);
  assert.is(await completeness.untilComplete(['forms', 'submissions'], 5_000), null);
  completeness.close();
});

test.run();
