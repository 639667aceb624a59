import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runAgainst as run } from '../against.ts';
import { apiError, type FakeAnswer, type FakeRequest, startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('formlog destinations');

const destination = {
  id: 'd1',
  label: 'here',
  url: 'https://x/',
  events: ['form.published'],
  form_id: null,
  included_questions: ['A'],
  signature: 'sha256',
  concurrency: 2,
  rate_per_second: 0.5,
  enabled: false,
  disabled_since: '2026-03-01T12:00:00.000Z',
  disabled_because: { kind: 'gone' },
  previous_secret_until: null,
};

const always =
  (body: unknown, status = 200) =>
  () => ({ status, body });
const base = '/api/admin/v1/destinations';

test('show prints everything', async () => {
  const { code, stdout, asked } = await run(['destinations', 'show', 'd/1'], always(destination));
  assert.equal([code, asked], [0, [[`GET ${base}/d%2F1`, null]]]);
  for (const line of ['questions +A', 'signature +sha256', 'concurrency +2', 'rate +0.5 a second'])
    assert.match(stdout, new RegExp(`^${line}$`, 'm'));
  assert.match(stdout, /^disabled because +gone$/m);
});

test('change sends only the given options', async () => {
  const changed = (...args: string[]) => run(['destinations', 'change', 'd1', ...args], always(destination));
  const to = await changed('--to', 'https://y/', '--concurrency', '3', '--rate', '2.5', '--question', 'B');
  assert.equal(to.asked, [
    [
      `PATCH ${base}/d1`,
      { url: 'https://y/', concurrency: 3, rate_per_second: 2.5, included_questions: ['B'] },
    ],
  ]);
  const lifted = await changed('--no-rate', '--all-forms', '--all-questions');
  assert.equal(lifted.asked, [
    [`PATCH ${base}/d1`, { rate_per_second: null, form_id: null, included_questions: [] }],
  ]);
  const label = await changed('--label', 'New', '--json');
  assert.equal([label.asked, label.lines()], [[[`PATCH ${base}/d1`, { label: 'New' }]], [destination]]);
  const nothing = await changed();
  assert.equal([nothing.code, nothing.asked], [2, []]);
});

test('enable says how many were skipped, and how to send them', async () => {
  const delivery = (status: string, created_at: string, updated_at = created_at) => ({
    id: 'x',
    destination_id: 'd1',
    kind: 'form.published',
    status,
    attempt_count: 0,
    created_at,
    updated_at,
  });
  const answers =
    (data: readonly { readonly status: string }[], because: object = destination.disabled_because) =>
    ({ method, path }: FakeRequest) => {
      const shown = { ...destination, enabled: method === 'POST', disabled_because: because };
      const [, status] = /status=(\w+)/.exec(path) ?? [];
      return { status: 200, body: status ? { data: data.filter((one) => one.status === status) } : shown };
    };
  const skipped = [
    delivery('skipped', '2026-03-02T00:00:00.000Z'),
    delivery('skipped', '2026-03-01T00:00:00.000Z'),
  ];
  const missed = await run(['destinations', 'enable', 'd1'], answers(skipped));
  assert.equal(missed.asked, [
    [`GET ${base}/d1`, null],
    [`POST ${base}/d1/enable`, null],
    ['GET /api/admin/v1/deliveries?destination_id=d1&status=skipped&limit=100', null],
  ]);
  assert.match(missed.stderr, /disabled: 2\. /);
  assert.match(missed.stderr, 'deliveries recover --destination d1 --since 2026-03-01T00:00:00.000Z');

  const failures = { kind: 'failures', failed_since: '2026-02-27T00:00:00.000Z' };
  const given = [
    delivery('exhausted', '2026-02-26T00:00:00.000Z', '2026-02-28T00:00:00.000Z'),
    delivery('exhausted', '2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z'),
  ];
  const failed = await run(['destinations', 'enable', 'd1'], answers([...skipped, ...given], failures));
  assert.match(
    failed.stderr,
    /disabled: 3\. /,
    'the delivery that failed before the last success is not among them',
  );
  assert.match(failed.stderr, '--since 2026-02-26T00:00:00.000Z');
  const none = await run(['destinations', 'enable', 'd1'], answers([]));
  assert.match(none.stderr, 'No events were skipped');
  const off = await run(['destinations', 'disable', 'd1'], always(destination));
  assert.equal(off.asked, [[`POST ${base}/d1/disable`, null]]);
});

test('rotate-secret prints the secret, and accepts one', async () => {
  const until = '2026-03-02T12:00:00.000Z';
  const rotated = { id: 'd1', signing_secret: 'whsec_x', previous_secret_until: until };
  const answer = ({ method }: FakeRequest) => ({
    status: 200,
    body: method === 'GET' ? { ...destination, previous_secret_until: until } : rotated,
  });
  const made = await run(['destinations', 'rotate-secret', 'd1', '--overlap'], answer);
  assert.equal(made.asked.slice(1), [[`POST ${base}/d1/rotate-secret`, { overlap: true }]]);
  assert.match(made.stdout, /^signing secret +whsec_x$/m);
  assert.match(made.stdout, `${until}\n`);
  const own = await run(['destinations', 'rotate-secret', 'd1', '--secret', '-'], answer);
  assert.equal(own.asked.slice(1), [[`POST ${base}/d1/rotate-secret`, { signing_secret: 'mine' }]]);
});

test('rotate-secret is refused while an earlier secret is valid, unless it is forced', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const answer = ({ method }: FakeRequest) => ({
    status: 200,
    body: {
      ...(method === 'GET' ? destination : { id: 'd1', signing_secret: 'whsec_x' }),
      previous_secret_until: until,
    },
  });
  const again = await run(['destinations', 'rotate-secret', 'd1', '--overlap'], answer);
  assert.equal([again.code, again.asked], [1, [[`GET ${base}/d1`, null]]]);
  assert.match(again.stderr, `valid until ${until}`);
  assert.match(again.stderr, '--force');
  const forced = await run(['destinations', 'rotate-secret', 'd1', '--overlap', '--force'], answer);
  assert.equal([forced.code, forced.asked.length], [0, 1]);
});

test('ping waits for its result: succeeded, failed, or unknown in time', async () => {
  const delivery = (status: number) => ({
    id: 'p1',
    destination_id: 'd1',
    kind: 'ping',
    attempt_count: 1,
    status: status === 200 ? 'succeeded' : 'failed',
    attempts: [
      { attempt: 1, started_at: '', duration_ms: 12, outcome: { kind: 'response', status, excerpt: '' } },
    ],
  });
  const ping = (status: number) => (_: FakeRequest, index: number) =>
    [{ status: 202, body: { id: 'd1', delivery_id: 'p1' } }, apiError(404, 'not_found')][index] ?? {
      status: 200,
      body: delivery(status),
    };
  const fine = await run(['destinations', 'ping', 'd1'], ping(200));
  assert.equal([fine.code, fine.asked.length], [0, 3], fine.stderr);
  assert.match(fine.stdout, /^outcome +HTTP 200$/m);
  assert.is((await run(['destinations', 'ping', 'd1'], ping(500))).code, 1);
  const never = await run(['destinations', 'ping', 'd1', '--wait', '1s'], (_, index) =>
    index === 0 ? { status: 202, body: { id: 'd1', delivery_id: 'p1' } } : apiError(404, 'not_found'),
  );
  assert.is(never.code, 1);
  assert.match(never.stdout, 'deliveries show p1');
  const unwatched = await run(['destinations', 'ping', 'd1', '--no-wait', '--json'], ping(500));
  assert.equal([unwatched.code, unwatched.lines()], [0, [{ id: 'd1', delivery_id: 'p1' }]]);
});

test('secrets reencrypt goes through every account, and reports failures', async () => {
  const answer = ({ method, path }: FakeRequest): FakeAnswer => {
    if (path.includes('/payment-providers/')) return { status: 200, body: { changed: path.includes('/a/') } };
    if (method === 'POST')
      return path.includes('/b2/')
        ? apiError(409, 'conflict')
        : { status: 200, body: { changed: path.includes('/a1/') } };
    const [, account] = /accounts\/(\w+)\/destinations/.exec(path) ?? [];
    const ids = account === undefined ? ['a', 'b'] : [`${account}1`, `${account}2`];
    return { status: 200, body: { data: ids.map((id) => ({ ...destination, id })) } };
  };
  const service = await startFakeService(answer);
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't' };
  const { code, stderr, lines } = await runCli(['secrets', 'reencrypt', '--json'], env);
  await service.close();
  assert.equal([code, lines()], [1, [{ accounts: 2, destinations: 4, changed: 2, failed: 1 }]]);
  assert.match(stderr, 'b2: It is conflict.');
});

test.run();
