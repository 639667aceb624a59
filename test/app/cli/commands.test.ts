import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scopes } from '../../../domain/api-key/events.ts';
import { against, runAgainst } from './against.ts';
import { startFakeService } from './fake-service.ts';
import { runCli } from './run-cli.ts';

const test = suite('commands');

const key = {
  id: 'k1',
  name: 'reader',
  scopes: ['forms:read'],
  expires_at: null,
  created_at: '2025-01-01T00:00:00.000Z',
};
const form = { id: 'f1', title: 'T\u001b[31mitle', status: 'published', submission_count: 3 };
const destination = { id: 'd1', label: 'here', url: 'https://x/', events: ['form.published'], enabled: true };

test('keys create asks for every scope, or for those given, and prints the key', async () => {
  const created = { status: 201, body: { ...key, key: 'flg_live_1' } };
  const { plain, json, asked, body } = await against(created, 'keys', 'create', '--name', 'reader');
  assert.is(asked, 'POST /api/admin/v1/accounts/a%201/keys');
  assert.equal(body, { name: 'reader', scopes });
  assert.equal(json.lines(), [created.body]);
  assert.match(plain.stdout, /^key\s+flg_live_1$/m);
  const narrow = await against(created, 'keys', 'create', '--scopes', 'forms:read', '--expires-in', '2h');
  assert.match(JSON.stringify(narrow.body), /"scopes":\["forms:read"\],"expires_at":"\d{4}-/);
});

test('keys list and revoke', async () => {
  const list = await against({ status: 200, body: { data: [key, key] } }, 'keys', 'list');
  assert.is(list.asked, 'GET /api/admin/v1/accounts/a%201/keys?limit=100');
  assert.equal(list.json.lines(), [key, key]);
  assert.match(list.plain.stdout, /^ID +NAME +SCOPES.*\nk1 +reader +forms:read/);
  const revoke = await against({ status: 204 }, 'keys', 'revoke', 'k/1');
  assert.is(revoke.asked, 'POST /api/admin/v1/keys/k%2F1/revoke');
  assert.equal(revoke.json.lines(), [{ id: 'k/1', revoked: true }]);
});

test('forms publish, close, archive and draft; a title cannot steer the terminal', async () => {
  const publish = await against({ status: 200, body: form }, 'forms', 'publish', 'f1');
  assert.is(publish.asked, 'PATCH /api/admin/v1/forms/f1');
  assert.equal(publish.body, { status: 'published' });
  assert.equal(publish.json.lines(), [form]);
  assert.not.ok(publish.plain.stdout.includes('\u001b'));
  const close = await against({ status: 200, body: form }, 'forms', 'close', 'f1');
  assert.equal(close.body, { status: 'closed' });
  const archive = await against({ status: 200, body: form }, 'forms', 'archive', 'f1');
  assert.equal(archive.body, { status: 'archived' });
  const draft = await against({ status: 200, body: form }, 'forms', 'draft', 'f1');
  assert.equal(draft.body, { status: 'draft' });
});

test('forms list follows the pages up to --limit', async () => {
  const service = await startFakeService((_, index) => ({
    status: 200,
    body: {
      data: Array.from({ length: 100 }, () => form),
      has_more: index < 2,
      next_cursor: index < 2 ? `c${index}` : null,
    },
  }));
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const { lines } = await runCli(['forms', 'list', '--limit', '250', '--json'], env);
  await service.close();
  assert.is(lines().length, 250);
  assert.equal(
    service.requests.map(({ path }) => path.replace(/.*\?/, '')),
    ['limit=100', 'limit=100&cursor=c0', 'limit=50&cursor=c1'],
  );
});

test('destinations add, list and remove', async () => {
  const created = { status: 201, body: { ...destination, signing_secret: 'abc' } };
  const args = [
    'destinations',
    'add',
    'https://x/',
    '--events',
    'form.published',
    '--question',
    'A',
    '--question',
    'B',
  ];
  const add = await against(created, ...args);
  assert.is(add.asked, 'POST /api/admin/v1/accounts/a%201/destinations');
  assert.equal(add.body, {
    label: 'x',
    url: 'https://x/',
    events: ['form.published'],
    included_questions: ['A', 'B'],
  });
  assert.match(add.plain.stdout, /^signing secret +abc$/m);
  const list = await against({ status: 200, body: { data: [destination] } }, 'destinations', 'list');
  assert.match(list.plain.stdout, /d1 +here +https:\/\/x\/ +form.published +all +yes/);
  const remove = await against({ status: 204 }, 'destinations', 'remove', 'd1');
  assert.is(remove.asked, 'DELETE /api/admin/v1/destinations/d1');
});

const ofCopy = [
  { args: ['keys', 'list'], path: '/accounts/a%201/keys', body: { data: [key] } },
  { args: ['destinations', 'list'], path: '/accounts/a%201/destinations', body: { data: [destination] } },
  { args: ['destinations', 'show', 'd1'], path: '/destinations/d1', body: destination },
  { args: ['recoveries', 'list'], path: '/accounts/a%201/recoveries', body: { data: [] } },
  { args: ['forms', 'list'], path: '/accounts/a%201/forms', body: { data: [form] } },
] as const;

for (const { args, path, body } of ofCopy)
  test(`${args.join(' ')} --projection asks a copy`, async () => {
    const { plain, asked } = await against({ status: 200, body }, ...args, '--projection', 'then');
    assert.is(plain.code, 0, plain.stderr);
    assert.match(asked, new RegExp(`^GET /api/admin/v1${path}\\?projection=then(&limit=\\d+)?$`));
  });

const waiting_for = {
  code: 'builds',
  message: 'It may be written again by a copy.',
  names: ['aside@1'],
  since: null,
  error: { message: 'no patience', at: '2026-01-01T00:00:00.000Z' },
};
const erasure = { id: 's1', status: 'erasing', erased_at: 'then', completed_at: null, waiting_for };

test('submissions erase and erasure say why an erasure waits', async () => {
  for (const args of [
    ['erase', 's1', '--yes'],
    ['erasure', 's1'],
  ]) {
    const { plain, json, asked } = await against({ status: 200, body: erasure }, 'submissions', ...args);
    const method = args[0] === 'erase' ? 'POST' : 'GET';
    assert.is(asked, `${method} /api/admin/v1/submissions/s1/${args[0] ?? ''}`);
    assert.match(plain.stdout, /It waits \(builds\): It may be written again by a copy\..*no patience/);
    assert.equal(json.lines(), [erasure]);
  }
  const service = await startFakeService((_, index) => ({
    status: 200,
    body: index < 3 ? erasure : { ...erasure, status: 'erased', completed_at: 'now', waiting_for: null },
  }));
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const { stdout, stderr, code } = await runCli(['submissions', 'erase', 's1', '--yes', '--wait'], env);
  await service.close();
  assert.is(code, 0);
  assert.match(stdout, 'was erased at then');
  assert.is(stderr.split('It waits').length, 2, 'the same is said once');
});

const follower = {
  name: 'deliveries',
  kind: 'read model',
  of: 'deliveries',
  version: 1,
  generation: 'deliveries@1',
  state: 'stopped',
  position: '7',
  lag_events: 2,
  lag_seconds: 1,
  parked: 0,
  rate: 0,
  generations: [],
  report: null,
  doing: null,
  error: {
    message: `deliveries stops at DeliveryScheduled ${'0'.repeat(36)} (delivery-x, position 8): bad`,
    at: '2026-03-01T12:00:00.000Z',
  },
};
const worker = {
  ...follower,
  name: 'recoverer',
  kind: 'worker',
  generation: '',
  state: 'live',
  position: null,
  error: null,
  doing: {
    code: 'recovering',
    message: '2 recoveries are under way.',
    names: [],
    since: '2026-03-01T12:00:00.000Z',
  },
};

test('projections status shows failures in full, and the step of each worker', async () => {
  const { plain } = await against(
    { status: 200, body: { data: [follower, worker] } },
    'projections',
    'status',
  );
  assert.match(plain.stdout, `last error: ${follower.error.message}`);
  assert.match(plain.stdout, 'recoverer: 2 recoveries are under way.');
  assert.match(plain.stdout, /^recoverer +worker +- +live +- +- +-/m);
});

test('without waiting, a build is reported as in progress', async () => {
  const answer = { status: 202, body: follower };
  for (const more of [['rebuild'], ['replay', '--from', '1'], ['replay', '--into', 'deliveries']]) {
    const [action = '', ...options] = more;
    const { plain } = await against(answer, 'projections', action, 'deliveries', ...options, '--no-wait');
    assert.match(plain.stdout, 'In progress. "formlog projections status deliveries" shows the progress.');
  }
});

const generation = (id: string, state: string) => ({
  id,
  state,
  position: '7',
  progress: 1,
  rate: 0,
  error: null,
  processes: [],
});
const drop = (before: readonly object[], after: readonly object[]) =>
  runAgainst(['projections', 'drop', 'deliveries'], ({ method }) => ({
    status: method === 'GET' ? 200 : 202,
    body: { ...follower, error: null, generations: method === 'GET' ? before : after },
  }));

test('projections drop names the generations that it will remove, or says that there are none', async () => {
  const [live, kept] = [generation('deliveries@2', 'live'), generation('deliveries@1', 'kept')];
  const some = await drop([live, kept], [live, generation('deliveries@1', 'dropping')]);
  assert.equal([some.code, some.stdout], [0, 'Will be removed within seconds: deliveries@1.\n']);
  const gone = await drop([live, kept], [live]);
  assert.match(gone.stdout, 'Will be removed within seconds: deliveries@1.');
  const none = await drop([live], [live]);
  assert.equal(
    [none.code, none.stdout],
    [0, 'Nothing to remove: every generation of deliveries is in use.\n'],
  );
});

test('an unknown model is an error, not an empty list', async () => {
  const { plain, json } = await against({ status: 200, body: { data: [] } }, 'projections', 'status', 'no');
  assert.equal([plain.code, plain.stdout, json.code, json.stdout], [1, '', 1, '']);
});

test('an empty list suggests the next command, except with --json', async () => {
  const { plain, json } = await against({ status: 200, body: { data: [] } }, 'keys', 'list');
  assert.match(plain.stdout, /formlog keys create/);
  assert.is(json.stdout, '');
});

const event = {
  id: 'x1',
  type: 'FormPublished',
  stream: 'form-f1',
  revision: 1,
  position: '42',
  recorded_at: '2025-01-01T00:00:00.000Z',
  actor: { kind: 'operator', id: 'local' },
  correlation_id: 'r1',
  causation_id: 'r1',
  data: {},
  changes: [
    { path: '/status', before: 'draft', after: 'published' },
    { path: '/slug', after: 's' },
    { path: '/updated_at', before: 'then', after: 'now' },
  ],
  sentence: 'Operator local published the form “Feedback”.',
  worded_changes: [
    { label: 'Status', before: 'Draft', after: 'Published' },
    { label: 'Address', before: null, after: 's' },
  ],
  deliveries: [{ id: 'e1', destination_id: 'd1', status: 'succeeded', attempts: [{}, {}] }],
};

test('history lists events as sentences, with their changes and the webhooks', async () => {
  const list = await against(
    { status: 200, body: { data: [event] } },
    'history',
    'form',
    'f1',
    '--newest-first',
  );
  assert.is(list.asked, 'GET /api/admin/v1/forms/f1/history?order=desc&limit=100');
  assert.equal(list.json.lines(), [event]);
  const changed = 'Status: Draft → Published; Address: empty → s';
  for (const part of ['FormPublished', event.sentence, changed, 'e1 succeeded (2 attempts)'])
    assert.match(list.plain.stdout, part);
  assert.not.match(list.plain.stdout, 'updated_at');
  assert.match(list.plain.stdout, /CHANGED +EVENT +POSITION +CAUSE +REQUEST +WEBHOOKS$/m);
});

test('history says why a payment was refused', async () => {
  const data = {
    reason: 'different_amount',
    payment: { id: 'p1', provider: 'bank', amount: 1, currency: 'EUR', paidAt: null, field: 'fee' },
    expected: { fieldKey: 'fee', amount: 1250, currency: 'EUR', paidAt: null },
    at: '2025-01-01T00:00:00.000Z',
  };
  const refused = {
    ...event,
    type: 'SubmissionPaymentRefused',
    data,
    changes: [],
    worded_changes: [],
    deliveries: [],
  };
  const list = await against({ status: 200, body: { data: [refused] } }, 'history', 'submission', 's1');
  assert.match(
    list.plain.stdout,
    'The amount of the payment differs from the answer. Payment p1 of bank: 0.01 EUR, expected: 12.50 EUR.',
  );
  assert.equal(list.json.lines(), [refused]);
});

test('history of an earlier release has types and actors in place of sentences', async () => {
  const { sentence: _, worded_changes: __, ...earlier } = event;
  const list = await against({ status: 200, body: { data: [earlier] } }, 'history', 'form', 'f1');
  assert.match(list.plain.stdout, 'FormPublished by operator local');
});

test('history --output writes a table or lines, and never over a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formlog-history-'));
  try {
    const table = join(folder, 'history.csv');
    const answer = { status: 200, body: { data: [event] } };
    const save = (file: string) => against(answer, 'history', 'form', 'f1', '--output', file);
    const refusedAgain = await save(table);
    const rows = (await readFile(table, 'utf8')).trim().split('\r\n');
    assert.is(rows.length, 3, 'the headings and a row for each change');
    assert.match(rows[1] ?? '', /^2025-01-01T00:00:00.000Z,Operator local published/);
    assert.equal([refusedAgain.plain.code, refusedAgain.json.code], [0, 2], 'the second run finds the file');
    const lines = join(folder, 'history.ndjson');
    await save(lines);
    assert.equal(JSON.parse(await readFile(lines, 'utf8')), event);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('history --as-of shows a state, --diff the changes between two', async () => {
  const past = { as_of: '42', revision: 1, position: '42', recorded_at: 'then', state: { title: 'Poll' } };
  const state = await against({ status: 200, body: past }, 'history', 'form', 'f1', '--as-of', '42');
  assert.is(state.asked, 'GET /api/admin/v1/forms/f1/history?as_of=42');
  assert.equal(state.json.lines(), [past]);
  assert.match(state.plain.stdout, /^as of +42\nlast event +then\ntitle +"Poll"/m);
  const changes = [{ path: '/title', before: 'Poll', after: 'Quiz' }];
  const body = { ...past, compared_to: '1', changes };
  const diff = await against({ status: 200, body }, 'history', 'form', 'f1', '--diff', '1', '42');
  assert.is(diff.asked, 'GET /api/admin/v1/forms/f1/history?as_of=42&compared_to=1');
  assert.equal(diff.json.lines(), changes);
  assert.match(diff.plain.stdout, /\/title +"Poll" +"Quiz"/);
  assert.is((await runCli(['history', 'form', 'f1', '--diff', '1'], {})).code, 2);
  assert.is((await runCli(['history', 'poll', 'f1'], {})).code, 2);
});

test.run();
