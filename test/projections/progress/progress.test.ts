import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLeases } from '../../../coordination/leases/leases.ts';
import { openProgress } from '../../../projections/progress/progress.ts';
import { modelId } from '../../../projections/projection.ts';
import { erasures } from '../../../projections/read-models/erasures/projection.ts';
import { forms } from '../../../projections/read-models/forms/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { moveTo } from '../../support/move-to.ts';
import { startReadStore, type TestReadStore } from '../stores.ts';

const test = suite('projections/progress/progress');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());

test('a runner of this process reports its progress at once', async () => {
  const progress = openProgress(server.store);
  assert.is(progress.positionOf('forms'), null);
  const waiting = progress.waitFor(['forms', 'submissions'], 7n, 5_000);
  progress.report(modelId(forms), 7n);
  progress.report(modelId(submissions), 6n);
  let answered = false;
  void waiting.then(() => (answered = true));
  await Promise.resolve();
  assert.is(answered, false);
  progress.report(modelId(submissions), 8n);
  assert.is(await waiting, true);
  assert.is(progress.positionOf('submissions'), 8n);
  assert.is(await progress.waitFor(['forms'], 7n, 0), true);
});

test('distinguishes a change from a position that was only reached', async () => {
  const progress = openProgress(server.store);
  const waiting = progress.waitForChange('forms', 3n, 5_000);
  let answered = false;
  void waiting.then(() => (answered = true));
  progress.report(modelId(forms), 4n, false);
  await Promise.resolve();
  assert.is(answered, false);
  progress.report(modelId(forms), 5n, true);
  assert.is(await waiting, true);
  progress.report(modelId(forms), 9n, false);
  assert.is(await progress.waitForChange('forms', 5n, 1), false);
  assert.is(await progress.waitForChange('forms', 4n, 1), true);
});

test('polls the checkpoints of other processes', async () => {
  const lease = await openLeases(server.store).acquire('keys@1');
  const progress = openProgress(server.store);
  const waiting = progress.waitFor(['keys'], 3n, 5_000);
  await moveTo(lease, 2n);
  await moveTo(lease, 3n);
  assert.is(await waiting, true);
});

test('a lagging checkpoint does not move a reported position back', async () => {
  const lease = await openLeases(server.store).acquire(modelId(submissions));
  await moveTo(lease, 2n);
  const progress = openProgress(server.store);
  progress.report(modelId(submissions), 9n);
  // Asks both checkpoints, until it hears of this one.
  await openLeases(server.store).acquire(modelId(forms));
  assert.is(await progress.waitFor(['submissions', 'forms'], 9n, 400), false);
  assert.is(progress.positionOf('submissions'), 9n);
  assert.is(await progress.waitForChange('submissions', 9n, 1), false);
});

test('does not poll a model while its runner is in this process', async () => {
  const lease = await openLeases(server.store).acquire(modelId(erasures));
  await moveTo(lease, 3n);
  const progress = openProgress(server.store);
  const running = new AbortController();
  progress.registerRunner(modelId(erasures), running.signal);
  assert.is(await progress.waitFor(['erasures'], 3n, 200), false);
  running.abort();
  assert.is(await progress.waitFor(['erasures'], 3n, 5_000), true);
});

test('reports when the time is over or the signal comes', async () => {
  const progress = openProgress(server.store);
  assert.is(await progress.waitFor(['accounts'], 1n, 20), false);
  const stop = new AbortController();
  const waiting = progress.waitFor(['accounts'], 1n, 60_000, stop.signal);
  stop.abort();
  assert.is(await waiting, false);
  assert.is(await progress.waitFor(['accounts'], 1n, 60_000, stop.signal), false);
});

test('an unknown model is an error', () => {
  const progress = openProgress(server.store);
  assert.throws(() => progress.positionOf('nothing'), 'there is no read model nothing');
});

test.run();
