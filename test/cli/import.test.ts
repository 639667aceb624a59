import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apiError, startFakeService, type FakeAnswer, type FakeRequest } from './fake-service.ts';
import { runCli } from './run-cli.ts';

const test = suite('formlog import');

const Submitted = Type.Object({
  form_id: Type.String(),
  answers: Type.Record(Type.String(), Type.Unknown()),
});

/** A form as the service shows it. */
const form = (status = 'published', ageMs = 0) => ({
  ...{ id: 'form1', title: 'T', status },
  created_at: new Date(Date.now() - ageMs).toISOString(),
});

const Titled = Type.Object({ title: Type.String() });

/** A service that takes all, except where the test answers instead. */
function startService(answer: (request: FakeRequest, index: number) => FakeAnswer | null | undefined) {
  const held = new Set<string>();
  return startFakeService((request, index) => {
    const own = answer(request, index);
    if (own !== undefined) return own;
    const key = String(request.headers['idempotency-key']);
    const replayed = held.has(key);
    held.add(key);
    const headers = { 'idempotency-replayed': String(replayed) };
    if (request.path.endsWith('/forms')) return { status: 201, headers, body: form() };
    if (request.path.endsWith('/forms/form1')) return { status: 200, body: form() };
    if (request.path.endsWith('/keys'))
      return { status: 201, body: { id: 'key1', key: 'flg_live_x', name: 'import', scopes: [] } };
    if (request.path.endsWith('/revoke')) return { status: 200, body: {} };
    return { status: 201, headers, body: { id: key } };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'formlog-import-'));
test.after(() => rmSync(folder, { recursive: true }));

function fileOf(content: string | Buffer): string {
  const file = join(folder, 'poll.csv');
  writeFileSync(file, content);
  return file;
}

const poll = (rows: number) =>
  ['Number,Why?', ...Array.from({ length: rows }, (_, i) => `${i},"because ${i}"`)].join('\n');

const importInto = (url: string, file: string, ...more: string[]) =>
  runCli(['import', file, '--json', '--account', 'a1', ...more], {
    FORMLOG_SERVICE: url,
    FORMLOG_TOKEN: 'operator',
  });

const submissions = (requests: readonly FakeRequest[]) =>
  requests.filter(({ path }) => path === '/api/public/v1/submissions');

test('makes a form and a key, submits every row with that key, and revokes it', async () => {
  const service = await startService(() => undefined);
  const { code, lines, stderr } = await importInto(service.url, fileOf(poll(40)), '--title', 'Spring');
  await service.close();
  assert.is(code, 0, stderr);
  assert.equal(lines(), [{ form_id: 'form1', accepted: 40, replayed: 0, refused: 0, unsent: 0 }]);
  const [form, key] = service.requests;
  assert.is(form?.path, '/api/admin/v1/accounts/a1/forms');
  assert.equal(form?.body, {
    title: 'Spring',
    status: 'published',
    fields: [
      { key: 'number', label: 'Number', kind: 'number' },
      { key: 'why', label: 'Why?', kind: 'short_text' },
    ],
  });
  assert.is(key?.headers.authorization, 'Bearer operator');
  const sent = submissions(service.requests);
  assert.ok(sent.every(({ headers }) => headers.authorization === 'Bearer flg_live_x'));
  assert.is(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size, 40);
  const numbers = sent.map(({ body }) => Value.Parse(Submitted, body).answers['number']);
  assert.equal(
    numbers.sort((a, b) => Number(a) - Number(b)),
    Array.from({ length: 40 }, (_, i) => i),
  );
  assert.is(service.requests.at(-1)?.path, '/api/admin/v1/keys/key1/revoke');
});

test('a title that is too long is not cut in the middle of a character', async () => {
  const service = await startService(() => undefined);
  await importInto(service.url, fileOf(poll(1)), '--title', `${'x'.repeat(199)}😀`);
  await service.close();
  assert.is(Value.Parse(Titled, service.requests[0]?.body).title, 'x'.repeat(199));
});

test('the same file again goes on into the same form; --new makes another', async () => {
  const service = await startService(() => undefined);
  const file = fileOf(poll(3));
  await importInto(service.url, file);
  const again = await importInto(service.url, file, '--title', 'Other');
  assert.match(again.stderr, 'Its form keeps the title "T"');
  await importInto(service.url, file, '--new');
  await service.close();
  assert.equal(again.lines(), [{ form_id: 'form1', accepted: 3, replayed: 3, refused: 0, unsent: 0 }]);
  const forms = service.requests.filter(({ path }) => path.endsWith('/forms'));
  const keys = forms.map(({ headers }) => headers['idempotency-key']);
  assert.is(keys[0], keys[1]);
  assert.is.not(keys[0], keys[2]);
});

test('a refused row is reported with its line and reason, never its answers, and the rest go on', async () => {
  const service = await startService(({ path, body }) => {
    if (path !== '/api/public/v1/submissions') return undefined;
    const { answers } = Value.Parse(Submitted, body);
    const problem = { field: 'why', path: '/answers/why', code: 'too_long', message: 'Too long.' };
    return answers['number'] === 4 ? apiError(400, 'invalid_request', [problem]) : undefined;
  });
  const { code, lines, stderr, stdout } = await importInto(service.url, fileOf(poll(9)));
  await service.close();
  assert.is(code, 1);
  const [refused, last] = lines();
  assert.equal(refused, {
    line: 6,
    status: 400,
    code: 'invalid_request',
    message: 'It is invalid_request.',
    details: [{ field: 'why', path: '/answers/why', code: 'too_long', message: 'Too long.' }],
  });
  assert.equal(last, { form_id: 'form1', accepted: 8, replayed: 0, refused: 1, unsent: 0 });
  assert.match(stderr, /line 6 refused: invalid_request[^]*\/answers\/why too_long/);
  assert.not.match(stdout + stderr, /because/);
});

test('a service that fails, breaks off or says wait is asked again', async () => {
  let count = 0;
  const service = await startService(({ path }) => {
    if (path !== '/api/public/v1/submissions') return undefined;
    count++;
    if (count === 3) return null;
    if (count === 5) return apiError(503, 'unavailable');
    return count === 7 ? { ...apiError(429, 'rate_limited'), headers: { 'retry-after': '0' } } : undefined;
  });
  const { code, lines } = await importInto(service.url, fileOf(poll(20)));
  await service.close();
  assert.is(code, 0);
  assert.equal(lines(), [{ form_id: 'form1', accepted: 20, replayed: 0, refused: 0, unsent: 0 }]);
});

test('a service that is away while the account, the form and the key are asked for is asked again', async () => {
  const failures = new Map<string, number>();
  const service = await startService(({ path, method }) => {
    const what = `${method} ${path.split('?')[0] ?? ''}`;
    const failed = failures.get(what) ?? 0;
    failures.set(what, failed + 1);
    if (failed < 2) return failed === 0 ? null : apiError(503, 'unavailable');
    return path === '/api/admin/v1/accounts'
      ? {
          status: 200,
          body: { data: [{ id: 'a1', name: 'A', plan: 'pro' }], has_more: false, next_cursor: null },
        }
      : undefined;
  });
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 'operator' };
  const { code, lines, stderr } = await runCli(['import', fileOf(poll(3)), '--json'], env);
  await service.close();
  assert.is(code, 0, stderr);
  assert.equal(lines(), [{ form_id: 'form1', accepted: 3, replayed: 0, refused: 0, unsent: 0 }]);
});

test('a service that stays away ends the import with what was done and exit code 3', async () => {
  let count = 0;
  const service = await startService(({ path }) =>
    path === '/api/public/v1/submissions' && ++count > 4 ? null : undefined,
  );
  const { code, lines, stderr } = await importInto(
    service.url,
    fileOf(poll(9)),
    '--retry-for',
    '1s',
    '--concurrency',
    '2',
  );
  await service.close();
  assert.is(code, 3);
  assert.equal(lines(), [{ form_id: 'form1', accepted: 4, replayed: 0, refused: 0, unsent: 5 }]);
  assert.match(stderr, /Run the same command again/);
});

test('a refusal that would meet every row ends the import at once', async () => {
  const service = await startService(({ path }) =>
    path === '/api/public/v1/submissions' ? apiError(403, 'quota_exceeded', { limit: 1 }) : undefined,
  );
  const { code, lines, stderr } = await importInto(service.url, fileOf(poll(99)));
  await service.close();
  assert.is(code, 1);
  assert.match(stderr, /quota_exceeded[^]*"limit":1/);
  assert.equal(lines().length, 1);
  assert.ok(submissions(service.requests).length < 40);
});

test('a form that cannot be continued, or was asked for differently, is explained', async () => {
  const replayed = { status: 201, headers: { 'idempotency-replayed': 'true' }, body: form() };
  const now = (body: object) => (path: string) =>
    path.endsWith('/form1') ? { status: 200, body } : path.endsWith('/forms') ? replayed : undefined;
  for (const [answer, words] of [
    [now(form('closed')), /form1 is closed[^]*formlog forms publish form1/],
    [now(form('published', 13 * 3_600_000)), /more than 12 hours ago[^]*--new/],
    [() => apiError(422, 'idempotency_mismatch'), /under another name[^]*--new/],
  ] as const) {
    const service = await startService(({ path }) => answer(path));
    const { code, stdout, stderr } = await importInto(service.url, fileOf(poll(2)));
    await service.close();
    assert.equal([code, stdout, submissions(service.requests).length], [1, '', 0]);
    assert.match(stderr, words);
  }
});

test('what is no CSV is refused with its line, and nothing is asked of the service', async () => {
  const service = await startService(() => undefined);
  const bad: [string | Buffer, RegExp][] = [
    ['', /empty/],
    ['{"a": 1}', /line 1: The file is JSON/],
    ['<html></html>', /HTML/],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /binary/],
    ['a,b\n1,2\n1,2,3\n', /line 3: The row has 3 cells/],
    ['a,b\n1,"2\n', /line 2: A cell is opened/],
    [`${'a,'.repeat(500)}a\n${'1,'.repeat(500)}1`, /501 columns/],
  ];
  for (const [content, words] of bad) {
    const { code, stdout, stderr } = await importInto(service.url, fileOf(content));
    assert.equal([code, stdout], [2, ''], stderr);
    assert.match(stderr, words);
  }
  const missing = await importInto(service.url, join(folder, 'missing.csv'));
  assert.is(missing.code, 2);
  assert.match(missing.stderr, /no such file/);
  assert.is(service.requests.length, 0);
  await service.close();
});

test.run();
