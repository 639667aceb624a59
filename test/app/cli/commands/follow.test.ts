import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../support/eventually.ts';
import { apiError, startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('deliveries list --follow');

const delivery = (id: string, status: string) => ({
  id,
  status,
  destination_id: 'd1',
  kind: 'submission.created',
  attempt_count: 1,
  last_outcome: { kind: 'response', status: 503 },
  updated_at: `2026-01-01T00:00:00.00${id}Z`,
});

/** What the service answers to one question after the other, of what has changed. */
const changes = [
  { data: [], position: '10' },
  // The first was listed already.
  { data: [delivery('1', 'pending'), delivery('1', 'succeeded')], position: '20' },
  null,
  { data: [delivery('2', 'pending')], position: '30' },
];

test('prints the existing deliveries and then their changes, across an outage, and ends with success on Ctrl-C', async () => {
  let asked = 0;
  const service = await startFakeService(({ path }) => {
    if (!path.startsWith('/api/admin/v1/deliveries/changes'))
      return { status: 200, body: { data: [delivery('1', 'pending')] } };
    const answer = changes[asked];
    asked += 1;
    if (answer === null) return apiError(503, 'read_model_behind');
    if (answer) return { status: 200, body: answer };
    return { status: 200, body: { data: [], position: '30' } };
  });
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 'operator', FORMLOG_ACCOUNT: 'a1' };
  const followed = runCli(['deliveries', 'list', '--follow', '--status', 'pending', '--json'], env);
  await eventually('every change was asked for', () => asked > changes.length);
  process.emit('SIGINT');
  const { code, lines, stderr } = await followed;
  await service.close();
  assert.equal([code, stderr], [0, '']);
  assert.equal(lines(), [delivery('1', 'pending'), delivery('1', 'succeeded'), delivery('2', 'pending')]);
  const queries = service.requests.map(({ path }) => path.split('?')[1]);
  assert.ok(queries.includes('account_id=a1&status=pending&after=30'), queries.join(' '));
});

test.run();
