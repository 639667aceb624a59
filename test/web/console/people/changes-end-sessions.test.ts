import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { executeOnPerson } from '../../../../commands/person/change-person.ts';
import { personWithEmail } from '../../../../commands/person/find-person.ts';
import { linkIdentity, unlinkIdentity } from '../../../../commands/person/link-identity.ts';
import { passkeysPath } from '../../../../web/console/people/passkey-forms.tsx';
import { secondFactorPath } from '../../../../web/console/people/second-factor-forms.tsx';
import { newMember, testPassword } from '../../../support/people.ts';
import { turnOn } from '../../../support/second-factor.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { softPasskey } from '../../../support/soft-passkey.ts';
import { openVisit, origin, type Visit } from '../../../support/web.ts';

const test = suite('a change of how a person signs in ends the other sessions');
let service: TestService;
let accountId: string;
let number = 0;
test.before(async () => {
  service = await startService();
  accountId = (await service.newAccount()).accountId;
  await newMember(service, accountId, { email: 'owner@example.com', role: 'owner' });
});
// The limits of an address count in minutes, and all tests have the same address.
test.before.each(() => void (service.clock.aheadMs += 60_000));
test.after(() => service.close());

interface Change {
  readonly name: string;
  /** Prepares the change. @returns a function that makes it */
  readonly prepare: (own: Visit, email: string) => Promise<() => Promise<unknown>>;
  /** Whether an operator makes it, who has none of the sessions. */
  readonly isOperators?: true;
}

async function personOf(email: string) {
  const found = await personWithEmail(service.deps, email);
  if (!found) throw new Error(`no person ${email}`);
  return found;
}

const changes: readonly Change[] = [
  {
    name: 'another password',
    prepare: (own) =>
      Promise.resolve(() =>
        own.post('/console/you/password', { present: testPassword, password: 'quite another word' }),
      ),
  },
  {
    name: 'another address',
    prepare: (own, email) =>
      Promise.resolve(() =>
        own.post('/console/you/email', { email: `new.${email}`, password: testPassword }),
      ),
  },
  { name: 'a second factor', prepare: (own) => Promise.resolve(() => turnOn(service, own)) },
  {
    name: 'no second factor any more',
    async prepare(own) {
      const { codes } = await turnOn(service, own);
      return () => own.post(`${secondFactorPath}/off`, { password: testPassword, code: codes[0] ?? '' });
    },
  },
  {
    name: 'the reset of a second factor',
    isOperators: true,
    async prepare(own, email) {
      await turnOn(service, own);
      const { personId } = await personOf(email);
      return () => service.admin('DELETE', `/accounts/${accountId}/members/${personId}/second-factor`);
    },
  },
  {
    name: 'a passkey less',
    async prepare(own) {
      const options = await own.post(`${passkeysPath}/options`, { name: 'Laptop', password: testPassword });
      await own.post(passkeysPath, { name: 'Laptop', credential: softPasskey(origin).create(options.text) });
      const [, url = ''] = /href="([^"]+\/remove)"/.exec((await own.get(passkeysPath)).text) ?? [];
      return () => own.post(url);
    },
  },
  {
    name: 'an account of a provider less',
    async prepare(_, email) {
      const { personId, sessions } = await personOf(email);
      const identity = { issuer: 'https://id.example', subject: email };
      const actor = { kind: 'member', id: personId } as const;
      const context = { accountId, actor, correlationId: 'x', causationId: 'x' };
      assert.ok((await linkIdentity(service.deps, personId, identity, context)).ok);
      const [keptSessionId = ''] = sessions.keys();
      return () => unlinkIdentity(service.deps, personId, { identity, keptSessionId }, context);
    },
  },
];

for (const { name, prepare, isOperators } of changes)
  test(name, async () => {
    const email = `person${++number}@example.com`;
    const own = await newMember(service, accountId, { email, role: 'viewer' });
    const make = await prepare(own, email);
    const other = openVisit(service, Object.fromEntries(own.cookies));
    const person = await personOf(email);
    const at = service.deps.now().toISOString();
    const until = new Date(Date.parse(at) + 3_600_000).toISOString();
    const device = { name: 'Firefox on Linux', network: '192.0.2.7' };
    const begin = {
      type: 'BeginSession',
      sessionId: 'elsewhere',
      method: 'password',
      device,
      until,
    } as const;
    const proved = { passwordVersion: person.passwordVersion, provesSecondFactor: true, at };
    const actor = { kind: 'member', id: person.personId } as const;
    const context = { accountId, actor, correlationId: 'x', causationId: 'x' };
    const begun = await executeOnPerson(service.deps, person.personId, [{ ...begin, ...proved }], context);
    assert.ok(begun.ok);
    await make();
    const { sessions } = await personOf(name === 'another address' ? `new.${email}` : email);
    assert.not.ok(sessions.has('elsewhere'));
    service.clock.aheadMs += 1_100;
    assert.is((await other.get('/console/you')).status, isOperators ? 303 : 200);
  });

test.run();
