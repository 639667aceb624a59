import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TestResponse } from '../support/injected-requests.ts';
import { startService, type TestService } from '../support/service.ts';
import { formRates } from '../support/settings.ts';
import { origin, signIn } from '../support/web.ts';

const test = suite('addresses of pages, and unknown addresses');
let service: TestService;
let form: string;
test.before(async () => {
  service = await startService({
    settings: formRates({ pages: 600, sendings: 2, attempts: 2, misses: 600 }),
  });
  form = await service.newForm((await service.newAccount()).accountId);
  await service.settled();
});
test.after(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const get = (url: string, headers: Readonly<Record<string, string>> = browser): Promise<TestResponse> =>
  service.inject({ method: 'GET', url, headers });

/** The link of a page that leads back. */
const backOf = ({ text }: TestResponse): string | undefined => /<p><a href="([^"]*)">/.exec(text)?.[1];

const pages: readonly (readonly [url: string, status: number, back: string])[] = [
  ['/nosuch', 404, '/'],
  ['/favicon.ico', 404, '/'],
  ['/assets/nosuch.js', 404, '/'],
  ['/docs/nosuch', 404, '/'],
  ['/f', 404, '/'],
  ['/f/nosuch', 404, '/'],
  [`/f/${'x'.repeat(200)}`, 414, '/'],
  ['/console/nosuch', 404, '/console'],
  ['/console/forms/a/b/c/d', 404, '/console'],
  ['/console/%ff', 400, '/console'],
  [`/console?next=${'x'.repeat(9_000)}`, 414, '/console'],
];
for (const [url, status, back] of pages)
  test(`${url.slice(0, 40)} answers a browser with a page and a link back`, async () => {
    const answer = await get(url);
    assert.equal([answer.status, answer.header('content-type')], [status, 'text/html; charset=utf-8']);
    assert.is(backOf(answer), back, answer.text);
    assert.match(answer.text, '<link rel="stylesheet"');
    assert.match(answer.header('content-security-policy') ?? '', "style-src 'self'");
    assert.is(answer.header('cache-control'), 'no-store');
  });

test('an unknown address answers a program as JSON', async () => {
  for (const url of ['/nosuch', '/console/nosuch', '/docs/nosuch'])
    for (const accept of ['*/*', 'application/json', 'application/problem+json']) {
      const answer = await get(url, { accept });
      assert.equal([answer.status, answer.at('error.code')], [404, 'not_found'], `${url} ${accept}`);
    }
  const missing = await get('/f/nosuch', { accept: 'application/json' });
  assert.equal([missing.status, missing.at('error.code')], [404, 'not_found']);
});

test('the APIs answer JSON, whatever the Accept header', async () => {
  for (const url of ['/api/public/v1/nosuch', '/api/admin/v1/accounts', '/api/nosuch', '/api/admin/v1/%ff']) {
    const answer = await get(url);
    assert.match(answer.header('content-type') ?? '', 'application/json', url);
    assert.type(answer.at('error.code'), 'string');
  }
});

test('the link back leads to the previous page, if it is one of this service', async () => {
  const { host } = new URL('http://localhost:80');
  const from = (referer: string) => get('/console/nosuch', { ...browser, host, referer });
  assert.is(backOf(await from('http://localhost/console/forms?account=a')), '/console/forms?account=a');
  assert.is(backOf(await from('https://evil.example/console')), '/console');
  assert.is(backOf(await from('http://localhost//evil.example/')), '/console');
  assert.is(backOf(await from('nonsense')), '/console');
});

test('an unsupported method and an address beyond its rate limit are answered with pages', async () => {
  const removed = await service.inject({ method: 'DELETE', url: `/f/${form}/thanks`, headers: browser });
  assert.equal([removed.status, backOf(removed)], [405, `/f/${form}`]);
  const visit = await signIn(service, service.operatorTokens[2] ?? '');
  const forbidden = await visit.post('/console/accounts', { name: 'x', plan: 'free' }, browser);
  assert.equal([forbidden.status, backOf(forbidden)], [403, '/console']);
  const other = await visit.post(
    '/console/sign-in',
    { secret: 'x' },
    { ...browser, origin: 'https://evil.example' },
  );
  assert.equal([other.status, backOf(other)], [403, '/console']);
  const sent = () =>
    service.inject({
      method: 'POST',
      url: `/f/${form}`,
      payload: 'a=b',
      headers: { ...browser, origin, 'content-type': 'application/x-www-form-urlencoded' },
    });
  for (let i = 0; i < 2; i++) await sent();
  assert.is((await sent()).status, 429);
});

const tidied: readonly (readonly [typed: string, meant: string])[] = [
  ['/console/', '/console'],
  ['/console//', '/console'],
  ['//console', '/console'],
  ['/console/forms/', '/console/forms'],
  ['/console/forms/?account=A/', '/console/forms?account=A/'],
  ['/Console', '/console'],
  ['/CONSOLE/Forms/AbC', '/console/forms/AbC'],
  ['/f/', '/f'],
  ['/F/my-form', '/f/my-form'],
  ['/f/My-Form/', '/f/my-form'],
  ['/f/My-Form?Name=A', '/f/my-form?Name=A'],
  ['/f/4tYb9QmZ1xLr7cVd2KsA/', '/f/4tYb9QmZ1xLr7cVd2KsA'],
  ['/f/4tYb9QmZ1xLr7cVd2KsA/thanks/', '/f/4tYb9QmZ1xLr7cVd2KsA/thanks'],
];
for (const [typed, meant] of tidied)
  test(`${typed} leads to ${meant}`, async () => {
    const answer = await get(typed);
    assert.equal([answer.status, answer.header('location')], [308, meant]);
  });

test('no other address is redirected', async () => {
  for (const url of [
    '/nosuch/',
    '//evil.example/',
    '//evil.example/console/',
    '/docs/',
    '/f/my-form',
    '/',
    '//',
  ])
    assert.is.not((await get(url)).status, 308, url);
  const sent = await service.inject({ method: 'POST', url: '/console/sign-in/', headers: browser });
  assert.is(sent.status, 404);
});

test.run();
