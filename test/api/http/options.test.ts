import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TestResponse } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';
import { formRates } from '../../support/settings.ts';

const test = suite('OPTIONS and preflights');
let service: TestService;
test.before(async () => {
  service = await startService({ settings: formRates({ pages: 3, sendings: 3, attempts: 3, misses: 3 }) });
});
test.after(() => service.close());

const preflight = {
  origin: 'https://elsewhere.example',
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization',
};
const options = (url: string, headers: Readonly<Record<string, string>> = preflight): Promise<TestResponse> =>
  service.inject({ method: 'OPTIONS', url, headers });

const paths: readonly (readonly [path: string, allow: string])[] = [
  ['/api/public/v1/forms', 'GET, HEAD, PATCH, POST'],
  ['/api/public/v1/destinations/any/ping', 'POST'],
  ['/api/admin/v1/accounts', 'GET, HEAD, POST'],
  ['/openapi.json', 'GET, HEAD'],
  ['/docs', 'GET, HEAD'],
  ['/healthz', 'GET, HEAD'],
  ['/metrics', 'GET, HEAD'],
  ['/f/any', 'GET, HEAD, POST'],
  ['/embed.js', 'GET, HEAD'],
  ['/console', 'GET, HEAD'],
  ['/console/forms', 'GET, HEAD'],
  ['/console/sign-in', 'GET, HEAD, POST'],
];
for (const [path, allow] of paths)
  test(`OPTIONS ${path} lists the methods, and a preflight gets the reason for its refusal`, async () => {
    const plain = await options(path, {});
    assert.equal([plain.status, plain.header('allow')], [405, allow], plain.text);
    const refused = await options(path);
    assert.equal([refused.status, refused.header('allow')], [405, allow]);
    assert.match(refused.text, 'Pages of other origins may not call this service');
    assert.is(refused.header('access-control-allow-origin'), undefined);
    assert.is(refused.header('www-authenticate'), undefined);
  });

test('an unknown path is 404, within the API as well', async () => {
  for (const path of ['/nosuch', '/api/public/v1/nosuch', '/api/admin/v1/nosuch', '/console/nosuch'])
    assert.is((await options(path)).status, 404, path);
});

test('preflights count against no limit', async () => {
  const { key } = await service.newAccount();
  const remaining = async (headers: Readonly<Record<string, string>>) =>
    (await service.inject({ method: 'OPTIONS', url: '/api/public/v1/forms', headers })).header(
      'x-ratelimit-remaining',
    );
  const before = await remaining(preflight);
  for (let i = 0; i < 40; i++) await options('/api/public/v1/forms');
  for (let i = 0; i < 10; i++) await options('/f/nosuch');
  assert.is(await remaining(preflight), before);
  // The limit of the address would have been reached by these.
  assert.is((await service.inject({ method: 'GET', url: '/api/public/v1/forms' })).status, 401);
  assert.is((await service.inject({ method: 'GET', url: '/f/nosuch' })).status, 404);
  const [listed, again] = [
    await service.withKey(key)('GET', '/forms'),
    await remaining({ 'x-api-key': key }),
  ];
  assert.is(listed.header('x-ratelimit-remaining'), '9999');
  assert.is(again, String(Number(before) - 1), 'a key with OPTIONS counts nothing, and the 401 counted');
});

test('preflights are not counted as requests of their route in the metrics', async () => {
  await options('/api/public/v1/submissions');
  const { text } = await service.inject({ method: 'GET', url: '/metrics' });
  const lines = text.split('\n').filter((line) => line.includes('method="OPTIONS"'));
  assert.ok(lines.length > 0);
  for (const line of lines) assert.match(line, 'route="none"');
});

test.run();
