import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { against } from './against.ts';
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
  const scopes = ['forms:read', 'forms:write', 'submissions:read', 'submissions:write'];
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

test('forms publish and close; a title cannot steer the terminal', async () => {
  const publish = await against({ status: 200, body: form }, 'forms', 'publish', 'f1');
  assert.is(publish.asked, 'PATCH /api/admin/v1/forms/f1');
  assert.equal(publish.body, { status: 'published' });
  assert.equal(publish.json.lines(), [form]);
  assert.not.ok(publish.plain.stdout.includes('\u001b'));
  const close = await against({ status: 200, body: form }, 'forms', 'close', 'f1');
  assert.equal(close.body, { status: 'closed' });
});

test('forms list follows the pages as far as it was asked to', async () => {
  const service = await startFakeService((_, index) => ({
    status: 200,
    body: {
      data: Array.from({ length: 100 }, () => form),
      has_more: index < 2,
      next_cursor: index < 2 ? `c${index}` : null,
    },
  }));
  const env = { FORMLOG_URL: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
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

test('a model that there is not is no empty list', async () => {
  const { plain, json } = await against({ status: 200, body: { data: [] } }, 'projections', 'status', 'no');
  assert.equal([plain.code, plain.stdout, json.code, json.stdout], [1, '', 1, '']);
});

test('an empty list says what to do, and prints no JSON', async () => {
  const { plain, json } = await against({ status: 200, body: { data: [] } }, 'keys', 'list');
  assert.match(plain.stdout, /formlog keys create/);
  assert.is(json.stdout, '');
});

const event = {
  ...{ id: 'x1', type: 'FormPublished', stream: 'form-f1', revision: 1, position: '42' },
  recorded_at: '2025-01-01T00:00:00.000Z',
  ...{ actor: { kind: 'operator', id: 'local' }, correlation_id: 'r1', causation_id: 'r1', data: {} },
  deliveries: [{ id: 'e1', destination_id: 'd1', status: 'succeeded', attempts: [{}, {}] }],
};

test('history lists what happened, who did it, and what told of it', async () => {
  const list = await against(
    { status: 200, body: { data: [event] } },
    'history',
    'form',
    'f1',
    '--newest-first',
  );
  assert.is(list.asked, 'GET /api/admin/v1/forms/f1/history?order=desc&limit=100');
  assert.equal(list.json.lines(), [event]);
  for (const part of ['FormPublished', 'operator local', 'e1 succeeded (2)'])
    assert.match(list.plain.stdout, part);
});

test('history --as-of shows a state, --diff what changed between two', async () => {
  const past = { as_of: '42', revision: 1, position: '42', recorded_at: null, state: { title: 'Poll' } };
  const state = await against({ status: 200, body: past }, 'history', 'form', 'f1', '--as-of', '42');
  assert.is(state.asked, 'GET /api/admin/v1/forms/f1/history?as_of=42');
  assert.equal(state.json.lines(), [past]);
  assert.match(state.plain.stdout, /title +"Poll"/);
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
