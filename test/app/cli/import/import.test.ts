import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apiError, type FakeAnswer, type FakeRequest, startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('formlog import');

const Rows = Type.Object({
  rows: Type.Array(
    Type.Object({
      key: Type.String(),
      answers: Type.Record(Type.String(), Type.Unknown()),
      submitted_at: Type.String(),
    }),
  ),
});

/** A form as the service shows it. */
const form = (status = 'draft', ageMs = 0) => ({
  id: 'form1',
  title: 'T',
  status,
  created_at: new Date(Date.now() - ageMs).toISOString(),
});

const Titled = Type.Object({ title: Type.String(), status: Type.String() });

/** A service that takes all, except where the test answers instead. */
function startService(answer: (request: FakeRequest, index: number) => FakeAnswer | null | undefined) {
  const held = new Set<string>();
  let forms = 0;
  return startFakeService((request, index) => {
    const own = answer(request, index);
    if (own !== undefined) return own;
    if (request.path.endsWith('/forms')) {
      const headers = { 'idempotency-replayed': String(forms++ > 0) };
      return { status: 201, headers, body: form() };
    }
    if (request.path.endsWith('/forms/form1')) return { status: 200, body: form() };
    if (!request.path.endsWith('/imports')) return { status: 404, body: {} };
    const data = Value.Parse(Rows, request.body).rows.map(({ key }) => {
      const replayed = held.has(key);
      held.add(key);
      return { id: key, replayed };
    });
    return { status: 200, body: { data } };
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

const imports = (requests: readonly FakeRequest[]) =>
  requests.filter(({ path }) => path === '/api/admin/v1/forms/form1/imports');

const rowsOf = (requests: readonly FakeRequest[]) =>
  imports(requests).flatMap(({ body }) => Value.Parse(Rows, body).rows);

test('creates a draft from the columns, and submits every row in the order of the file', async () => {
  const service = await startService(() => undefined);
  const { code, lines, stderr } = await importInto(service.url, fileOf(poll(640)), '--title', 'Spring');
  await service.close();
  assert.is(code, 0, stderr);
  assert.equal(lines(), [{ form_id: 'form1', accepted: 640, replayed: 0, refused: 0, unsent: 0 }]);
  const [made] = service.requests;
  assert.is(made?.path, '/api/admin/v1/accounts/a1/forms');
  assert.equal(made?.body, {
    title: 'Spring',
    status: 'draft',
    fields: [
      { key: 'number', label: 'Number', kind: 'number' },
      { key: 'why', label: 'Why?', kind: 'short_text' },
    ],
  });
  assert.ok(imports(service.requests).length > 1, 'no request is too large');
  const rows = rowsOf(service.requests);
  assert.equal(
    rows.map(({ answers }) => answers['number']),
    Array.from({ length: 640 }, (_, i) => i),
  );
  assert.is(new Set(rows.map(({ key }) => key)).size, 640);
  const times = rows.map(({ submitted_at: at }) => at);
  assert.equal(times, [...times].sort(), 'lists by time have the order of the file');
  assert.is(new Set(times).size, 640);
});

test('a title that is too long is cut between characters; --publish publishes the form', async () => {
  const service = await startService(() => undefined);
  await importInto(service.url, fileOf(poll(1)), '--title', `${'x'.repeat(199)}😀`, '--publish');
  await service.close();
  const { title, status } = Value.Parse(Titled, service.requests[0]?.body);
  assert.equal([title, status], ['x'.repeat(199), 'published']);
});

test('a repeated import of a file continues in the same form, even if the file has grown; --new creates another', async () => {
  const service = await startService(() => undefined);
  await importInto(service.url, fileOf(poll(3)));
  const again = await importInto(service.url, fileOf(poll(3)));
  const grown = await importInto(service.url, fileOf(poll(5)));
  await importInto(service.url, fileOf(poll(3)), '--new');
  await service.close();
  assert.equal(again.lines(), [{ form_id: 'form1', accepted: 3, replayed: 3, refused: 0, unsent: 0 }]);
  assert.equal(grown.lines(), [{ form_id: 'form1', accepted: 5, replayed: 3, refused: 0, unsent: 0 }]);
  const forms = service.requests.filter(({ path }) => path.endsWith('/forms'));
  const keys = forms.map(({ headers }) => headers['idempotency-key']);
  assert.is(keys[0], keys[1]);
  assert.is.not(keys[0], keys[3]);
});

test('rows that are equal are each submitted', async () => {
  const service = await startService(() => undefined);
  await importInto(service.url, fileOf('a,b\n1,x\n1,x\n2,y\n1,x\n'));
  await service.close();
  assert.is(new Set(rowsOf(service.requests).map(({ key }) => key)).size, 4);
});

test('a refused row is written to a file with its reasons, its answers never to the terminal, and the import continues', async () => {
  const service = await startService(({ path, body }) => {
    if (!path.endsWith('/imports')) return undefined;
    const details = [{ field: 'why', path: '/answers/why', code: 'too_long', message: 'Too long.' }];
    const data = Value.Parse(Rows, body).rows.map(({ key, answers }) =>
      answers['number'] === 4
        ? { error: { code: 'invalid_request', message: 'Some answers are invalid.', details } }
        : { id: key, replayed: false },
    );
    return { status: 200, body: { data } };
  });
  const { code, lines, stderr, stdout } = await importInto(service.url, fileOf(poll(9)));
  await service.close();
  const rejected = join(folder, 'poll.rejected.csv');
  assert.is(code, 1);
  const [refused, last] = lines();
  assert.equal(refused, { line: 6, reasons: ['why: Too long.'] });
  assert.equal(last, { form_id: 'form1', accepted: 8, replayed: 0, refused: 1, unsent: 0, rejected });
  assert.match(stderr, /line 6 refused: why: Too long\./);
  assert.not.match(stdout + stderr, /because/);
  assert.is(
    readFileSync(rejected, 'utf8'),
    '\uFEFFNumber,Why?,import_line,import_reasons\n4,because 4,6,why: Too long.\n',
    'with the mark by which Excel knows UTF-8',
  );
});

test('a row with more cells than the header is rejected with all of them, and the import continues', async () => {
  const service = await startService(() => undefined);
  const file = join(folder, 'long.csv');
  writeFileSync(file, 'Number,Why?\n1,x\n2,because, well\n3,z\n');
  const { code, lines } = await importInto(service.url, file);
  await service.close();
  assert.is(code, 1);
  assert.equal(lines()[0], { line: 3, reasons: ['Has 3 cells, but the header has 2.'] });
  assert.equal(
    rowsOf(service.requests).map(({ answers }) => answers),
    [
      { number: 1, why: 'x' },
      { number: 3, why: 'z' },
    ],
  );
  assert.is(
    readFileSync(join(folder, 'long.rejected.csv'), 'utf8'),
    '\uFEFFNumber,Why?,import_line,import_reasons\n2,because,3,"Has 3 cells, but the header has 2.", well\n',
  );
});

test('rows that are rejected again do not overwrite corrections, and have their present lines and reasons', async () => {
  const refuses = ({ path, body }: FakeRequest) => {
    if (!path.endsWith('/imports')) return undefined;
    const error = { code: 'invalid_request', message: 'Some answers are invalid.' };
    return { status: 200, body: { data: Value.Parse(Rows, body).rows.map(() => ({ error })) } };
  };
  const service = await startService(refuses);
  const file = join(folder, 'again.csv');
  writeFileSync(file, 'Number,Why?\n1,x\n');
  const first = join(folder, 'again.rejected.csv');
  await importInto(service.url, file);
  writeFileSync(first, `${readFileSync(first, 'utf8')}2,corrected,3,none\n`);
  const before = readFileSync(first, 'utf8');
  await importInto(service.url, first);
  const own = await importInto(service.url, file, '--rejected', file);
  await service.close();
  assert.is(readFileSync(first, 'utf8'), before);
  const problem = 'Some answers are invalid.';
  assert.is(
    readFileSync(join(folder, 'again.rejected-2.csv'), 'utf8'),
    `\uFEFFNumber,Why?,import_line,import_reasons\n1,x,2,${problem}\n2,corrected,3,${problem}\n`,
  );
  assert.is(own.code, 2);
  assert.is(readFileSync(file, 'utf8'), 'Number,Why?\n1,x\n');
});

test('a request that fails, is cut off or is rate limited is repeated', async () => {
  let count = 0;
  const service = await startService(({ path }) => {
    if (!path.endsWith('/imports')) return undefined;
    count++;
    if (count === 1) return null;
    if (count === 2) return apiError(503, 'unavailable');
    return count === 3 ? { ...apiError(429, 'rate_limited'), headers: { 'retry-after': '0' } } : undefined;
  });
  const { code, lines } = await importInto(service.url, fileOf(poll(20)));
  await service.close();
  assert.is(code, 0);
  assert.equal(lines(), [{ form_id: 'form1', accepted: 20, replayed: 0, refused: 0, unsent: 0 }]);
});

test('the requests for the account and the form are repeated during an outage', async () => {
  const failures = new Map<string, number>();
  const service = await startService(({ path, method }) => {
    const what = `${method} ${path.split('?')[0] ?? ''}`;
    const failed = failures.get(what) ?? 0;
    failures.set(what, failed + 1);
    if (failed < 2) return failed === 0 ? null : apiError(503, 'unavailable');
    return path.startsWith('/api/admin/v1/accounts?') || path === '/api/admin/v1/accounts'
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

test('a lasting outage ends the import with a summary and exit code 3', async () => {
  let count = 0;
  const service = await startService(({ path }) =>
    path.endsWith('/imports') && ++count > 1 ? null : undefined,
  );
  const { code, lines, stderr } = await importInto(service.url, fileOf(poll(210)), '--retry-for', '1s');
  await service.close();
  assert.is(code, 3);
  assert.equal(lines(), [{ form_id: 'form1', accepted: 200, replayed: 0, refused: 0, unsent: 10 }]);
  assert.match(stderr, /Run the same command again/);
});

test('a refusal that applies to every row ends the import at once', async () => {
  const service = await startService(({ path }) =>
    path.endsWith('/imports') ? apiError(403, 'quota_exceeded', { limit: 1 }) : undefined,
  );
  const { code, lines, stderr } = await importInto(service.url, fileOf(poll(999)));
  await service.close();
  assert.is(code, 1);
  assert.match(stderr, /quota_exceeded[^]*"?limit"?: ?1/);
  assert.equal(lines().length, 1);
  assert.is(imports(service.requests).length, 1);
});

test('an import that cannot continue in its form explains why', async () => {
  const replayed = { status: 201, headers: { 'idempotency-replayed': 'true' }, body: form() };
  const now = (body: object) => (path: string) =>
    path.endsWith('/form1') ? { status: 200, body } : path.endsWith('/forms') ? replayed : undefined;
  for (const [answer, words] of [
    [now(form('draft', 13 * 3_600_000)), /more than 12 hours ago[^]*--form form1[^]*--new/],
    [() => apiError(422, 'idempotency_mismatch'), /under another name[^]*--new/],
  ] as const) {
    const service = await startService(({ path }) => answer(path));
    const { code, stdout, stderr } = await importInto(service.url, fileOf(poll(2)));
    await service.close();
    assert.equal([code, stdout, imports(service.requests).length], [1, '', 0]);
    assert.match(stderr, words);
  }
});

test('a file that is not CSV is refused with its line before any request', async () => {
  const service = await startService(() => undefined);
  const bad: [string | Buffer, RegExp][] = [
    ['', /empty/],
    ['{"a": 1}', /line 1: The file is JSON/],
    ['<html></html>', /HTML/],
    [Buffer.from([0x50, 0x4b, 3, 4, 1, 2]), /binary/],
    ['a,b\n1,2,3\n1,2,3\n', /line 2: The row has 3 cells/],
    ['a,b\n1,"2\n', /line 2: A cell is opened/],
  ];
  for (const [content, words] of bad) {
    const { code, stdout, stderr } = await importInto(service.url, fileOf(content));
    assert.equal([code, stdout], [2, ''], stderr);
    assert.match(stderr, words);
  }
  const missing = await importInto(service.url, join(folder, 'missing.csv'));
  assert.is(missing.code, 2);
  assert.match(missing.stderr, /no such file/);
  const wide = await importInto(service.url, fileOf(`${'a,'.repeat(500)}a\n${'1,'.repeat(500)}1`));
  assert.equal([wide.code, /at most 500/.test(wide.stderr)], [2, true], wide.stderr);
  const mixed = await importInto(service.url, fileOf(poll(1)), '--form', 'form1', '--publish');
  assert.is(mixed.code, 2);
  assert.is(service.requests.length, 0);
  await service.close();
});

test.run();
