import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../support/eventually.ts';
import { against } from '../against.ts';
import { apiError, startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('audit');

const entry = (revision: number, type: string, submissionId: string, by = 'ada') => ({
  id: `e${revision}`,
  stream: 'audit-a',
  position: String(revision),
  revision,
  type,
  recorded_at: `2026-01-0${revision + 1}T00:00:00.000Z`,
  actor: { kind: 'operator', id: by },
  correlation_id: 'r',
  causation_id: 'r',
  data: { submissionId, ...(type === 'DeliveryErased' && { deliveryId: 'd1' }) },
  sentence: `Operator ${by} erased ${type === 'DeliveryErased' ? 'a webhook' : 'a submission'}.`,
});
const entries = [
  entry(0, 'SubmissionErased', 's1'),
  entry(1, 'DeliveryErased', 's1', 'eraser'),
  entry(2, 'SubmissionErased', 's2', 'bob'),
];

test('lists the audit stream of the account, oldest first', async () => {
  const { asked, plain, json } = await against({ status: 200, body: { data: entries } }, 'audit');
  assert.is(asked, 'GET /api/admin/v1/accounts/a%201/audit?limit=100');
  assert.match(
    plain.stdout,
    /^RECORDED +WHAT HAPPENED +SUBMISSION +DELIVERY\n2026-01-01T00:00:00.000Z +Operator ada erased a submission. +s1 +-$/m,
  );
  assert.match(plain.stdout, /Operator eraser erased a webhook. +s1 +d1$/m);
  assert.equal(json.lines(), entries);
});

const filters: readonly (readonly [args: readonly string[], found: readonly number[]])[] = [
  [
    ['--type', 'SubmissionErased'],
    [0, 2],
  ],
  [
    ['--submission', 's1'],
    [0, 1],
  ],
  [['--by', 'bob'], [2]],
  [
    ['--since', '2026-01-02T00:00:00Z'],
    [1, 2],
  ],
  [['--until', '2026-01-02T00:00:00Z'], [0]],
  [['--limit', '1'], [2]],
];
for (const [args, found] of filters)
  test(`audit ${args.join(' ')} lists matching events only`, async () => {
    const { json } = await against({ status: 200, body: { data: entries } }, 'audit', ...args);
    assert.equal(
      json.lines(),
      found.map((index) => entries[index]),
    );
  });

test('audit account lists what people and keys did, with the filters of the service', async () => {
  const act = { ...entry(0, 'FormPublished', 's1'), worded_changes: [] };
  const options = ['--by', 'ada', '--kind', 'status', '--since', '2026-01-01T00:00:00Z', '--oldest-first'];
  const list = await against({ status: 200, body: { data: [act] } }, 'audit', 'account', ...options);
  assert.is(
    list.asked,
    'GET /api/admin/v1/accounts/a%201/trail?by=ada&kind=status&since=2026-01-01T00%3A00%3A00.000Z&order=asc&limit=100',
  );
  assert.match(list.plain.stdout, /^RECORDED +WHAT HAPPENED +CHANGED$/m);
  assert.match(list.plain.stdout, 'Operator ada erased a submission.');
  assert.equal(list.json.lines(), [act]);
});

test('an unknown type is wrong usage', async () => {
  const { plain } = await against({ status: 200, body: { data: [] } }, 'audit', '--type', 'FormErased');
  assert.is(plain.code, 2);
});

/** The pages of a stream that grows: the last page is asked for again. */
const pages = [
  { asked: undefined, answer: { data: [entries[0]], next_cursor: 'c1' } },
  { asked: 'c1', answer: { data: [entries[1]], next_cursor: null } },
  { asked: 'c1', answer: null },
  { asked: 'c1', answer: { data: [entries[1], entries[2]], next_cursor: null } },
];

test('--follow prints the existing events, then each new one once, across an outage, until Ctrl-C', async () => {
  let count = 0;
  const service = await startFakeService(({ path }) => {
    if (path === '/readyz') return { status: 200, body: {} };
    const page = pages[Math.min(count, pages.length - 1)];
    count += 1;
    return page?.answer ? { status: 200, body: page.answer } : apiError(503, 'unavailable');
  });
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const followed = runCli(['audit', '--follow', '--json'], env);
  await eventually('the grown page was read again', () => count > pages.length);
  process.emit('SIGINT');
  const { code, lines, stderr } = await followed;
  await service.close();
  assert.equal([code, stderr], [0, '']);
  assert.equal(lines(), entries);
  const asked = service.requests.filter(({ path }) => path !== '/readyz');
  const cursors = asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('cursor'));
  assert.equal(
    cursors.slice(0, pages.length),
    pages.map((page) => page.asked ?? null),
  );
});

test('a failure of the first request ends --follow', async () => {
  const { plain } = await against(apiError(503, 'unavailable'), 'audit', '--follow');
  assert.is(plain.code, 3);
});

test.run();
