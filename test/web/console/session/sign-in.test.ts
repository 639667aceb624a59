import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openTickets } from '../../../../api/auth/tickets.ts';
import { listAccount } from '../../../../commands/membership/members.ts';
import { personWithEmail } from '../../../../commands/person/find-person.ts';
import { eventually } from '../../../support/eventually.ts';
import { newMember, newMemberIds, testPassword } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit, origin, type PageAnswer, signIn, type Visit } from '../../../support/web.ts';

const test = suite('signing in to the console');
let service: TestService;
let operator: string;
let auditor: string;
test.before(async () => {
  service = await startService();
  [operator = '', auditor = ''] = service.operatorTokens;
});
test.after(() => service.close());

const ticketUrl = (): string => {
  const { sessionKeys, now } = service.deps;
  return `/console/sign-in?ticket=${openTickets(sessionKeys, now).issue({ kind: 'operator', id: 'test-operator' }).ticket}`;
};

const sessionCookie = '__Host-formlog_session';

test('a page sends a visitor without a session to the sign-in, and back to the page afterwards', async () => {
  const visit = openVisit(service);
  const asked = await visit.get('/console/deliveries?status=failed');
  assert.is(asked.status, 303);
  assert.is(asked.location, '/console/sign-in?next=%2Fconsole%2Fdeliveries%3Fstatus%3Dfailed');
  const form = await visit.get(String(asked.location));
  assert.match(form.text, 'name="next" value="/console/deliveries?status=failed"');
  const entered = await visit.post('/console/sign-in', {
    secret: operator,
    next: '/console/deliveries?status=failed',
  });
  assert.is(entered.location, '/console/deliveries?status=failed');
  assert.is((await visit.get('/console/deliveries?status=failed')).status, 200);
});

test('the sign-in never redirects to another site', async () => {
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/console-evil',
    '/console\\@evil.example',
    '/docs',
  ])
    assert.is(
      (await openVisit(service).post('/console/sign-in', { secret: operator, next })).location,
      '/console',
      next,
    );
});

test('the cookie is encrypted, HttpOnly, SameSite=Strict and lasts twelve hours', async () => {
  const { headers } = await service.app.inject({
    method: 'POST',
    url: '/console/sign-in',
    payload: `secret=${operator}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
  });
  const cookie = String(headers['set-cookie']);
  assert.match(cookie, /Path=\/; HttpOnly; Secure; SameSite=Strict/);
  assert.match(cookie, 'Max-Age=43200');
  assert.not.match(cookie, operator);
  assert.not.match(
    Buffer.from(/__Host-formlog_session=([^;]+)/.exec(cookie)?.[1] ?? '', 'base64url').toString(),
    'operator',
  );
});

test('a wrong secret is refused on the same page', async () => {
  const answer = await openVisit(service).post('/console/sign-in', { secret: 'wrong' });
  assert.is(answer.status, 401);
  assert.match(answer.text, 'This is neither a token nor an API key of this service.');
});

test('a sign-in with a token, a key or a ticket ends the session that the browser had', async () => {
  const { accountId, key } = await service.newAccount();
  const email = 'before@example.com';
  await newMember(service, accountId, { email, role: 'viewer' });
  const sessionsOf = async () => (await personWithEmail(service.deps, email))?.sessions.size;
  const ways: ((visit: Visit) => Promise<PageAnswer>)[] = [
    (visit) => visit.post('/console/sign-in', { secret: operator }),
    (visit) => visit.post('/console/sign-in', { secret: key }),
    (visit) => visit.get(ticketUrl()),
  ];
  const before = await sessionsOf();
  for (const enter of ways) {
    const visit = openVisit(service);
    assert.is((await visit.post('/console/sign-in', { email, password: testPassword })).status, 303);
    assert.is((await enter(visit)).status, 303);
    assert.is(await sessionsOf(), before);
    assert.is((await visit.get('/console/session')).status, 200);
  }
  const visit = await signIn(service, operator);
  const former = openVisit(service, Object.fromEntries(visit.cookies));
  await visit.post('/console/sign-in', { secret: key });
  assert.is((await former.get('/console')).status, 303, 'the session of the operator has ended');
});

test('an API key gives access to its own account only', async () => {
  const { key, keyId } = await service.newAccount();
  const visit = await signIn(service, key);
  const page = await visit.get('/console/deliveries');
  assert.is(page.status, 200);
  assert.match(page.text, '<a href="/console/session">test</a>', 'the name of the key');
  assert.not.match(page.text, keyId);
  assert.not.match(page.text, '/console/projections');
});

test('a revoked key ends its sessions within a second', async () => {
  const { key, keyId } = await service.newAccount();
  const visit = await signIn(service, key);
  assert.is((await service.admin('POST', `/keys/${keyId}/revoke`)).status, 200);
  await eventually(
    'the session ends',
    async () => (await visit.get('/console/deliveries')).status === 303,
    1_500,
  );
});

test('a ticket opens one session', async () => {
  const url = ticketUrl();
  const visit = openVisit(service);
  assert.is((await visit.get(url)).location, '/console');
  assert.match((await visit.get('/console')).text, 'test-operator');
  const again = await openVisit(service).get(url);
  assert.is(again.status, 401);
  assert.match(again.text, 'was used before');
});

test('a ticket of a person opens one session in an account of the person, and none once there is no such account', async () => {
  const { accountId } = await service.newAccount();
  const { person: id } = await newMemberIds(service, accountId);
  const { sessionKeys, now } = service.deps;
  const issue = (person: string) =>
    `/console/sign-in?ticket=${openTickets(sessionKeys, now).issue({ kind: 'person', id: person }).ticket}`;
  const without = await openVisit(service).get(issue(id));
  assert.is(without.status, 403, 'the person lists no account');
  const context = { accountId, actor: { kind: 'member', id } as const, correlationId: 'x', causationId: 'x' };
  await listAccount(service.deps, id, 'JoinAccount', context);
  const url = issue(id);
  const visit = openVisit(service);
  assert.is((await visit.get(url)).location, '/console');
  assert.match((await visit.get('/console/you')).text, 'Ada');
  assert.is((await openVisit(service).get(url)).status, 401, 'used before');
  assert.is((await openVisit(service).get(issue('nobody'))).status, 401);
});

test('a ticket expires after an hour, and any other text is refused', async () => {
  const url = ticketUrl();
  service.clock.aheadMs += 3_600_001;
  assert.is((await openVisit(service).get(url)).status, 401);
  assert.is((await openVisit(service).get('/console/sign-in?ticket=x')).status, 401);
});

test('a session ends after twelve hours', async () => {
  const visit = await signIn(service, operator);
  service.clock.aheadMs += 12 * 3_600_000 + 1;
  assert.is((await visit.get('/console')).status, 303);
});

test('a stolen cookie is useless after sign-out', async () => {
  const visit = await signIn(service, auditor);
  const stolen = { cookie: `${sessionCookie}=${visit.cookies.get(sessionCookie)}` };
  assert.is((await openVisit(service).get('/console', stolen)).status, 200);
  assert.is((await visit.post('/console/sign-out')).location, '/console/sign-in');
  assert.is((await openVisit(service).get('/console', stolen)).status, 303);
});

test('a change needs the token of its session and the origin of this service', async () => {
  const visit = await signIn(service, operator);
  const other = await signIn(service, operator);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  assert.is((await visit.post('/console/sign-out', {}, foreign)).status, 403);
  assert.is((await visit.post('/console/sign-out', { _token: '' })).status, 403);
  const page = (await other.get('/console')).text;
  const _token = /name="_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  assert.is((await visit.post('/console/sign-out', { _token })).status, 403);
  assert.is((await visit.get('/console')).status, 200);
  assert.is((await openVisit(service).post('/console/sign-in', { secret: operator }, foreign)).status, 403);
});

test('without PUBLIC_URL, the scheme of the request decides whether the cookie is secure', async () => {
  const open = await startService({
    settings: { PUBLIC_URL: undefined, TRUSTED_PROXIES: ['127.0.0.1'] },
  });
  try {
    const cookieOver = async (scheme: string): Promise<string> => {
      const { headers } = await open.app.inject({
        method: 'POST',
        url: '/console/sign-in',
        payload: `secret=${open.operatorTokens[0]}`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: `${scheme}://localhost:8080`,
          'sec-fetch-site': 'same-origin',
          'x-forwarded-proto': scheme,
          host: 'localhost:8080',
        },
      });
      return String(headers['set-cookie']);
    };
    assert.match(await cookieOver('https'), /^__Host-formlog_session=.*Path=\/; HttpOnly; Secure;/);
    const plain = await cookieOver('http');
    assert.match(plain, /^formlog_session=.*Path=\/console; HttpOnly; SameSite/);
    assert.not.match(plain, 'Secure');
  } finally {
    await open.close();
  }
});

test('with an HTTPS PUBLIC_URL, a page without HTTPS and a cookie without the prefix are refused', async () => {
  const visit = await signIn(service, auditor);
  for (const plain of ['http://forms.example', 'http://localhost:8080', 'http://localhost'])
    assert.is((await visit.post('/console/sign-out', {}, { origin: plain })).status, 403, plain);
  const planted = { cookie: `formlog_session=${visit.cookies.get(sessionCookie)}` };
  assert.is((await openVisit(service).get('/console', planted)).status, 303);
});

test('a visitor can end all other sessions', async () => {
  const [lost, mine, other] = [
    await signIn(service, auditor),
    await signIn(service, auditor),
    await signIn(service, operator),
  ];
  assert.match((await mine.get('/console/session')).text, 'End all other sessions');
  const ended = await mine.post('/console/sign-out-others');
  assert.is(ended.location, '/console/session');
  assert.match((await mine.get('/console/session')).text, 'All other sessions have ended.');
  assert.is((await lost.get('/console')).status, 303);
  assert.is((await other.get('/console')).status, 200, 'sessions of others go on');
  service.clock.aheadMs += 10;
  assert.is(
    (await (await signIn(service, auditor)).get('/console')).status,
    200,
    'later sessions are others',
  );
});

test('after too many wrong secrets an address is refused even with the right one, until its limit allows it', async () => {
  const visit = openVisit(service);
  for (let n = 0; n < 31; n++) await visit.post('/console/sign-in', { secret: `wrong ${n}` });
  const blocked = await visit.post('/console/sign-in', { secret: operator });
  assert.is(blocked.status, 429);
  assert.ok(Number(blocked.header('retry-after')) > 0);
  assert.is((await visit.get(ticketUrl())).status, 429);
  const large = 'x'.repeat(300_000);
  const unread = await visit.post('/console/sign-in', { secret: large });
  assert.is(unread.status, 429, 'the limit is asked before the body is read');
  service.clock.aheadMs += 61_000;
  assert.is((await visit.post('/console/sign-in', { secret: operator })).status, 303);
});

test('a body larger than any secret is refused', async () => {
  const answer = await openVisit(service).post('/console/sign-in', { secret: 'x'.repeat(40_000) });
  assert.is(answer.status, 413);
});

test('a link from another site works through an intermediate page, because the cookie is strict', async () => {
  const answer = await openVisit(service).get('/console/deliveries', { 'sec-fetch-site': 'cross-site' });
  assert.is(answer.status, 200);
  assert.match(answer.text, 'http-equiv="refresh" content="0;url=/console/deliveries"');
});

test('pages allow no foreign scripts, no framing and no caching', async () => {
  const { header } = await openVisit(service).get('/console/sign-in');
  assert.match(header('content-security-policy') ?? '', "script-src 'self'; style-src 'self'");
  assert.match(header('content-security-policy') ?? '', "frame-ancestors 'none'");
  assert.is(header('cache-control'), 'no-store');
});

test.run();
