import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { personWithId } from '../../../../commands/person/find-person.ts';
import { membership } from '../../../../domain/membership/decider.ts';
import { person } from '../../../../domain/person/decider.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { openAggregates } from '../../../../log/aggregates.ts';
import { openSessions } from '../../../../web/console/session/sessions.ts';
import { newMember, testPassword } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit, signIn } from '../../../support/web.ts';

const test = suite('erasure of people');
let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const erasePath = '/console/you/erase';

const idOf = async (email: string) =>
  String((await service.admin('GET', `/people/${encodeURIComponent(email)}`)).at('id'));

const signInAs = (email: string) =>
  openVisit(service).post('/console/sign-in', { email, password: testPassword });

/** A viewer who has no password, as people of an identity provider have none, in a browser. */
async function signedInWithoutPassword(accountId: string, email: string) {
  const { aggregates, now } = service.deps;
  const personId = randomUUID();
  const [at, until] = [now().toISOString(), new Date(now().getTime() + 3_600_000).toISOString()];
  const actor = { kind: 'member', id: personId } as const;
  const context = { accountId, actor, correlationId: 'test', causationId: 'test' };
  const session = openSessions(service.deps).newSession({ kind: 'member', id: personId, accountId });
  const device = { name: 'A program', network: '127.0.0.1' };
  await aggregates.execute(
    person,
    streamOf.person(personId),
    [
      { type: 'RegisterPerson', personId, name: 'Grace', email, at },
      { type: 'JoinAccount', accountId, at },
      {
        type: 'BeginSession',
        provesSecondFactor: false,
        sessionId: session.id,
        method: 'password',
        device,
        until,
        passwordVersion: 0,
        at,
      },
    ],
    context,
  );
  const add = { type: 'AddMember', personId, role: 'viewer', at } as const;
  await aggregates.execute(membership, streamOf.membership(accountId), [add], context);
  const cookie = encodeURIComponent(openSessions(service.deps).cookieOf(session));
  const visit = openVisit(service, { '__Host-formlog_session': cookie });
  await visit.get('/console/you');
  return visit;
}

test('a person erases themselves with the password; every session ends, in every process, and the address is free', async () => {
  const { accountId } = await service.newAccount();
  const owner = await newMember(service, accountId, {
    email: 'olga@example.com',
    role: 'owner',
    name: 'Olga',
  });
  const email = 'ada@example.com';
  const ada = await newMember(service, accountId, { email, role: 'editor', name: 'Ada L.' });
  const elsewhere = openVisit(service);
  await elsewhere.post('/console/sign-in', { email, password: testPassword });
  const formId = await service.newForm(accountId);
  await service.settled();
  await ada.get(`/console/forms/${formId}`);
  assert.is((await ada.post(`/console/forms/${formId}/status`, { status: 'closed' })).status, 303);
  const personId = await idOf(email);
  // Another process, which keeps the person in memory.
  const other = openAggregates(service.log);
  assert.ok(await personWithId({ aggregates: other }, personId));

  assert.match((await ada.get('/console/you')).text, erasePath);
  assert.match((await ada.get(erasePath)).text, 'cannot be undone');
  const refused = await ada.post(erasePath, { password: 'another password' });
  assert.is(refused.status, 403);
  assert.match(refused.text, 'This is not your password');
  assert.is((await ada.get('/console')).status, 200);
  const erased = await ada.post(erasePath, { password: testPassword });
  assert.equal([erased.status, erased.location], [303, '/console/sign-in'], erased.text);
  assert.match((await ada.get('/console/sign-in')).text, 'your data is being erased');

  assert.is((await elsewhere.get('/console')).location?.startsWith('/console/sign-in'), true);
  assert.is(await personWithId({ aggregates: other }, personId), null);
  assert.is((await signInAs(email)).status, 401);
  const members = await owner.get(`/console/accounts/${accountId}/members`);
  assert.not.match(members.text, 'Ada L.');
  const listed = await service.admin('GET', `/accounts/${accountId}/members`);
  assert.is(listed.at('count'), 1);

  const again = await newMember(service, accountId, { email, role: 'viewer', name: 'Ada again' });
  assert.match((await again.get('/console')).text, 'Ada again');
  await service.log.eraseStream(streamOf.person(personId));
  await service.settled();
  const history = await owner.get(`/console/history/form/${formId}`);
  assert.match(history.text, 'A person who was erased');
  assert.not.match(history.text, 'Ada L.');
});

test('a session of a person who was erased does not keep the browser from another sign-in', async () => {
  const { accountId } = await service.newAccount();
  await newMember(service, accountId, { email: 'other@example.com', role: 'owner' });
  const email = 'gone@example.com';
  const left = await newMember(service, accountId, { email, role: 'viewer' });
  const personId = await idOf(email);
  await service.admin('POST', `/people/${personId}/erase`);
  await service.log.eraseStream(streamOf.person(personId));
  const asPerson = await left.post('/console/sign-in', {
    email: 'other@example.com',
    password: testPassword,
  });
  assert.is(asPerson.status, 303, asPerson.text);
  assert.match((await left.get('/console/you')).text, 'other@example.com');
});

test('a person without a password is erased soon after the sign-in alone', async () => {
  const { accountId } = await service.newAccount();
  await newMember(service, accountId, { email: 'stays@example.com', role: 'owner' });
  const visit = await signedInWithoutPassword(accountId, 'grace@example.com');
  assert.not.match((await visit.get(erasePath)).text, 'type="password"');
  service.clock.aheadMs += 660_000;
  const late = await visit.post(erasePath, { email: 'grace@example.com' });
  assert.is(late.status, 403);
  assert.match(late.text, 'You signed in more than ten minutes ago.');
  service.clock.aheadMs -= 660_000;
  assert.is((await visit.post(erasePath)).status, 303);
});

test('the only owner of an account is refused, with its name, until another is owner or it is closed', async () => {
  const one = await service.newAccount('business', 'Lovelace Ltd');
  const two = await service.newAccount('business', 'Engines & Co');
  const email = 'only@example.com';
  const visit = await newMember(service, one.accountId, { email, role: 'owner' });
  const personId = await idOf(email);
  const refused = await service.admin('POST', `/people/${personId}/erase`);
  assert.equal([refused.status, refused.at('error.code')], [409, 'last_owner']);
  assert.equal(refused.at('error.details'), { accounts: [one.accountId] });
  assert.match((await visit.get(erasePath)).text, 'Lovelace Ltd');
  const posted = await visit.post(erasePath, { password: testPassword });
  assert.is(posted.status, 409);
  assert.match(posted.text, 'Lovelace Ltd');
  assert.not.match(posted.text, 'Engines');
  assert.is((await visit.get('/console')).status, 200);

  await newMember(service, two.accountId, { email: 'second@example.com', role: 'owner' });
  await service.admin('POST', `/accounts/${one.accountId}/close`, { body: { name: 'Lovelace Ltd' } });
  const erased = await service.admin('POST', `/people/${personId}/erase`);
  assert.equal([erased.status, erased.at('status')], [200, 'erasing'], erased.text);
  const again = await service.admin('POST', `/people/${personId}/erase`);
  assert.equal([again.status, again.at('requested_at')], [200, erased.at('requested_at')]);
});

test('an operator erases a person on a page that asks for the address; auditors only look', async () => {
  const { accountId } = await service.newAccount();
  await newMember(service, accountId, { email: 'keeps@example.com', role: 'owner' });
  const email = 'leaves@example.com';
  await newMember(service, accountId, { email, role: 'viewer', name: 'Lea' });
  const personId = await idOf(email);
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  const path = `/console/people/${personId}/erase`;
  assert.match((await operator.get(`/console/accounts/${accountId}/members`)).text, path);
  assert.match((await operator.get(path)).text, 'Erase Lea?');
  const refused = await operator.post(path, { email: 'leave@example.com' });
  assert.is(refused.status, 422);
  assert.match(refused.text, 'That is not the address of the person');
  const [, auditor = ''] = service.operatorTokens;
  const reader = await signIn(service, auditor);
  assert.is((await reader.get(path)).status, 403);
  const erased = await operator.post(path, { email });
  const progress = `/console/people/${personId}/erasure`;
  assert.equal([erased.status, erased.location], [303, progress], erased.text);
  await service.settled();
  assert.match((await reader.get(progress)).text, 'erasing');
  assert.is((await operator.get(path)).location, progress);
  assert.is((await operator.get('/console/people/none/erase')).status, 404);
  assert.is((await operator.get('/console/people/none/erasure')).location, '/console/people/none/erase');
  service.clock.aheadMs = 2 * 3_600_000;
  try {
    const again = await signIn(service, service.operatorTokens[0] ?? '');
    const overview = await again.get('/console');
    assert.match(overview.text, 'The erasure of a person waits');
    assert.match(overview.text, progress);
  } finally {
    service.clock.aheadMs = 0;
  }
});

test('a person is found by the id and by the address, with the accounts', async () => {
  const { accountId } = await service.newAccount();
  await newMember(service, accountId, { email: 'found@example.com', role: 'editor', name: 'Fay' });
  for (const by of ['Found@Example.com', await idOf('found@example.com')]) {
    const found = await service.admin('GET', `/people/${encodeURIComponent(by)}`);
    assert.is(found.at('name'), 'Fay', found.text);
    assert.equal(found.at('accounts'), [{ id: accountId, role: 'editor' }]);
  }
  for (const by of ['nobody@example.com', 'nonsense'])
    assert.is((await service.admin('GET', `/people/${by}`)).status, 404);
});

test.run();
