import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publicBase } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('targets and hosts');

/** The stores of a busy machine may answer a probe too late. Which hosts are served does not depend on that. */
const alwaysReady = { health: () => Promise.resolve({ ready: true }) };

let service: TestService;
let key: string;
let port: number;

test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined } });
  const account = await service.newAccount();
  ({ key } = account);
  const form_id = await service.newForm(account.accountId, [nameField]);
  for (const name of ['Ada', 'Grace'])
    await account.api('POST', '/submissions', { body: { form_id, answers: { name } } });
  await service.settled();
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
test.after(() => service.close());

/** What is answered to a list of one that has two, asked for with this target and these headers. */
function list(target: string, headers: string): Promise<string> {
  const lines = `GET ${target}${publicBase}/submissions?limit=1 HTTP/1.1\r\n${headers}x-api-key: ${key}\r\n`;
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines}connection: close\r\n\r\n`));
    socket.on('data', (data) => (text += data.toString()));
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

test('an absolute target is routed by its path, and its host takes precedence over the header', async () => {
  for (const target of ['http://forms.example:8080', 'HTTP://forms.example:8080'])
    for (const host of ['other.example', 'other.example:80'])
      assert.match(
        await list(target, `host: ${host}\r\n`),
        /^HTTP\/1.1 200 [^]*\nlink: <http:\/\/forms\.example:8080\/api\/public\/v1\/submissions\?limit=1&cursor=/,
        `${target} ${host}`,
      );
  assert.match(await list('http://user@forms.example', 'host: x\r\n'), /^HTTP\/1.1 400 /);
});

test('a request without a Host, or with two, gets an error of the catalogue', async () => {
  for (const hosts of ['', 'host: a.example\r\nHost: b.example\r\n'])
    assert.match(
      await list('', hosts),
      /^HTTP\/1.1 400 [^]*\nx-ratelimit-limit: \d[^]*"code":"invalid_request"/,
      hosts,
    );
});

test('a service with a PUBLIC_URL refuses requests to other host names', async () => {
  const local = await startService({
    settings: { HOST: '127.0.0.1', PUBLIC_URL: 'https://forms.example' },
    http: alwaysReady,
  });
  try {
    const statusOf = async (url: string, host: string): Promise<number> =>
      (await local.inject({ method: 'GET', url, headers: { host } })).status;
    for (const url of ['/readyz', '/metrics', '/openapi.json']) {
      for (const host of ['localhost:8080', '127.0.0.1:8080', 'Forms.Example'])
        assert.is(await statusOf(url, host), 200, `${url} ${host}`);
      for (const host of ['evil.example', 'evil.example:8080', 'localhost.evil.example'])
        assert.is(await statusOf(url, host), 400, `${url} ${host}`);
    }
  } finally {
    await local.close();
  }
});

/** What is answered to a request with this first line. */
const answerTo = (line: string): Promise<string> =>
  new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
    );
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', reject).on('close', () => resolve(answer));
  });

for (const line of ['CONNECT a.example:443', 'CONNECT *', 'CONNECT /', 'OPTIONS *'])
  test(`${line} is answered as an unsupported method`, async () => {
    const answer = await answerTo(line);
    assert.match(answer, /^HTTP\/1.1 405 [^]*\nallow: \r\n[^]*"code":"method_not_allowed"/);
    for (const header of ['x-request-id', 'x-ratelimit-limit', 'cache-control', 'x-content-type-options'])
      assert.match(answer, `\n${header}: `);
  });

for (const line of [
  'GET *',
  'POST *',
  'OPTIONS ftp://x/',
  'GET ftp://x/',
  'GET file:///etc/passwd',
  'GET foo',
  'GET ?a',
  'GET #a',
])
  test(`${line} has a target that is neither a path nor an http address`, async () => {
    const answer = await answerTo(line);
    assert.match(answer, /^HTTP\/1.1 400 [^]*"code":"invalid_request"[^]*"details":\[\{/);
    for (const header of ['x-request-id', 'x-ratelimit-limit', 'cache-control', 'x-content-type-options'])
      assert.match(answer, `\n${header}: `);
  });

test('a limit that is not spelled as a whole number is refused', async () => {
  for (const limit of ['005', '5.0', '+5', '%205', '0x5', '5e0']) {
    const url = `${publicBase}/submissions?limit=${limit.replace('+', '%2B')}`;
    const answer = await service.inject({ method: 'GET', url, headers: { 'x-api-key': key } });
    assert.equal([answer.status, answer.at('error.details.0.path')], [400, '/limit'], limit);
  }
});

test('an unknown Expect header is ignored', async () => {
  assert.match(
    await list('', 'host: x\r\nexpect: something\r\n'),
    /^HTTP\/1.1 200 [^]*\nx-ratelimit-limit: \d/,
  );
});

test('metrics and readiness are served at the address of the process and at allowed host names only', async () => {
  const monitored = await startService({
    settings: { TRUSTED_PROXIES: ['127.0.0.1'], MONITORING_HOSTS: ['status.example'] },
    http: alwaysReady,
  });
  const statusOf = async (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
    (await monitored.inject({ method: 'GET', url, headers })).status;
  try {
    for (const url of ['/metrics', '/readyz']) {
      for (const host of ['localhost', '10.1.2.3:8080', '[fd00::1]:8080', 'formlog:8080', 'forms.example'])
        assert.is(await statusOf(url, { host }), 200, `${url} ${host}`);
      for (const headers of [
        { host: 'evil.example' },
        { host: 'forms.example', 'x-forwarded-for': '203.0.113.1' },
        { host: 'localhost', 'x-forwarded-host': 'forms.example' },
        { host: 'evil.example', 'x-forwarded-host': 'localhost' },
        { host: 'localhost', forwarded: 'for=203.0.113.1' },
        { host: 'forms.example', 'x-real-ip': '203.0.113.1' },
        { host: '10.1.2.3:8080', 'cf-connecting-ip': '203.0.113.1' },
      ])
        assert.is(await statusOf(url, headers), 404, `${url} ${JSON.stringify(headers)}`);
      assert.is(await statusOf(url, { host: 'status.example', 'x-forwarded-for': '203.0.113.1' }), 200);
    }
    assert.is(await statusOf('/healthz', { host: 'evil.example' }), 200);
  } finally {
    await monitored.close();
  }
});

test.run();
