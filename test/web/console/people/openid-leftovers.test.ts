import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { personWithEmail } from '../../../../commands/person/find-person.ts';
import { maxMembers, membership } from '../../../../domain/membership/decider.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { startOpenIdProvider, type TestProvider } from '../../../support/openid/provider.ts';
import {
  begin,
  openAcme,
  openIdPath,
  openIdSettings,
  redirectUri,
  signInWith,
} from '../../../support/openid/sign-in.ts';
import { invite, newMember, testPassword, tokenIn } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit, type PageAnswer, type Visit } from '../../../support/web.ts';

const Acceptance = Type.Object({ type: Type.Literal('AcceptInvitation') });

const test = suite('what a sign-in with an OpenID provider leaves behind');
let service: TestService;
let provider: TestProvider;
test.before(async () => {
  provider = await startOpenIdProvider(redirectUri);
  service = await startService({ settings: openIdSettings(provider.issuer) });
  await openAcme(service);
});
// The limits of an address count in minutes, and all tests have the same address.
test.before.each(() => void (service.clock.aheadMs += 60_000));
test.after(async () => {
  await service.close();
  await provider.close();
});

const signIn = (as: string, options?: Parameters<typeof signInWith>[3]) =>
  signInWith(service, provider, as, options);

const person = (name: string, groups: readonly string[]) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  email_verified: true,
  groups,
});

test('a person whom the account has no place for is not kept', async () => {
  const isKnown = async (email: string) => (await service.admin('GET', `/people/${email}`)).status === 200;
  const { aggregates, now } = service.deps;
  const context = {
    accountId: 'acme',
    actor: { kind: 'system', id: 'test' },
    correlationId: 'x',
    causationId: 'x',
  } as const;
  const { state } = await aggregates.load(membership, streamOf.membership('acme'));
  const at = now().toISOString();
  const ids = Array.from(
    { length: maxMembers - state.members.size - state.invitations.size },
    (_, index) => `filler${index}`,
  );
  const fill = ids.map((personId) => ({ type: 'AddMember', personId, role: 'viewer', at }) as const);
  assert.ok((await aggregates.execute(membership, streamOf.membership('acme'), fill, context)).ok);
  provider.people.set('nia', person('Nia', ['staff']));
  assert.is((await signIn('nia')).answer.status, 403);
  assert.not.ok(await isKnown('nia@example.com'));
  const remove = ids.map((personId) => ({ type: 'RemoveMember', personId, at }) as const);
  await aggregates.execute(membership, streamOf.membership('acme'), remove, context);
  assert.is((await signIn('nia')).answer.status, 200, 'the address is free again');
  assert.ok(await isKnown('nia@example.com'));
});

test('a person who accepts an invitation that ends at that moment is not kept', async () => {
  const invitation = tokenIn(await invite(service, 'acme', 'pia@example.com', 'viewer'));
  const { aggregates } = service.deps;
  const { execute } = aggregates;
  let isWithdrawn = false;
  Object.assign(aggregates, {
    execute: async (...args: Parameters<typeof execute>) => {
      if (!isWithdrawn && args[2].some((each: unknown) => Value.Check(Acceptance, each))) {
        isWithdrawn = true;
        await invite(service, 'acme', 'pia@example.com', 'viewer');
      }
      return execute(...args);
    },
  });
  provider.people.set('pia', person('Pia', []));
  const path = `${openIdPath}?invitation=${encodeURIComponent(invitation)}`;
  const { answer } = await signIn('pia', { path });
  Object.assign(aggregates, { execute });
  assert.ok(isWithdrawn);
  assert.is(answer.status, 410);
  assert.is((await service.admin('GET', '/people/pia@example.com')).status, 404);
});

/** Opens the answer of the provider as browsers do: a request from another site has no strict cookie. */
async function answerFromElsewhere(visit: Visit, url: string): Promise<PageAnswer> {
  const lax = [...visit.cookies].filter(([name]) => name.endsWith('authorization'));
  return visit.get(url, { cookie: lax.map(([name, value]) => `${name}=${value}`).join('; ') });
}

test('a sign-in with the provider ends the session that the browser had', async () => {
  const email = 'quin@example.com';
  const visit = await newMember(service, 'acme', { email, role: 'viewer' });
  const sessionsOf = async () => (await personWithEmail(service.deps, email))?.sessions.size;
  assert.is(await sessionsOf(), 1);
  const invitation = tokenIn(
    await invite(service, (await service.newAccount()).accountId, 'x@example.com', 'viewer'),
  );
  provider.people.set('rita', person('Rita', []));
  provider.meet({ as: 'rita' });
  const path = `${openIdPath}?invitation=${encodeURIComponent(invitation)}`;
  const url = await provider.answer(await begin(visit, path));
  assert.is((await answerFromElsewhere(visit, url)).status, 200);
  assert.match((await visit.get('/console/you')).text, 'rita@example.com');
  assert.is(await sessionsOf(), 0);
});

test('a session of a person who was erased meanwhile does not keep the browser from the provider', async () => {
  const email = 'ugo@example.com';
  const visit = await newMember(service, 'acme', { email, role: 'viewer' });
  const invitation = tokenIn(await invite(service, 'acme', 'y@example.com', 'viewer'));
  provider.people.set('vera', person('Vera', []));
  provider.meet({ as: 'vera' });
  const path = `${openIdPath}?invitation=${encodeURIComponent(invitation)}`;
  const url = await provider.answer(await begin(visit, path));
  const personId = String((await service.admin('GET', `/people/${email}`)).at('id'));
  await service.admin('POST', `/people/${personId}/erase`);
  await service.log.eraseStream(streamOf.person(personId));
  const answer = await answerFromElsewhere(visit, url);
  assert.is(answer.status, 200, answer.text);
  assert.match((await visit.get('/console/you')).text, 'vera@example.com');
});

test('a sign-in with the provider is over once the browser has signed in another way', async () => {
  const email = 'sue@example.com';
  await newMember(service, 'acme', { email, role: 'viewer' });
  const visit = openVisit(service);
  provider.people.set('sue', person('Susan', ['staff']));
  provider.meet({ as: 'sue' });
  const url = await provider.answer(await begin(visit));
  await visit.post('/console/sign-in', { email, password: testPassword });
  assert.is((await answerFromElsewhere(visit, url)).status, 410);
  assert.match((await visit.get('/console/you')).text, email);
});

test('a sign-in with the provider is over once the browser has signed in with a token or a key', async () => {
  const { key } = await service.newAccount();
  for (const secret of [service.operatorTokens[0] ?? '', key]) {
    const visit = openVisit(service);
    provider.people.set('wim', person('Wim', ['staff']));
    provider.meet({ as: 'wim' });
    const url = await provider.answer(await begin(visit));
    await visit.post('/console/sign-in', { secret });
    assert.is((await answerFromElsewhere(visit, url)).status, 410);
    assert.not.match((await visit.get('/console/session')).text, 'Wim');
  }
});

test('a person whose account was closed is not kept', async () => {
  await service.admin('POST', '/accounts/acme/close', { body: { name: 'Acme' } });
  provider.people.set('tim', person('Tim', ['staff']));
  assert.is((await signIn('tim')).answer.status, 403);
  assert.is((await service.admin('GET', '/people/tim@example.com')).status, 404);
});

test.run();
