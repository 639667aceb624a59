import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fenced } from '../../coordination/leases/lease.ts';
import type { CheckpointDocument } from '../../coordination/leases/lease-documents.ts';
import { sessionsOf } from '../../coordination/leases/lease-documents.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { modelId } from '../../projections/projection.ts';
import { openDocuments } from '../../projections/runner/documents.ts';
import { countedForms } from '../projections/read-models/counted-forms.ts';
import { run, startStores, storedBy, writerTo } from '../projections/running.ts';
import { formCreated, submitted } from '../projections/samples.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('coordination/leader-election');

let stores: Awaited<ReturnType<typeof startStores>>;
let write: ReturnType<typeof writerTo>;
test.before(async () => {
  stores = await startStores();
  write = writerTo(stores.log);
});
test.after(() => stores.close());

/** The session that holds a lease. */
async function ownerOf(store: ReadStore, id: string): Promise<string> {
  const checkpoint = await store.named<CheckpointDocument>('_checkpoints').findOne({ _id: id });
  return checkpoint?.owner ?? '';
}

const isLive = ({ told }: { told: string[] }) => told.includes('live');

test('one process leads, and the other takes over when it ends', async () => {
  const projection = { ...countedForms, name: 'handed-over' };
  const first = run(stores, { projection }, { leaseMs: 2_000 });
  await eventually('the first leads', () => isLive(first));
  const second = run(stores, { projection }, { leaseMs: 2_000 });
  await first.reaches(await write(formCreated('h1'), submitted('hs1', { formId: 'h1' })));
  assert.equal(second.told, ['standby']);
  await first.stop();
  await eventually('the second leads', () => isLive(second));
  await second.reaches(await write(submitted('hs2', { formId: 'h1' })));
  await second.stop();
  assert.is((await storedBy(stores.store, projection))['h1']?.['submission_count'], 2);
});

test('a leader that was suspended past its lease is fenced and damages nothing', async () => {
  const projection = { ...countedForms, name: 'slept' };
  // A long lease, so that it does not notice by itself in time.
  const sleeper = run(stores, { projection }, { leaseMs: 60_000 });
  await sleeper.reaches(await write(formCreated('z1'), submitted('zs1', { formId: 'z1' })));
  await eventually('it follows', () => isLive(sleeper));
  const owner = await ownerOf(stores.store, modelId(projection));
  await sessionsOf(stores.store).updateOne({ _id: owner }, { $set: { until: new Date(0).toISOString() } });
  const next = run(stores, { projection }, { leaseMs: 1_000 });
  await eventually('the next one leads', () => isLive(next));
  // Both are at it now.
  for (let n = 2; n <= 20; n++) await next.reaches(await write(submitted(`zs${n}`, { formId: 'z1' })));
  await eventually('the sleeper is told', () =>
    sleeper.told.some((line) => line.includes(`another process has taken over ${modelId(projection)}`)),
  );
  const last = await write(submitted('zs21', { formId: 'z1' }));
  await eventually('all is counted', async () => {
    const { z1 } = await storedBy(stores.store, projection);
    return z1?._position === last;
  });
  assert.is((await storedBy(stores.store, projection))['z1']?.['submission_count'], 21);
  await Promise.all([sleeper.stop(), next.stop()]);
});

test('a document that has changed since it was read is not written', async () => {
  const documents = openDocuments(stores.store, { ...countedForms, name: 'guarded' });
  const kept = (position: bigint) => new Map([['g1', { position, doc: { title: String(position) } }]]);
  await documents.write(new Map(), kept(1n));
  await documents.write(kept(1n), kept(2n));
  for (const outdated of [new Map<never, never>(), kept(1n)]) {
    await documents.write(outdated, kept(3n)).then(
      () => assert.unreachable('it was written'),
      (error: unknown) => assert.instance(error, Fenced),
    );
  }
  assert.equal(await documents.load(['g1']), kept(2n));
});

test.run();
