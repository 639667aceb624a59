import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLeases } from '../../../coordination/leases/leases.ts';
import { openControl } from '../../../projections/generations/control/control.ts';
import {
  dropped,
  initialRecord,
  rolledBack,
  switched,
  withBuild,
} from '../../../projections/generations/generations.ts';
import { modelId, type Projection } from '../../../projections/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { eventually } from '../../support/eventually.ts';
import { startStores, storedBy, writerTo } from '../running.ts';
import { formCreated, minute, submitted } from '../samples.ts';
import { stopSupervisors, supervise } from './supervising.ts';

const test = suite('projections/generations/rebuild');

let stores: Awaited<ReturnType<typeof startStores>>;
let write: ReturnType<typeof writerTo>;
test.before(async () => {
  stores = await startStores();
  write = writerTo(stores.log);
});
test.after(async () => {
  await stopSupervisors();
  await stores.close();
});

const at = minute(0);
/** Without pauses, readers and writers would take the core from the build that they watch. */
const readEveryMs = 20;
const writeEveryMs = 5;
/** More than a page of a list. */
const submissionCount = Number(process.env['SUBMISSIONS'] ?? 600);
const interruptedBuilds = Number(process.env['INTERRUPTED_BUILDS'] ?? 1);
const nobody: ReadonlySet<string> = new Set();
const { version } = submissions;
const second: Projection = { ...submissions, generation: 2 };

test('a rebuild, a rollback and a drop are invisible to readers, except for new writes', async () => {
  let last = await write(
    formCreated('f1'),
    ...Array.from({ length: submissionCount }, (_, n) => submitted(`s${n}`)),
  );
  const projector = await supervise(stores, submissions);
  const elsewhere = await supervise(stores);
  await projector.reaches(last);
  const seen = { here: 0, there: 0 };
  let written = submissionCount;
  let isOver = false;
  const watch = async (name: 'here' | 'there', { queries }: Awaited<ReturnType<typeof supervise>>) => {
    while (!isOver) {
      let count = 0;
      let after: { at: string; id: string } | undefined;
      do {
        const page = await queries.submissions.list('acme', { limit: 500, after });
        count += page.items.length;
        after = page.next ?? undefined;
      } while (after);
      await pause(readEveryMs);
      assert.ok(count >= seen[name], `${name} went back from ${seen[name]} to ${count}`);
      seen[name] = count;
    }
  };
  const writing = async () => {
    while (!isOver) {
      last = await write(submitted(`s${written++}`, { at: minute(6 + written) }));
      await pause(writeEveryMs);
    }
  };
  const watching = [watch('here', projector), watch('there', elsewhere), writing()];
  await projector.models.change(
    'submissions',
    (record) => record && withBuild(record, version, { seed: null, at }),
  );
  await projector.reads(submissions, modelId(second));
  await elsewhere.reads(submissions, modelId(second));
  await projector.reaches(last);
  await projector.models.change('submissions', (record) => record && rolledBack(record, version));
  await elsewhere.reads(submissions, modelId(submissions));
  await projector.models.change('submissions', (record) => record && rolledBack(record, version));
  await elsewhere.reads(submissions, modelId(second));
  isOver = true;
  await Promise.all(watching);
  await projector.reaches(last);
  await eventually('the kept one has it all too', async () => {
    const [one, two] = [await storedBy(stores.store, submissions), await storedBy(stores.store, second)];
    assert.equal(one, two);
    // Beside them stands the count of their form.
    return Object.keys(one).length === written + 1;
  });
  await projector.models.change('submissions', (record) => record && dropped(record, version, nobody));
  await eventually('it is marked', () => projector.aliases.record('submissions')?.generations.length === 2);
  await projector.stop();
  await elsewhere.stop();
});

test('after a projector stops during a build, the next one completes it', async () => {
  const model: Projection = { ...submissions, name: 'interrupted' };
  let projector = await supervise(stores, model);
  const last = await write(submitted('last', { at: minute(5_000) }));
  await projector.reaches(last);
  const expected = await storedBy(stores.store, model);
  for (let generation = 2; generation <= 1 + interruptedBuilds; generation++) {
    await projector.models.change(
      'interrupted',
      (record) => record && withBuild(record, version, { seed: null, at }),
    );
    const id = modelId({ ...model, generation });
    for (let n = 0; n < 3; n++) {
      await eventually('it is at it', () => projector.told.some((line) => line.startsWith(id)));
      await projector.stop();
      projector = await supervise(stores, model);
    }
    await projector.reads(model, id);
    assert.equal(await storedBy(stores.store, { ...model, generation }), expected);
  }
  await projector.stop();
});

test('a new version is built while the previous one is read and updated', async () => {
  const first: Projection = { ...submissions, name: 'changing', version: 1 };
  const next: Projection = { ...first, version: 2, previous: first };
  const before = await supervise(stores, first);
  await before.reaches(await write(submitted('c1')));
  const old = await supervise(stores, next);
  await before.stop();
  await old.reads(next, 'changing@2');
  await old.reaches(await write(submitted('c2')));
  const both = [await storedBy(stores.store, first), await storedBy(stores.store, next)];
  assert.equal(both[0], both[1]);
  assert.is(old.aliases.generationsInUse(first)[0], 'changing@1', 'older processes stay with theirs');
  await old.stop();
});

test('a rollback ends the build that would have become live, and another may start', () => {
  const build = { seed: null, at };
  const first = withBuild(initialRecord(submissions, null, at), version, build);
  const again = first && withBuild(switched(first, at), version, build);
  const back = again && rolledBack(again, version);
  assert.equal(
    [back?.wanted, ...(back?.generations ?? []).map(({ state }) => state)],
    [modelId(submissions), 'kept', 'live', 'dropping'],
  );
  assert.ok(back && withBuild(back, version, build), 'nothing is in its way');
});

test('a build of another release is removed on request once its lease is free', async () => {
  const model: Projection = { ...submissions, name: 'left-over' };
  const newer: Projection = { ...model, version: version + 1 };
  const projector = await supervise(stores, model);
  await projector.reaches(await write(submitted('l1')));
  const { models } = projector;
  const lease = await openLeases(stores.store, { leaseMs: 60_000 }).acquire(modelId(newer));
  await models.change(model.name, (record) => record && withBuild(record, newer.version, { seed: null, at }));
  await models.change(model.name, (record) => record && dropped(record, newer.version + 1, nobody));
  const generations = async () =>
    (await models.all()).find(({ _id }) => _id === model.name)?.generations.map(({ id }) => id);
  await projector.reaches(await write(submitted('l2')));
  assert.ok((await generations())?.includes(modelId(newer)), 'its builder may still write');
  await lease?.release();
  await eventually('it is gone', async () => !(await generations())?.includes(modelId(newer)));
  await projector.stop();
});

test('a drop removes an abandoned build of a newer version, and otherwise keeps it', async () => {
  const model: Projection = { ...submissions, name: 'withdrawn' };
  const newer: Projection = { ...model, version: version + 1 };
  const projector = await supervise(stores, model);
  await projector.reaches(await write(submitted('w1')));
  const { models } = projector;
  const control = openControl({ ...stores, models: [model], managers: [] });
  const found = async () => (await models.all()).find(({ _id }) => _id === model.name);
  const newest = async () => (await found())?.generations.find(({ id }) => id === modelId(newer));
  const lease = await openLeases(stores.store, { leaseMs: 60_000 }).acquire(modelId(newer));
  await models.change(model.name, (record) => record && withBuild(record, newer.version, { seed: null, at }));
  assert.is(await control.drop(model.name), null);
  assert.equal([(await newest())?.state, (await found())?.wanted], ['building', modelId(newer)]);
  await lease?.release();
  assert.is(await control.drop(model.name), null);
  await eventually('it is gone', async () => (await newest()) === undefined);
  assert.equal([(await found())?.wanted, (await found())?.generations.length], [null, 1]);
  await projector.stop();
});

test.run();
