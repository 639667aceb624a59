import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setPassword } from '../../../../commands/person/change-person.ts';
import { personWithEmail } from '../../../../commands/person/find-person.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { invitationPath, invite, newMember, testPassword, tokenIn } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit } from '../../../support/web.ts';

const test = suite('sessions of people');
let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

test('a session of a removed member does not enter the account again with a later invitation', async () => {
  const { accountId } = await service.newAccount();
  await newMember(service, accountId, { email: 'olga@example.com', role: 'owner' });
  const email = 'ada@example.com';
  const old = await newMember(service, accountId, { email, role: 'editor' });
  const id = String((await service.admin('GET', `/people/${email}`)).at('id'));
  await service.admin('DELETE', `/accounts/${accountId}/members/${id}`);
  assert.is((await old.get('/console')).status, 303);
  const link = tokenIn(await invite(service, accountId, email, 'viewer'));
  const fresh = openVisit(service);
  const joined = await fresh.post(invitationPath, { link, as: 'known', email, password: testPassword });
  assert.is(joined.status, 303, joined.text);
  assert.is((await fresh.get('/console')).status, 200);
  assert.match((await old.get('/console')).location ?? '', '/console/sign-in');
});

test('a sign-in with a password that is changed at that moment begins no session', async () => {
  const { accountId } = await service.newAccount();
  const email = 'grace@example.com';
  await newMember(service, accountId, { email, role: 'owner' });
  const { deps } = service;
  const { aggregates } = deps;
  const person = await personWithEmail(deps, email);
  if (!person) throw new Error('the person does not exist');
  const by = {
    accountId,
    actor: { kind: 'member', id: person.personId },
    correlationId: 'x',
    causationId: 'x',
  } as const;
  const { execute } = aggregates;
  let isChanged = false;
  // Between the comparison of the password and the beginning of the session.
  Object.assign(aggregates, {
    execute: async (...args: Parameters<typeof execute>) => {
      if (!isChanged && args[1] === streamOf.person(person.personId)) {
        isChanged = true;
        const set = await setPassword(
          deps,
          person,
          { password: 'quite another word', keptSessionId: null },
          by,
        );
        assert.ok(set.ok);
      }
      return execute(...args);
    },
  });
  const visit = openVisit(service);
  const answer = await visit.post('/console/sign-in', { email, password: testPassword });
  Object.assign(aggregates, { execute });
  assert.ok(isChanged);
  assert.is(answer.status, 409, answer.text);
  assert.match((await visit.get('/console')).location ?? '', '/console/sign-in');
});

test('a member who ends all other sessions keeps the present one, which the page about the person lists', async () => {
  const { accountId } = await service.newAccount();
  const email = 'lea@example.com';
  const visit = await newMember(service, accountId, { email, role: 'owner' });
  const elsewhere = openVisit(service);
  await elsewhere.post('/console/sign-in', { email, password: testPassword });
  const ended = await visit.post('/console/sign-out-others');
  assert.equal([ended.status, ended.location], [303, '/console/you'], ended.text);
  assert.match((await visit.get('/console/you')).text, 'this one');
  assert.is((await elsewhere.get('/console')).status, 303);
  const later = openVisit(service);
  assert.is((await later.post('/console/sign-in', { email, password: testPassword })).status, 303);
  assert.is((await later.get('/console')).status, 200);
});

/** The open sessions of a person: the proof, its method and the end of each. */
async function openSessions(email: string) {
  const person = await personWithEmail(service.deps, email);
  return [...(person?.sessions ?? [])].map(([, { provedAt, method, until }]) => ({
    provedAt,
    method,
    until,
  }));
}

test('entering an account is no proof: the session lasts no longer for it, and there is one as before', async () => {
  const [one, other] = [await service.newAccount(), await service.newAccount()];
  const email = 'ida@example.com';
  const visit = await newMember(service, one.accountId, { email, role: 'owner' });
  const begun = await openSessions(email);
  assert.is(begun.length, 1);
  service.clock.aheadMs += 660_000;
  const link = tokenIn(await invite(service, other.accountId, email, 'viewer'));
  await visit.get(`${invitationPath}?link=${encodeURIComponent(link)}`);
  const joined = await visit.post(invitationPath, { link, as: 'visitor' });
  assert.is(joined.status, 303, joined.text);
  assert.match((await visit.get('/console')).text, 'Viewer');
  assert.equal(await openSessions(email), begun);
  const earlier = openVisit(service, Object.fromEntries(visit.cookies));
  assert.is((await earlier.get('/console')).status, 200);
  const entered = await visit.post('/console/you/enter', { account: one.accountId });
  assert.is(entered.location, '/console', entered.text);
  assert.match((await visit.get('/console')).text, 'Owner');
  assert.equal(await openSessions(email), begun);
  assert.is((await earlier.get('/console')).status, 303, 'the session goes on under the other id alone');
  service.clock.aheadMs -= 660_000;
});

test.run();
