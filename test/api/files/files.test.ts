import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publicBase, type TestResponse } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { png } from '../../support/small-files.ts';

const test = suite('files over the API');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
let directory: string;

const cv = {
  key: 'cv',
  label: 'CV',
  kind: 'file',
  validation: { max_files: 2, max_bytes: 2_000, types: ['image', 'text/plain'] },
};

test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'formlog-files-'));
  service = await startService({ settings: { FILES_STORE: { directory }, MAX_FILE_BYTES: 1_000_000 } });
  mine = await service.newAccount();
  formId = await service.newForm(mine.accountId, [cv, nameField]);
});
test.after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

interface Upload {
  readonly who?: typeof mine;
  readonly form?: string;
  readonly field?: string;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const upload = (
  payload: Buffer | string,
  { who = mine, form = formId, field = 'cv', name = 'cv.txt', headers = {} }: Upload = {},
): Promise<TestResponse> =>
  service.inject({
    method: 'POST',
    url: `${publicBase}/files?${new URLSearchParams({ form_id: form, field, name }).toString()}`,
    headers: { 'x-api-key': who.key, 'content-type': 'application/json', ...headers },
    payload,
  });

const submit = (answers: object, headers: Readonly<Record<string, string>> = {}) =>
  mine.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'Ada', ...answers } },
    headers,
  });
const idOf = async (payload: Buffer | string, options?: Upload) => {
  const made = await upload(payload, options);
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
};
const stored = () => readdirSync(directory).filter((name) => !name.includes('.'));

test('an uploaded file is described by its content, and its name is cleaned', async () => {
  const made = await upload(png, { name: '../evil/photo.txt' });
  assert.is(made.status, 201, made.text);
  assert.equal(
    ['name', 'size', 'type', 'sha256', 'submission_id'].map((name) => made.at(name)),
    ['photo.txt', png.length, 'image/png', createHash('sha256').update(png).digest('hex'), null],
  );
  const read = await mine.api('GET', `/files/${String(made.at('id'))}`);
  assert.equal(read.at('sha256'), made.at('sha256'));
  assert.is(made.header('location'), `${publicBase}/files/${String(made.at('id'))}`);
});

test('a submission claims its files, and its record shows them with links', async () => {
  const [one, two] = [await idOf('first'), await idOf(png, { name: 'photo.png' })];
  const made = await submit({ cv: [one, two] });
  assert.is(made.status, 201, made.text);
  const files = made.at('answers.CV');
  assert.ok(Array.isArray(files) && files.length === 2);
  assert.equal([made.at('answers.CV.0.id'), made.at('answers.CV.1.type')], [one, 'image/png']);
  assert.is(made.at('fields.0.display'), 'cv.txt, photo.png');
  await service.settled();
  const read = await mine.api('GET', `/submissions/${String(made.at('id'))}`);
  assert.is(read.text, made.text);
  const listed = await mine.api('GET', `/files?form_id=${formId}&limit=2`);
  assert.equal(
    [0, 1].map((n) => listed.at(`data.${n}.submission_id`)),
    [made.at('id'), made.at('id')],
  );
  const link = new URL(String(made.at('answers.CV.1.url')));
  assert.is(link.origin, 'https://forms.example');
  const got = await service.inject({ method: 'GET', url: link.pathname });
  assert.is(got.status, 200, got.text);
  assert.is(got.header('content-type'), 'image/png');
  assert.is(got.header('content-disposition'), 'attachment; filename="photo.png"');
  assert.is(got.header('x-content-type-options'), 'nosniff');
  assert.match(got.header('content-security-policy') ?? '', /sandbox/);
});

test('a file belongs to one submission', async () => {
  const id = await idOf('only once');
  assert.is((await submit({ cv: [id] })).status, 201);
  const again = await submit({ cv: [id] });
  assert.is(again.status, 400, again.text);
  assert.equal(
    ['path', 'code', 'message'].map((name) => again.at(`error.details.0.${name}`)),
    ['/answers/cv/0', 'invalid_option', 'Belongs to another submission.'],
  );
});

test('of submissions at the same time one gets the file', async () => {
  const id = await idOf('contested');
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => submit({ cv: [id] })));
  assert.equal(answers.map(({ status }) => status).sort(), [201, 400, 400, 400, 400]);
});

test('a repeated submission finds its own claim', async () => {
  const id = await idOf('repeated');
  const headers = { 'idempotency-key': 'with a file' };
  const [first, second] = [await submit({ cv: [id] }, headers), await submit({ cv: [id] }, headers)];
  assert.equal([first.status, second.status], [201, 201]);
  assert.is(second.text, first.text);
});

test('a refused submission leaves its files free', async () => {
  const id = await idOf('free');
  assert.is((await submit({ cv: [id], name: '' })).status, 400);
  assert.is((await submit({ cv: [id, 'unknown'] })).status, 400);
  assert.is((await submit({ cv: [id] })).status, 201);
});

test('too many files, one twice, and what is no id are refused', async () => {
  const ids = [await idOf('1'), await idOf('2'), await idOf('3')];
  const codeOf = async (value: unknown) => (await submit({ cv: value })).at('error.details.0.code');
  assert.is(await codeOf(ids), 'too_long');
  assert.is(await codeOf([ids[0], ids[0]]), 'invalid_option');
  assert.is(await codeOf([17]), 'invalid_type');
  assert.is(await codeOf({ a: 1 }), 'invalid_type');
  assert.is(await codeOf(['../../etc/passwd']), 'invalid_type');
});

test('a file of another form or account is an unknown file', async () => {
  const theirs = await service.newAccount();
  const otherForm = await service.newForm(mine.accountId, [cv]);
  const foreignForm = await service.newForm(theirs.accountId, [cv]);
  const foreign = await idOf('theirs', { who: theirs, form: foreignForm });
  for (const id of [await idOf('other', { form: otherForm }), foreign, 'none']) {
    const refused = await submit({ cv: [id] });
    assert.is(
      refused.at('error.details.0.message'),
      'Is not a file that was uploaded for this form, or has expired. Upload the file again.',
    );
  }
  assert.is((await mine.api('GET', `/files/${foreign}`)).status, 404);
  assert.is((await mine.api('GET', `/files/${foreign}/content`)).status, 404);
  assert.not.match((await mine.api('GET', '/files')).text, foreign);
  const intruding = await upload('x', { form: foreignForm });
  assert.is(intruding.status, 404, intruding.text);
});

test('what does not fit is refused, and nothing of it stays', async () => {
  const before = stored().length;
  const refusals: readonly (readonly [Promise<TestResponse>, number, string, RegExp])[] = [
    [upload('x'.repeat(2_001)), 413, 'payload_too_large', /at most 2 KB/],
    [upload(Buffer.from('%PDF-1.7\n')), 415, 'unsupported_media_type', /application\/pdf/],
    [upload(''), 400, 'invalid_request', /empty/],
    [upload('x', { field: 'name' }), 400, 'invalid_request', /question for files/],
    [upload('x', { field: 'none' }), 400, 'invalid_request', /question for files/],
    [upload('x', { form: 'none' }), 404, 'not_found', /./],
    [
      upload('x', { headers: { 'content-encoding': 'gzip' } }),
      415,
      'unsupported_media_type',
      /Content-Encoding/,
    ],
  ];
  for (const [answer, status, code, message] of refusals) {
    const { text, ...refused } = await answer;
    assert.is(refused.status, status, text);
    assert.is(refused.at('error.code'), code);
    assert.match(String(refused.at('error.message')), message);
  }
  assert.is(stored().length, before);
});

test('a repeated upload is the first, and another content under its key is refused', async () => {
  const headers = { 'idempotency-key': 'an upload' };
  const before = stored().length;
  const [first, second] = [await upload('same', { headers }), await upload('same', { headers })];
  assert.is(second.text, first.text);
  assert.is(second.header('idempotency-replayed'), 'true');
  assert.is(stored().length, before + 1);
  const other = await upload('other', { headers });
  assert.equal([other.status, other.at('error.code')], [422, 'idempotency_mismatch']);
  assert.is(stored().length, before + 1);
});

test('a range of a content, and the unchanged content', async () => {
  const id = await idOf('0123456789');
  const get = (headers: Readonly<Record<string, string>>) =>
    mine.api('GET', `/files/${id}/content`, { headers });
  const part = await get({ range: 'bytes=2-4' });
  assert.equal([part.status, part.text, part.header('content-range')], [206, '234', 'bytes 2-4/10']);
  assert.is((await get({ range: 'bytes=-3' })).text, '789');
  assert.is((await get({ range: 'bytes=7-' })).text, '789');
  const beyond = await get({ range: 'bytes=10-' });
  assert.equal(
    [beyond.status, beyond.at('error.code'), beyond.header('content-range')],
    [416, 'range_not_satisfiable', 'bytes */10'],
  );
  const whole = await get({});
  assert.is((await get({ 'if-none-match': whole.header('etag') ?? '' })).status, 304);
  assert.is((await get({ range: 'bytes=2-4', 'if-range': '"other"' })).status, 200);
});

test('a link that is changed or old leads nowhere', async () => {
  const made = await upload('linked');
  const { pathname } = new URL(String(made.at('url')));
  const get = async (url: string) => (await service.inject({ method: 'GET', url })).status;
  assert.is(await get(pathname), 200);
  assert.is(await get(`${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`), 404);
  assert.is(await get(pathname.replace(/\.[^.]+\./, '.zzzzzz.')), 404);
  assert.is(await get('/files/none'), 404);
  service.clock.aheadMs = 2 * 3_600_000;
  assert.is(await get(pathname), 404);
  service.clock.aheadMs = 0;
});

test('a key needs the scope', async () => {
  const issued = await service.admin('POST', `/accounts/${mine.accountId}/keys`, {
    body: { name: 'reader', scopes: ['submissions:write'] },
  });
  const who = { ...mine, key: String(issued.at('key')) };
  const refused = await upload('x', { who });
  assert.equal([refused.status, refused.at('error.details.required_scope')], [403, 'files:write']);
});

test('a content that the store has lost is an error of the store', async () => {
  const id = await idOf('lost');
  const { content_id: contentId } = { content_id: '', ...(await contentOf(id)) };
  rmSync(join(directory, contentId));
  const read = await mine.api('GET', `/files/${id}/content`);
  assert.equal([read.status, read.at('error.code')], [503, 'file_store_unavailable']);
});

async function contentOf(id: string) {
  await service.settled();
  return service.deps.queries.files.get(null, id);
}

test('a submission in parts claims each file as it is saved, and keeps it through completion and correction', async () => {
  const [first, second] = [await idOf('one'), await idOf('two')];
  const holderOf = async (id: string) => (await mine.api('GET', `/files/${id}`)).at('submission_id');
  const made = await mine.api('POST', '/submissions', {
    body: { form_id: formId, answers: { cv: [first] }, is_complete: false },
  });
  assert.is(made.status, 201, made.text);
  const id = String(made.at('id'));
  const change = (body: object) => mine.api('PATCH', `/submissions/${id}`, { body });
  await service.settled();
  assert.is(await holderOf(first), id);
  const taken = await submit({ cv: [first] });
  assert.is(taken.status, 400, taken.text);

  const saved = await change({ answers: { name: 'Ada' } });
  const idsIn = (response: TestResponse) =>
    (response.at('fields') as readonly { key: string; value: readonly { id: string }[] }[])
      .filter(({ key }) => key === 'cv')
      .flatMap(({ value }) => value.map((one) => one.id));
  assert.equal([saved.status, idsIn(saved)], [200, [first]]);
  const done = await change({ answers: { cv: [second] }, is_complete: true });
  assert.equal([done.status, idsIn(done)], [200, [second]]);
  const corrected = await change({ answers: { cv: [first] }, correction: {} });
  assert.equal([corrected.status, idsIn(corrected)], [200, [first]]);
  await service.settled();
  assert.is(await holderOf(second), id, 'earlier answers stay in the history');
  const missing = await change({ answers: { cv: ['nosuchfile'] }, correction: {} });
  assert.equal([missing.status, missing.at('error.details.0.field')], [400, 'cv']);
});

test.run();
