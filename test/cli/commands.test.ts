import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeServiceFile } from '../../app/service-file.ts';
import { apiError, startFakeService, type FakeAnswer } from './fake-service.ts';
import { runCli } from './run-cli.ts';

const test = suite('commands');

const folder = mkdtempSync(join(tmpdir(), 'formlog-cli-'));
test.after(() => rmSync(folder, { recursive: true }));

const key = {
  id: 'k1',
  name: 'reader',
  scopes: ['forms:read'],
  expires_at: null,
  created_at: '2025-01-01T00:00:00.000Z',
};
const form = { id: 'f1', title: 'T\u001b[31mitle', status: 'published', submission_count: 3 };
const destination = { id: 'd1', label: 'here', url: 'https://x/', events: ['form.published'], enabled: true };
const delivery = {
  id: 'e1',
  destination_id: 'd1',
  kind: 'submission.created',
  form_id: 'f1',
  submission_id: 's1',
  status: 'pending',
  attempt_count: 2,
  next_attempt_at: null,
  attempts: [
    {
      attempt: 1,
      started_at: '2025-01-01T00:00:00.000Z',
      duration_ms: 12.3,
      outcome: { kind: 'response', status: 503, excerpt: 'busy' },
      next_attempt_at: '2025-01-01T00:01:00.000Z',
    },
    {
      attempt: 2,
      started_at: '2025-01-01T00:01:00.000Z',
      duration_ms: 10_000,
      outcome: { kind: 'error', errorClass: 'timeout', message: 'No answer within 10 s' },
      next_attempt_at: null,
    },
  ],
};

const at = '2025-01-01T00:00:00.000Z';
const recovery = {
  ...{ id: 'r1', destination_id: 'd1', status: 'running', paused_because: null },
  ...{ total: 3, replayed: 0, passed_over: 0, per_second: 5, created_at: at },
};

/** Runs a command against a service that gives one answer. */
async function against(answer: FakeAnswer, ...args: string[]) {
  const service = await startFakeService(() => answer);
  const env = { FORMLOG_URL: service.url, FORMLOG_TOKEN: 'operator', FORMLOG_ACCOUNT: 'a 1' };
  const plain = await runCli(args, env);
  const json = await runCli([...args, '--json'], env);
  await service.close();
  const [asked] = service.requests;
  return { plain, json, asked: `${asked?.method ?? ''} ${asked?.path ?? ''}`, body: asked?.body };
}

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

test('deliveries list and show, with every attempt', async () => {
  const query = ['--destination', 'd1', '--status', 'pending'];
  const list = await against({ status: 200, body: { data: [delivery] } }, 'deliveries', 'list', ...query);
  assert.is(
    list.asked,
    'GET /api/admin/v1/deliveries?account_id=a+1&destination_id=d1&status=pending&limit=50',
  );
  const narrow = ['--event', 'ping', '--form', 'f1', '--submission', 's1', '--since', '2026-01-31T12:00:00Z'];
  const all = await against(
    { status: 200, body: { data: [] } },
    'deliveries',
    'list',
    ...narrow,
    '--all-accounts',
  );
  assert.is(
    all.asked,
    'GET /api/admin/v1/deliveries?kind=ping&form_id=f1&submission_id=s1&since=2026-01-31T12%3A00%3A00.000Z&limit=50',
  );
  const show = await against({ status: 200, body: delivery }, 'deliveries', 'show', 'e1');
  assert.equal(show.json.lines(), [delivery]);
  assert.match(show.plain.stdout, /1 .* 12 ms +HTTP 503[^]*2 .* 10000 ms +No answer within 10 s/);
});

test('deliveries show --requests prints what was sent, and says what cannot be', async () => {
  const request = { attempt: 1, started_at: at, method: 'POST', url: 'https://x/', signature_fits: true };
  const sent = { body: '{"a":1}', missing: [], requests: [{ ...request, headers: { 'x-a': 'b' } }] };
  const show = await against({ status: 200, body: sent }, 'deliveries', 'show', 'e1', '--requests');
  assert.is(show.asked, 'GET /api/admin/v1/deliveries/e1/requests');
  assert.equal(show.json.lines(), [sent]);
  assert.match(show.plain.stdout, /is one of this body\nPOST https:\/\/x\/\nx-a: b\n\n{"a":1}\n/);
  const old = { ...request, url: null, headers: null, signature_fits: null };
  const gone = { body: null, missing: ['source_erased', 'requests_not_recorded'], requests: [old] };
  const { plain } = await against({ status: 200, body: gone }, 'deliveries', 'show', 'e1', '--requests');
  assert.match(plain.stderr, /has been erased[^]*before addresses/);
  assert.match(plain.stdout, /cannot be told/);
});

test('deliveries replay', async () => {
  const answer = { status: 202, body: { id: 'e1', status: 'pending' } };
  const { plain, json, asked } = await against(answer, 'deliveries', 'replay', 'e1');
  assert.is(asked, 'POST /api/admin/v1/deliveries/e1/replay');
  assert.equal(json.lines(), [answer.body]);
  assert.match(plain.stdout, /is due again/);
  const disabled = await against(apiError(409, 'destination_disabled'), 'deliveries', 'replay', 'e1');
  assert.is(disabled.plain.code, 1);
  assert.match(disabled.plain.stderr, /formlog destinations enable/);
});

test('deliveries recover counts, begins, and waits for the end', async () => {
  const found = { total: 3, failed: 1, exhausted: 0, skipped: 2 };
  const select = ['--since', '4711', '--destination', 'd1'];
  const dry = await against({ status: 200, body: found }, 'deliveries', 'recover', ...select, '--dry-run');
  assert.is(dry.asked, 'GET /api/admin/v1/accounts/a%201/recoverable?destination_id=d1&since=4711');
  assert.match(dry.plain.stdout, /3 would be sent again: 1 failed, 0 exhausted, 2 skipped/);
  const done = { status: 200, body: { ...recovery, status: 'completed', replayed: 3 } };
  const begun = await against(done, 'deliveries', 'recover', ...select, '--per-second', '5');
  assert.is(begun.asked, 'POST /api/admin/v1/accounts/a%201/recoveries');
  assert.equal(begun.body, { destination_id: 'd1', since: '4711', per_second: 5 });
  assert.equal([begun.plain.code, begun.json.lines()], [0, [done.body]]);
  assert.match(begun.plain.stdout, /is completed: 3 sent again/);
  const detached = await against(
    { status: 202, body: recovery },
    ...['deliveries', 'recover', ...select, '--no-wait'],
  );
  assert.match(detached.plain.stdout, /recoveries watch r1/);
});

test('recoveries list, watch, pause, resume and cancel', async () => {
  const list = await against({ status: 200, body: { data: [recovery] } }, 'recoveries', 'list');
  assert.is(list.asked, 'GET /api/admin/v1/accounts/a%201/recoveries?limit=50');
  assert.match(list.plain.stdout, /r1 +d1 +running +3/);
  const stuck = { ...recovery, status: 'paused', paused_because: 'destination_disabled' };
  const watch = await against({ status: 200, body: stuck }, 'recoveries', 'watch', 'r1');
  assert.is(watch.plain.code, 1);
  assert.match(watch.plain.stderr, /recoveries resume r1/);
  for (const action of ['pause', 'resume', 'cancel']) {
    const { asked, json } = await against({ status: 200, body: recovery }, 'recoveries', action, 'r1');
    assert.is(asked, `POST /api/admin/v1/recoveries/r1/${action}`);
    assert.equal(json.lines(), [recovery]);
  }
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

test('an error tells code, message, details and what to do', async () => {
  const problems = [{ path: '/name', code: 'required', message: 'Has to be given.' }];
  const { plain, json } = await against(apiError(400, 'invalid_request', problems), 'keys', 'create');
  assert.equal([plain.code, plain.stdout, json.code, json.stdout], [1, '', 1, '']);
  assert.match(
    plain.stderr,
    /invalid_request: It is invalid_request. \(request r1\)\n {2}\/name required: Has/,
  );
  const wrongToken = await against(apiError(401, 'invalid_key'), 'keys', 'list');
  assert.match(wrongToken.plain.stderr, /--token/);
});

test('exit code 3 when nobody answers, or somebody else does', async () => {
  const gone = await startFakeService(() => null);
  await gone.close();
  const env = { FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const nobody = await runCli(['keys', 'list', '--url', gone.url], env);
  assert.is(nobody.code, 3);
  assert.match(nobody.stderr, /Cannot reach the service at http:\/\/127[^]*npm start/);
  assert.is((await against({ status: 404 }, 'keys', 'list')).plain.code, 3);
  assert.is((await runCli(['keys', 'list', '--data-dir', folder])).code, 3);
});

test('a local service is found by its data directory, and its account with it', async () => {
  const service = await startFakeService(() => ({ status: 200, body: { data: [key] } }));
  writeServiceFile(folder, { url: service.url, pid: 1, account_id: 'demo' });
  const without = await runCli(['keys', 'list'], { DATA_DIR: folder });
  assert.is(without.code, 1);
  assert.match(without.stderr, /operator-token/);
  writeFileSync(join(folder, 'operator-token'), 'local\n');
  const found = await runCli(['keys', 'list'], { DATA_DIR: folder });
  await service.close();
  rmSync(join(folder, 'service.json'));
  assert.is(found.code, 0, found.stderr);
  assert.is(service.requests[0]?.path, '/api/admin/v1/accounts/demo/keys?limit=100');
  assert.is(service.requests[0]?.headers.authorization, 'Bearer local');
});

test('without an account, the only one is meant; of several, one has to be named', async () => {
  for (const [accounts, code] of [
    [[], 2],
    [['a1'], 0],
    [['a1', 'a2'], 2],
  ] as const) {
    const service = await startFakeService(({ path }) => ({
      status: 200,
      body: { data: path.endsWith('/accounts') ? accounts.map((id) => ({ id })) : [] },
    }));
    const result = await runCli(['keys', 'list', '--url', service.url, '--token', 't']);
    await service.close();
    assert.is(result.code, code, result.stderr);
  }
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
