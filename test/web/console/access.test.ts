import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { roles, scopesOf } from '../../../domain/membership/roles.ts';
import { destinationOf, endedDelivery } from '../../support/ended-deliveries.ts';
import { adminBase } from '../../support/injected-requests.ts';
import { newMember, newMemberIds } from '../../support/people.ts';
import { smallPicture } from '../../support/pictures.ts';
import { routesIn } from '../../support/routes.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, signIn, type Visit } from '../../support/web.ts';

const test = suite('permissions in the console');
let service: TestService;
let owner: Awaited<ReturnType<TestService['newAccount']>>;
/** Every route of the console but those of the sign-in and of the sign-out, from the router. */
let routes: readonly { readonly method: 'GET' | 'POST'; readonly path: string }[];
/** The ids of things of the owner, by the room that they are in. */
let ids: Readonly<Record<string, string>>;
/** The name of the form's question on the page of its answers. */
let question: string;

test.before(async () => {
  service = await startService();
  owner = await service.newAccount();
  const { accountId, keyId, api } = owner;
  const formId = await service.newForm(accountId);
  const made = await api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Private' } } });
  const destinationId = await destinationOf(service, accountId);
  const deliveryId = await endedDelivery(service, { accountId, destinationId, end: 'failed' });
  const recovery = await api('POST', '/recoveries', { body: { since: '2020-01-01T00:00:00Z' } });
  await service.settled();
  question = `short_text-${String((await service.admin('GET', `/forms/${formId}`)).at('fields.0.id'))}`;
  const [submissionId, recoveryId] = [String(made.at('id')), String(recovery.at('id'))];
  const { person } = await newMemberIds(service, accountId);
  const picture = await service.inject({
    method: 'POST',
    url: `${adminBase}/accounts/${accountId}/pictures`,
    headers: { authorization: `Bearer ${service.operatorTokens[0] ?? ''}` },
    payload: smallPicture('png'),
  });
  const logo = { picture_id: String(picture.at('id')) };
  await service.admin('PATCH', `/forms/${formId}`, { body: { look: { logo } } });
  ids = {
    forms: formId,
    submissions: submissionId,
    destinations: destinationId,
    deliveries: deliveryId,
    recoveries: recoveryId,
    accounts: accountId,
    people: person,
    keys: keyId,
    projections: 'forms',
    picture: logo.picture_id,
    log: `form-${formId}`,
    form: formId,
    submission: submissionId,
    destination: destinationId,
    delivery: deliveryId,
    account: accountId,
  };
  const listed = service.app.printRoutes({ commonPrefix: false, includeHooks: false });
  const known = routesIn(listed).filter(({ path }) => path.startsWith('/console') && !path.includes('sign-'));
  // The router knows the methods that are refused, too.
  const answers = await Promise.all(known.map((route) => ask(openVisit(service), route)));
  routes = known.filter((_, index) => answers[index]?.status !== 405);
});
test.after(() => service.close());

/** The address of a route about a thing of the owner. */
const addressOf = (path: string): string =>
  path
    .replace(
      /\/([\w-]+)\/:(id|stream)/,
      (_, room: string) => `/${room}/${encodeURIComponent(ids[room] ?? 'none')}`,
    )
    .replace(':revision', '0')
    .replace(':picture', ids['picture'] ?? 'none')
    .replace(/chosen$/, `chosen?id=${ids['submissions'] ?? ''}&format=csv`)
    .replace(/chart\.svg$/, `chart.svg?only=${question}`);

/** The choice of columns is kept in the browser of the person alone. */
const columns = '/console/submissions/columns';

const isThing = (path: string): boolean => path.includes('/:');
const ask = (visit: Visit, { method, path }: { method: 'GET' | 'POST'; path: string }) =>
  method === 'GET' ? visit.get(addressOf(path)) : visit.post(addressOf(path));

test('the routes of the console are found', () => {
  assert.ok(routes.length > 50, String(routes.length));
  for (const path of ['/console/forms/:id', '/console/history/delivery/:id', '/console/accounts/:id/keys'])
    assert.ok(
      routes.some((route) => route.path === path),
      path,
    );
});

test('without a session every page asks to sign in, and every change is refused', async () => {
  for (const route of routes) {
    const answer = await ask(openVisit(service), route);
    assert.is(answer.status, 303, `${route.method} ${route.path}`);
    assert.match(answer.location ?? '', '/console/sign-in');
  }
});

test('every operator sees every page', async () => {
  for (const token of service.operatorTokens) {
    const visit = await signIn(service, token);
    for (const route of routes.filter(
      ({ method, path }) => method === 'GET' && !/\/(pings|skip)\b/.test(path),
    )) {
      const { status, text } = await ask(visit, route);
      const isChangePage = /\/(edit|new|secret|remove|template|replay|cancel|close|erase)$/.test(route.path);
      assert.ok(
        status < 400 || (isChangePage && status === 403),
        `${route.path}: ${status} ${text.slice(0, 300)}`,
      );
    }
  }
});

test('an auditor changes nothing', async () => {
  const [, token = ''] = service.operatorTokens;
  const visit = await signIn(service, token);
  for (const route of routes.filter(({ method, path }) => method === 'POST' && path !== columns))
    assert.is((await ask(visit, route)).status, 403, route.path);
});

test('no change is made without the token of the session', async () => {
  const visit = await signIn(service, service.operatorTokens[0] ?? '');
  for (const { path } of routes.filter(({ method }) => method === 'POST')) {
    const { status } = await visit.post(addressOf(path), { _token: 'forged' });
    // A body that lacks its fields is refused before.
    assert.ok([400, 403].includes(status), `${path}: ${status}`);
  }
});

test('a resource of another account is answered as an unknown one, on every page and for every change', async () => {
  const stranger = await signIn(service, (await service.newAccount()).key);
  for (const route of routes.filter(({ path }) => isThing(path))) {
    const { status, text } = await ask(stranger, route);
    assert.ok([400, 403, 404].includes(status), `${route.method} ${route.path}: ${status}`);
    assert.not.match(text, 'Private', route.path);
  }
});

test('a member gets the pages and the refusals of a key with the scopes of the role', async () => {
  const { accountId } = owner;
  // A key is no person, and has no page about one.
  const isCompared = ({ path }: (typeof routes)[number]) => !/^\/console\/(?:you|session)\b/.test(path);
  for (const role of roles) {
    const body = { name: role, scopes: scopesOf[role] };
    const issued = await service.admin('POST', `/accounts/${accountId}/keys`, { body });
    const key = await signIn(service, String(issued.at('key')));
    const member = await newMember(service, accountId, { email: `${role}@example.com`, role });
    for (const route of routes.filter(isCompared)) {
      const [expected, actual] = [await ask(key, route), await ask(member, route)];
      // Some changes succeed only once.
      assert.is(actual.status === 403, expected.status === 403, `${role} ${route.method} ${route.path}`);
      if (role === 'viewer' && route.method === 'POST' && route.path !== columns)
        assert.is(actual.status, 403, route.path);
    }
  }
});

test('pages and changes of the service are for operators, whatever the role', async () => {
  const member = await newMember(service, owner.accountId, {
    email: 'other-owner@example.com',
    role: 'owner',
  });
  for (const route of routes.filter(({ path }) => /^\/console\/(?:projections|history$|log)/.test(path)))
    assert.is((await ask(member, route)).status, 403, `${route.method} ${route.path}`);
});

test('lists of another account stay closed, whatever account is named', async () => {
  const stranger = await signIn(service, (await service.newAccount()).key);
  for (const { path } of routes.filter(({ method, path: one }) => method === 'GET' && !isThing(one))) {
    const { text } = await stranger.get(`${path}?account=${owner.accountId}`);
    for (const id of Object.values(ids).filter((one) => one.length > 15))
      assert.not.match(text, new RegExp(`(?<!form-)${id}(?!")`), path);
  }
});

test.run();
