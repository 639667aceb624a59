import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publicBase } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('strictness');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
let port: number;

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
  formId = await service.newForm(account.accountId, [nameField]);
  await account.api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Ada' } } });
  await account.api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Ada' } } });
  await service.settled();
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
test.after(() => service.close());

const codeOf = async (url: string): Promise<unknown> => (await account.api('GET', url)).at('error.code');

test('a number in a query must consist of decimal digits', async () => {
  for (const text of ['0x10', '1e1', '%2B5', '5.0', '%205', '5%20', '٥', '', '-', 'NaN'])
    for (const list of ['/forms', '/submissions'])
      assert.is(await codeOf(`${list}?limit=${text}`), 'invalid_request', `${list} ${text}`);
  assert.is((await account.api('GET', '/submissions?limit=-5')).at('count'), 1);
  for (const digits of [20, 400])
    assert.is((await account.api('GET', `/submissions?limit=${'9'.repeat(digits)}`)).at('count'), 2);
  assert.is((await account.api('GET', `/submissions?limit=-${'9'.repeat(400)}`)).at('count'), 1);
});

test('a time in a query must exist', async () => {
  for (const moment of [
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00%2B25:00',
  ])
    assert.is(await codeOf(`/submissions?since=${moment}`), 'invalid_request', moment);
  for (const moment of ['2024-02-29T23:59:59.999Z', '2026-01-01T00:00:00%2B02:00', '2026-01-01t00:00:00z'])
    assert.is(await codeOf(`/submissions?since=${moment}`), undefined, moment);
});

test('an unknown query parameter is refused, even by operations without parameters', async () => {
  for (const url of [`/accounts/${account.accountId}`, `/forms/${formId}`])
    assert.is((await service.admin('GET', `${url}?fields=id`)).at('error.code'), 'invalid_request', url);
});

test('invalid escapes are refused in a query and in a path', async () => {
  for (const url of ['/forms?id=%zz', '/forms?%zz=1', '/submissions?cursor=%', '/submissions?form_id=%C0%AF'])
    assert.is(await codeOf(url), 'invalid_request', url);
  assert.is(await codeOf('/forms?id=%C3%84'), 'not_found');
  assert.is(await codeOf('/forms/%zz'), 'invalid_request');
});

test('every other parameter beside id is refused by name', async () => {
  const both = await account.api('GET', `/forms?id=${formId}&status=published&limit=5`);
  assert.is(both.at('error.code'), 'invalid_request');
  assert.equal([both.at('error.details.0.path'), both.at('error.details.1.path')], ['/status', '/limit']);
  assert.is(await codeOf('/submissions?id=x&form_id=y'), 'invalid_request');
  assert.is((await account.api('GET', `/forms?id=${formId}`)).status, 200);
});

test('If-Match takes lists of entity tags, and no other text', async () => {
  const current = async () => (await account.api('GET', `/forms?id=${formId}`)).header('etag') ?? '';
  const statusAt = async (tags: string) => {
    const body = { id: formId, title: `Title ${Math.random()}` };
    const answer = await account.api('PATCH', '/forms', { body, headers: { 'if-match': tags } });
    await service.settled();
    return answer.status;
  };
  for (const tags of [
    (tag: string) => `"9", ${tag}`,
    (tag: string) => `"a,b",${tag},`,
    (tag: string) => `, ${tag}`,
  ])
    assert.is(await statusAt(tags(await current())), 200, tags('"n"'));
  for (const tags of [
    (tag: string) => `W/${tag}`,
    (tag: string) => tag.replace('"', '"0'),
    (tag: string) => tag.replace('"', '" '),
    () => '"99999999999999999999999"',
  ])
    assert.is(await statusAt(tags(await current())), 412, tags('"n"'));
  for (const tags of ['1', '"1', '"1" "2"', '', ',', '*, "1"']) assert.is(await statusAt(tags), 400, tags);
});

test('a body in another encoding or character set is refused', async () => {
  const body = JSON.stringify({ form_id: formId, answers: { name: 'Ada' } });
  const send = (headers: Readonly<Record<string, string>>) =>
    account.api('POST', '/submissions', { body, headers });
  for (const headers of [
    { 'content-encoding': 'gzip' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/json;charset="utf-16"' },
  ])
    assert.is((await send(headers)).at('error.code'), 'unsupported_media_type', JSON.stringify(headers));
  for (const headers of [
    { 'content-encoding': 'identity' },
    { 'content-type': 'application/json; charset="UTF-8"' },
    { 'content-type': 'application/json;charset=utf8' },
  ])
    assert.is((await send(headers)).status, 201, JSON.stringify(headers));
});

test('every method of HTTP is refused on a path that does not support it', async () => {
  const url = `${publicBase}/forms`;
  for (const method of ['TRACE', 'PROPFIND', 'LOCK', 'SEARCH'])
    assert.match(
      await raw(`${method} ${url} HTTP/1.1\r\nhost: x\r\nx-api-key: ${account.key}\r\n`),
      /^HTTP\/1.1 405 /,
      method,
    );
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json'])
    assert.match(
      await raw(`POST ${path} HTTP/1.1\r\nhost: x\r\n`),
      /^HTTP\/1.1 405 [^]*\nallow: GET, HEAD\r\n/,
      path,
    );
});

test('an invalid Host is refused before any effect, and links work without a Host', async () => {
  const own = await startService({ settings: { PUBLIC_URL: undefined } });
  try {
    const { accountId, key } = await own.newAccount();
    const id = await own.newForm(accountId, [nameField]);
    const at = Number(new URL(await own.app.listen({ host: '127.0.0.1', port: 0 })).port);
    const body = JSON.stringify({ form_id: id, answers: { name: 'Ada' } });
    const post = (host: string, version = '1.1') =>
      raw(
        `POST ${publicBase}/submissions HTTP/${version}\r\n${host}x-api-key: ${key}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n`,
        body,
        at,
      );
    for (const host of ['evil"><x', 'a b', 'a/b', 'user@host', 'a:b:c', ':80', 'x:99999'])
      assert.match(await post(`host: ${host}\r\n`), /^HTTP\/1.1 400 [^]*"invalid_request"/, host);
    const local = `location: http://127.0.0.1:${at}/api/`;
    assert.ok((await post('', '1.0')).includes(local));
    assert.ok((await post('host:\r\n')).includes(local));
    for (const host of ['forms.example', 'forms.example:8443', '[::1]:80', '10.0.0.1'])
      assert.ok((await post(`host: ${host}\r\n`)).includes(`location: http://${host}/api/`), host);
  } finally {
    await own.close();
  }
});

test('an Idempotency-Key that is given twice is refused', async () => {
  const body = JSON.stringify({ form_id: formId, answers: { name: 'Ada' } });
  const post = (headers: string) =>
    raw(
      `POST ${publicBase}/submissions HTTP/1.1\r\nhost: x\r\nx-api-key: ${account.key}\r\n${headers}` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n`,
      body,
    );
  const twice = 'idempotency-key: a\r\nIdempotency-Key: b\r\n';
  assert.match(await post(twice), /^HTTP\/1.1 400 [^]*"invalid_request"/);
  assert.match(await post(twice.replace('b', 'a')), /^HTTP\/1.1 400 /);
  // A comma makes no list of it.
  assert.match(await post('idempotency-key: a, b\r\n'), /^HTTP\/1.1 201 /);
});

/** What is answered to a request of these lines. */
function raw(lines: string, body = '', at = port): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(at, '127.0.0.1', () => socket.write(`${lines}connection: close\r\n\r\n${body}`));
    socket.on('data', (data) => (text += data.toString()));
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

test.run();
