import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../support/eventually.ts';
import { apiError, type FakeAnswer, startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('watching');

const recovery = (status: string): FakeAnswer => ({
  status: 200,
  body: {
    id: 'r1',
    destination_id: 'd1',
    status,
    paused_because: null,
    total: 3,
    replayed: 3,
    passed_over: 0,
    per_second: 5,
    created_at: null,
  },
});

const watchAt = (url: string) =>
  runCli(['recoveries', 'watch', 'r1', '--json'], { FORMLOG_SERVICE: url, FORMLOG_TOKEN: 'operator' });

test('watching continues through an outage', async () => {
  const answers = [recovery('running'), null, apiError(503, 'read_model_behind'), recovery('completed')];
  // A 503 is explained by what /readyz answers.
  const service = await startFakeService(({ path }) =>
    path === '/readyz' ? null : (answers.shift() ?? null),
  );
  const { code, lines, stderr } = await watchAt(service.url);
  await service.close();
  assert.is(code, 0, stderr);
  assert.equal(lines(), [recovery('completed').body]);
});

test('watching does not wait for a service that never answered or that refuses', async () => {
  const service = await startFakeService(() => apiError(404, 'not_found'));
  assert.is((await watchAt(service.url)).code, 1);
  await service.close();
  assert.is((await watchAt(service.url)).code, 3);
});

test('Ctrl-C ends watching, and says how to stop the work', async () => {
  const service = await startFakeService(() => recovery('running'));
  const watching = watchAt(service.url);
  await eventually('it was asked for', () => service.requests.length > 0);
  process.emit('SIGINT');
  const { code, stdout, stderr } = await watching;
  await service.close();
  assert.equal([code, stdout], [0, '']);
  assert.match(stderr, 'formlog recoveries cancel r1');
});

test.run();
