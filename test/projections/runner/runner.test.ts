import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readPositions } from '../../../coordination/leases/checkpoints.ts';
import { openProgress, type Progress } from '../../../projections/progress/progress.ts';
import { modelId } from '../../../projections/projection.ts';
import { destinations } from '../../../projections/read-models/destinations/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { eventually } from '../../support/eventually.ts';
import { countedForms } from '../read-models/counted-forms.ts';
import { rewind, run, startStores, storedBy, writerTo } from '../running.ts';
import { accountOpened, configured, formCreated, inDestination, minute, submitted } from '../samples.ts';

const test = suite('projections/runner/runner');

let stores: Awaited<ReturnType<typeof startStores>>;
let write: ReturnType<typeof writerTo>;
test.before(async () => {
  stores = await startStores();
  write = writerTo(stores.log);
});
test.after(() => stores.close());

test('reads the backlog, then follows', async () => {
  await write(formCreated('f1'), submitted('s1'));
  const before = await write(submitted('s2'));
  const running = run(stores, { projection: countedForms });
  await running.reaches(before);
  assert.is((await storedBy(stores.store, countedForms))['f1']?.['submission_count'], 2);
  await eventually('it follows', () => running.told.includes('live'));
  const last = await write(submitted('s3'));
  await running.reaches(last);
  const stored = (await storedBy(stores.store, countedForms))['f1'];
  assert.equal([stored?.['submission_count'], stored?._position], [3, last]);
  await running.stop();
  assert.equal(running.told, ['standby', 'catching up', 'live']);
});

test('pauses after a batch as long as no request waits for the model', async () => {
  const projection = { ...countedForms, name: 'awaited-forms' };
  const tracked = openProgress(stores.store, [projection]);
  const paused: string[] = [];
  const progress: Progress = {
    ...tracked,
    async pauseUntilAwaited(name, ms, signal) {
      paused.push(name);
      await tracked.pauseUntilAwaited(name, ms, signal);
    },
  };
  const running = run(stores, { projection }, { progress });
  await eventually('it follows', () => running.told.includes('live'));
  await write(formCreated('f-awaited'));
  // A batch that took long to store is followed by no pause.
  let written = 0;
  await eventually('it waits', async () => {
    const facts = Array.from({ length: 10 }, () => submitted(`a${written++}`, { formId: 'f-awaited' }));
    await Promise.all(facts.map((fact) => write(fact)));
    return paused.includes('awaited-forms');
  });
  await running.stop();
});

test('continues where it stopped', async () => {
  const running = run(stores, { projection: countedForms });
  const last = await write(submitted('s4'));
  await running.reaches(last);
  await running.stop();
  assert.is((await storedBy(stores.store, countedForms))['f1']?.['submission_count'], 4);
  assert.equal(
    await readPositions(stores.store, [modelId(countedForms)]),
    new Map([[modelId(countedForms), last]]),
  );
});

test('reaches the positions of events of other streams', async () => {
  const projection = { ...countedForms, name: 'forms-only', streamPrefixes: ['form-'] };
  const id = modelId(projection);
  const running = run(stores, { projection });
  await eventually('it follows', () => running.told.includes('live'));
  const last = await write(accountOpened('other'));
  await running.reaches(last);
  await eventually('it is saved', async () => {
    const saved = await readPositions(stores.store, [id]);
    return saved.get(id) === last;
  });
  await running.stop();
});

test('documents stored without their checkpoint do not change when their events are applied again', async () => {
  const removed = inDestination('d1', { type: 'DestinationRemoved', data: { at: minute(9) } });
  const middle = await write(configured('d1'), configured('d2'), removed);
  const last = await write(submitted('s5'), submitted('s6'));
  for (const projection of [countedForms, submissions, destinations]) {
    const first = run(stores, { projection });
    await first.reaches(last);
    await first.stop();
    const stored = await storedBy(stores.store, projection);
    assert.ok(Object.keys(stored).length > 0);
    for (const position of [null, middle]) {
      await rewind(stores.store, projection, position);
      const again = run(stores, { projection });
      await again.reaches(last);
      await again.stop();
      assert.equal(await storedBy(stores.store, projection), stored);
    }
  }
});

test('the first owner of a checkpoint removes documents that a runner wrote after the store was emptied', async () => {
  const projection = { ...countedForms, name: 'emptied-forms' };
  const last = await write(formCreated('f-emptied'), submitted('s-emptied', { formId: 'f-emptied' }));
  const late = { _id: 'f-emptied', submission_count: 7, _position: last };
  await stores.store.collection<typeof late>(modelId(projection)).insertOne(late);
  const running = run(stores, { projection });
  await running.reaches(last);
  await running.stop();
  assert.is((await storedBy(stores.store, projection))['f-emptied']?.['submission_count'], 1);
});

test('a deleted document leaves a tombstone', async () => {
  const { d1 } = await storedBy(stores.store, destinations);
  assert.equal(
    { ...d1, _position: typeof d1?._position },
    { _id: 'd1', _position: 'bigint', _deleted: true },
  );
});

test('many events in batches give the same result as one by one', async () => {
  const facts = Array.from({ length: 1_200 }, (_, n) => submitted(`m${n}`, { formId: 'many' }));
  await write(formCreated('many'));
  let last = 0n;
  for (let at = 0; at < facts.length; at += 100) {
    const positions = await Promise.all(facts.slice(at, at + 100).map((fact) => write(fact)));
    last = positions.reduce((a, b) => (a > b ? a : b));
  }
  const together = run(stores, { projection: { ...countedForms, name: 'together' } });
  await together.reaches(last);
  await together.stop();
  const { many } = await storedBy(stores.store, { ...countedForms, name: 'together' });
  assert.equal([many?.['submission_count'], many?._position], [1_200, last]);
});

test.run();
