import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLinks } from '../../../../api/auth/links.ts';
import { openTickets } from '../../../../api/auth/tickets.ts';
import { openAccountPath } from '../../../../api/requests/invite-to-sign-up.ts';
import { personWithEmail } from '../../../../commands/person/find-person.ts';
import { linkIdentity } from '../../../../commands/person/link-identity.ts';
import { newCodeSecret } from '../../../../commands/person/one-time-codes.ts';
import { signUpRightOf } from '../../../../commands/person/sign-up.ts';
import { person as personDecider } from '../../../../domain/person/decider.ts';
import type { ExistingPerson } from '../../../../domain/person/state.ts';
import { choosePasswordPath } from '../../../../web/console/people/choose-password.tsx';
import { passkeysPath } from '../../../../web/console/people/passkey-forms.tsx';
import { codePath } from '../../../../web/console/session/complete-sign-in.ts';
import { passkeySignInPath } from '../../../../web/console/session/passkey-form.tsx';
import { startOpenIdProvider, type TestProvider } from '../../../support/openid/provider.ts';
import {
  openAcme,
  openIdPath,
  openIdSettings,
  redirectUri,
  signInWith,
} from '../../../support/openid/sign-in.ts';
import { invitationPath, invite, newMember, testPassword, tokenIn } from '../../../support/people.ts';
import { turnOn } from '../../../support/second-factor.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { type SoftPasskey, softPasskey } from '../../../support/soft-passkey.ts';
import { openVisit, origin, type PageAnswer, type Visit } from '../../../support/web.ts';

const test = suite('every way to sign in');
let service: TestService;
let provider: TestProvider;
let number = 0;
test.before(async () => {
  provider = await startOpenIdProvider(redirectUri);
  service = await startService({
    settings: { ...openIdSettings(provider.issuer), SIGN_UP: 'invitation', SIGN_UP_PLAN: 'free' },
  });
  await openAcme(service);
});
// The limits of an address count in minutes, and all tests have the same address.
test.before.each(() => void (service.clock.aheadMs += 60_000));
test.after(async () => {
  await service.close();
  await provider.close();
});

const Beginning = Type.Object({ type: Type.Literal('BeginSession') });

/** A member of the account, in a browser of their own, with a passkey and an identity. */
interface Known {
  readonly email: string;
  readonly own: Visit;
  readonly passkey: SoftPasskey;
}

interface Way {
  readonly name: string;
  readonly provesBothFactors?: true;
  /** Signs in another browser, up to the code if there is one. */
  readonly enter: (visit: Visit, known: Known) => Promise<PageAnswer>;
}

const issue = (right: Parameters<ReturnType<typeof openLinks>['issue']>[0]) =>
  openLinks(service.deps.sessionKeys, service.deps.now).issue(right);

async function personOf(email: string): Promise<ExistingPerson> {
  const found = await personWithEmail(service.deps, email);
  if (!found) throw new Error(`no person ${email}`);
  return found;
}

/** An invitation of the person to another account. */
async function linkOf(email: string): Promise<string> {
  const { accountId } = await service.newAccount();
  return tokenIn(await invite(service, accountId, email, 'viewer'));
}

async function throughProvider(visit: Visit, { email }: Known, path = openIdPath) {
  provider.people.set(email, { name: email, email, email_verified: true, groups: ['staff'] });
  return (await signInWith(service, provider, email, { visit, path })).answer;
}

const ways: readonly Way[] = [
  {
    name: 'the password',
    enter: (visit, { email }) => visit.post('/console/sign-in', { email, password: testPassword }),
  },
  {
    name: 'a ticket',
    async enter(visit, { email }) {
      const { sessionKeys, now } = service.deps;
      const { personId: id } = await personOf(email);
      const { ticket } = openTickets(sessionKeys, now).issue({ kind: 'person', id });
      return visit.get(`/console/sign-in?ticket=${ticket}`);
    },
  },
  {
    name: 'a link to choose another password',
    async enter(visit, { email }) {
      const { personId, passwordVersion: version } = await personOf(email);
      const link = issue({ kind: 'password', personId, version, address: email });
      return visit.post(choosePasswordPath, { link, password: 'quite another word' });
    },
  },
  {
    name: 'an invitation, as a person who signs in here',
    async enter(visit, { email }) {
      const link = await linkOf(email);
      return visit.post(invitationPath, { link, as: 'known', email, password: testPassword });
    },
  },
  {
    name: 'a passkey',
    provesBothFactors: true,
    async enter(visit, { passkey }) {
      const options = await visit.post(`${passkeySignInPath}/options`);
      return visit.post(passkeySignInPath, { credential: passkey.get(options.text) });
    },
  },
  { name: 'the provider', provesBothFactors: true, enter: throughProvider },
  {
    name: 'an invitation, with the provider',
    provesBothFactors: true,
    async enter(visit, known) {
      const link = await linkOf(known.email);
      return throughProvider(visit, known, `${openIdPath}?invitation=${encodeURIComponent(link)}`);
    },
  },
];

/** Ways in which a person comes to be: only another browser could turn on a second factor meanwhile. */
const newPeople: readonly Way[] = [
  {
    name: 'an invitation, as somebody new',
    async enter(visit) {
      const link = await linkOf(`new${++number}@example.com`);
      return visit.post(invitationPath, { link, as: 'new', name: 'Nina', password: testPassword });
    },
  },
  {
    name: 'a sign-up',
    async enter(visit) {
      const right = await signUpRightOf(service.deps, `new${++number}@example.com`);
      const link = issue({ kind: 'sign-up', invited: true, ...right });
      return visit.post(openAccountPath, { link, name: 'Nina', account: 'Engines', password: testPassword });
    },
  },
];

async function memberWithAll(): Promise<Known> {
  const email = `person${++number}@example.com`;
  const own = await newMember(service, 'acme', { email, role: 'viewer' });
  const passkey = softPasskey(origin);
  const options = await own.post(`${passkeysPath}/options`, { name: 'Laptop', password: testPassword });
  await own.post(passkeysPath, { name: 'Laptop', credential: passkey.create(options.text) });
  const { personId } = await personOf(email);
  const identity = { issuer: provider.issuer, subject: email };
  const context = {
    accountId: 'acme',
    actor: { kind: 'member', id: personId },
    correlationId: 'x',
    causationId: 'x',
  } as const;
  const linked = await linkIdentity(service.deps, personId, identity, context);
  assert.ok(linked.ok);
  return { email, own, passkey };
}

async function assertAskedForCode(visit: Visit, answer: PageAnswer, name: string): Promise<void> {
  assert.equal([answer.status, answer.location], [303, codePath], `${name}: ${answer.text}`);
  assert.is((await visit.get('/console/you')).status, 303, `${name} begins no session`);
  assert.match((await visit.get(codePath)).text, 'one-time-code', name);
}

for (const { name, provesBothFactors, enter } of ways)
  test(`${name} ${provesBothFactors ? 'stands for' : 'asks for'} the second factor`, async () => {
    const person = await memberWithAll();
    const without = openVisit(service);
    const begun = await enter(without, person);
    assert.ok([200, 303].includes(begun.status), begun.text);
    assert.is((await without.get('/console/you')).status, 200, 'without a second factor');

    const other = await memberWithAll();
    await turnOn(service, other.own);
    const visit = openVisit(service);
    const answer = await enter(visit, other);
    if (!provesBothFactors) return assertAskedForCode(visit, answer, name);
    assert.is((await visit.get('/console/you')).status, 200, answer.text);
  });

/** Turns on a second factor of each person right before their session begins. */
async function whileTurningOn(run: () => Promise<void>): Promise<void> {
  const { aggregates, secrets } = service.deps;
  const { execute } = aggregates;
  let isOn = false;
  Object.assign(aggregates, {
    execute: async (...args: Parameters<typeof execute>) => {
      const [, stream, commands, context] = args;
      const isBeginning = commands.some((each: unknown) => Value.Check(Beginning, each));
      if (isBeginning && !isOn) {
        isOn = true;
        const secret = secrets.seal(await newCodeSecret(), stream);
        const at = service.deps.now().toISOString();
        const on = { type: 'EnableSecondFactor', secret, recoveryHashes: [], step: 1, at } as const;
        assert.ok((await execute(personDecider, stream, [on], context)).ok);
      }
      return execute(...args);
    },
  });
  await run().finally(() => Object.assign(aggregates, { execute }));
  assert.ok(isOn);
}

for (const { name, provesBothFactors, enter } of [...ways, ...newPeople])
  if (!provesBothFactors)
    test(`${name} asks for a second factor that was turned on meanwhile`, async () => {
      const person = await memberWithAll();
      const visit = openVisit(service);
      await whileTurningOn(async () => {
        const answer = await enter(visit, person);
        await assertAskedForCode(visit, answer, name);
      });
    });

test.run();
