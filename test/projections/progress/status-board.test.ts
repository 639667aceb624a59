import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Session } from '../../../coordination/leases/session.ts';
import { openControl } from '../../../projections/generations/control/control.ts';
import { openStatusBoard } from '../../../projections/progress/status-board.ts';
import { eventually } from '../../support/eventually.ts';
import { startStores } from '../running.ts';

const test = suite('projections/progress/status-board');

let stores: Awaited<ReturnType<typeof startStores>>;
test.before(async () => {
  stores = await startStores();
});
test.after(() => stores.close());

const activity = { code: 'health', message: 'The health is behind.', names: ['health'], upTo: null };

test('a worker reports its present step, and a failure until its next success', async () => {
  const control = openControl({ ...stores, models: [], managers: [], workers: ['eraser'] });
  const worker = () => control.worker('eraser');
  assert.is((await worker()).state, 'no process runs it');
  const session = new Session(stores.store, { leaseMs: 2_000 });
  const board = openStatusBoard(session);
  const reporter = board.reporterOf('eraser');
  reporter.onState({ state: 'catching up' });
  reporter.onActivity(activity);
  const told = await eventually('it is told at once', async () => (await worker()).doing, 1_500);
  const { since, ...rest } = told;
  assert.equal(rest, activity);
  assert.ok(Date.parse(since) <= Date.now());

  reporter.onState({ state: 'stopped', error: new Error('out of order') });
  await eventually('it stands still', async () => (await worker()).state === 'stopped');
  const stopped = await worker();
  assert.equal([stopped.doing?.code, stopped.error?.message], ['health', 'out of order']);
  reporter.onState({ state: 'catching up' });
  reporter.onActivity({ ...activity, message: 'Further on.' });
  await eventually('it goes on', async () => (await worker()).doing?.message === 'Further on.');
  const again = await worker();
  assert.equal([again.doing?.since, again.error?.message], [since, 'out of order']);
  reporter.onState({ state: 'live' });
  reporter.onActivity(null);
  await eventually('it is done', async () => (await worker()).doing === null);
  assert.equal([(await worker()).state, (await worker()).error], ['live', null]);

  reporter.onActivity(activity);
  reporter.onState({ state: 'standby' });
  await eventually('it waits for its turn', async () => (await worker()).state === 'standby', 5_000);
  assert.is((await worker()).doing, null, 'that is another process’s to say');
  board.close();
  await session.end();
  assert.is((await worker()).state, 'no process runs it');
});

test('a copy cannot have the name of a worker', async () => {
  const model = { name: 'm', version: 1, on: {}, key: () => null, indexes: [], streamPrefixes: ['x-'] };
  const control = openControl({ ...stores, models: [model], managers: [], workers: ['eraser'] });
  assert.is(await control.copy('m', 'eraser', null, null), 'name is taken');
});

test.run();
