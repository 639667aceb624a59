import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { passkeysPath } from '../../../../web/console/people/passkey-forms.tsx';
import { passkeySignInPath } from '../../../../web/console/session/passkey-form.tsx';
import { newMember, testPassword } from '../../../support/people.ts';
import { turnOn, untilNextCode } from '../../../support/second-factor.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { type Forgery, type SoftPasskey, softPasskey } from '../../../support/soft-passkey.ts';
import { openVisit, origin, signIn, type Visit } from '../../../support/web.ts';

const test = suite('passkeys');
let service: TestService;
let accountId: string;
let number = 0;
test.before(async () => {
  service = await startService();
  accountId = (await service.newAccount()).accountId;
  await newMember(service, accountId, { email: 'owner@example.com', role: 'owner', name: 'Olga' });
});
// The limits of an address count in minutes, and all tests have the same address.
test.before.each(() => void (service.clock.aheadMs += 60_000));
test.after(() => service.close());

const sessionCookie = '__Host-formlog_session';
const challengeCookie = '__Host-formlog_challenge';

/** A new member, in a browser with a session. */
async function member(): Promise<{ readonly email: string; readonly own: Visit }> {
  const email = `person${++number}@example.com`;
  const own = await newMember(service, accountId, { email, role: 'viewer', name: `Person ${number}` });
  return { email, own };
}

async function addOptions(own: Visit, more: Readonly<Record<string, string>> = {}) {
  return own.post(`${passkeysPath}/options`, { name: 'Laptop', password: testPassword, ...more });
}

async function add(own: Visit, more: Readonly<Record<string, string>> = {}, forgery: Forgery = {}) {
  const passkey = softPasskey(origin);
  const options = await addOptions(own, more);
  assert.is(options.status, 200, options.text);
  const credential = passkey.create(options.text, forgery);
  return { passkey, credential, answer: await own.post(passkeysPath, { name: 'Laptop', credential }) };
}

async function memberWithPasskey() {
  const { email, own } = await member();
  const { passkey, answer } = await add(own);
  assert.equal([answer.status, answer.location], [303, passkeysPath]);
  return { email, own, passkey };
}

/** Signs in with a passkey in a browser, which has asked for a challenge before. */
async function enter(visit: Visit, passkey: SoftPasskey, forgery: Forgery = {}, next = '') {
  const options = await visit.post(`${passkeySignInPath}/options`);
  assert.is(options.status, 200, options.text);
  return visit.post(passkeySignInPath, { credential: passkey.get(options.text, forgery), next });
}

async function factsOf(stream: string) {
  const events = [];
  for await (const { event } of service.log.readStream(stream)) events.push(event);
  return events;
}

const personIdOf = (passkey: SoftPasskey) => Buffer.from(passkey.userHandle(), 'base64url').toString();

test('a passkey signs in without an address and a password, as any sign-in', async () => {
  const { email, passkey } = await memberWithPasskey();
  const visit = openVisit(service);
  const page = await visit.get('/console/sign-in');
  assert.match(page.text, 'Sign in with a passkey');
  const entered = await enter(visit, passkey, {}, '/console/forms');
  assert.equal([entered.status, entered.location], [303, '/console/forms']);
  assert.not.ok(visit.cookies.has(challengeCookie));
  assert.match((await visit.get('/console/you')).text, email);
  const personId = personIdOf(passkey);
  const own = await factsOf(`person-${personId}`);
  assert.ok(own.some((event) => event.type === 'SessionBegun' && event.data.method === 'passkey'));
  const audited = await factsOf(`audit-${accountId}`);
  assert.ok(
    audited.some(
      ({ type, data }) =>
        type === 'MemberSignedIn' && data.personId === personId && data.method === 'passkey',
    ),
  );
});

test('a passkey counts as both factors', async () => {
  const { own, passkey } = await memberWithPasskey();
  await turnOn(service, own);
  const visit = openVisit(service);
  assert.is((await enter(visit, passkey)).status, 303);
  assert.ok(visit.cookies.has(sessionCookie));
});

const AddOptions = Type.Object({
  rp: Type.Object({ id: Type.String() }),
  user: Type.Object({ name: Type.String() }),
  attestation: Type.String(),
  authenticatorSelection: Type.Object({ residentKey: Type.String(), userVerification: Type.String() }),
});
const SignInOptions = Type.Object({
  userVerification: Type.String(),
  allowCredentials: Type.Optional(Type.Array(Type.Unknown())),
});

test('the options ask for a passkey that knows its person and verifies them', async () => {
  const { own, email } = await member();
  const options = Value.Parse(AddOptions, JSON.parse((await addOptions(own)).text));
  assert.equal([options.rp.id, options.user.name, options.attestation], ['forms.example', email, 'none']);
  assert.equal(
    [options.authenticatorSelection.residentKey, options.authenticatorSelection.userVerification],
    ['required', 'required'],
  );
  const asked = await openVisit(service).post(`${passkeySignInPath}/options`);
  const { userVerification, allowCredentials = [] } = Value.Parse(SignInOptions, JSON.parse(asked.text));
  assert.is(userVerification, 'required');
  assert.equal(allowCredentials, [], 'a stranger learns no passkey');
});

const forgeries: Readonly<Record<string, Forgery>> = {
  'a signature of another key': { isForged: true },
  'the origin of another site': { origin: 'https://evil.example' },
  'the id of another site': { rpId: 'evil.example' },
  'an invented challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' },
  'a device that did not verify the person': { isVerified: false },
  'an unknown passkey': { credentialId: 'AAAA' },
  'an unknown person': { userHandle: Buffer.from('stranger').toString('base64url') },
  'a person who could be no stream': { userHandle: Buffer.from('../x').toString('base64url') },
};

for (const [name, forgery] of Object.entries(forgeries))
  test(`a sign-in is refused: ${name}`, async () => {
    const { passkey } = await memberWithPasskey();
    const visit = openVisit(service);
    const refused = await enter(visit, passkey, forgery);
    assert.is(refused.status, 401);
    assert.match(refused.text, 'This passkey does not sign in here');
    assert.not.ok(visit.cookies.has(sessionCookie));
  });

test('the passkey of a person does not sign in another', async () => {
  const [one, other] = [await memberWithPasskey(), await memberWithPasskey()];
  const visit = openVisit(service);
  const userHandle = other.passkey.userHandle();
  assert.is((await enter(visit, one.passkey, { userHandle })).status, 401);
  const { credentialId } = other.passkey;
  assert.is((await enter(visit, one.passkey, { userHandle, credentialId })).status, 401);
  assert.not.ok(visit.cookies.has(sessionCookie));
});

test('a challenge is used once, by the browser that asked, within five minutes', async () => {
  const { passkey } = await memberWithPasskey();
  const visit = openVisit(service);
  const options = await visit.post(`${passkeySignInPath}/options`);
  const cookie = `${challengeCookie}=${visit.cookies.get(challengeCookie)}`;
  const credential = passkey.get(options.text);
  assert.is((await openVisit(service).post(passkeySignInPath, { credential })).status, 401, 'no cookie');
  assert.is((await visit.post(passkeySignInPath, { credential })).status, 303);
  const replayed = await openVisit(service).post(passkeySignInPath, { credential }, { cookie });
  assert.is(replayed.status, 401, 'the same cookie and signature again');

  const late = openVisit(service);
  const asked = await late.post(`${passkeySignInPath}/options`);
  service.clock.aheadMs += 300_000;
  assert.is((await late.post(passkeySignInPath, { credential: passkey.get(asked.text) })).status, 401);
});

test('a device that counts never counts back', async () => {
  const { passkey } = await memberWithPasskey();
  for (const [counter, status] of [
    [5, 303],
    [6, 303],
    [6, 401],
    [4, 401],
    [0, 401],
    [7, 303],
  ] as const)
    assert.is((await enter(openVisit(service), passkey, { counter })).status, status, String(counter));
  const used = (await factsOf(`person-${personIdOf(passkey)}`)).filter(({ type }) => type === 'PasskeyUsed');
  assert.is(used.length, 3);
});

test('a removed passkey signs in no longer', async () => {
  const { own, passkey } = await memberWithPasskey();
  const page = await own.get(passkeysPath);
  const path = /href="(\/console\/you\/passkeys\/[0-9a-f]{16}\/remove)"/.exec(page.text)?.[1] ?? '';
  assert.match((await own.get(path)).text, 'Remove the passkey “Laptop”?');
  assert.is((await own.post(path)).location, passkeysPath);
  assert.match((await own.get(passkeysPath)).text, 'You have no passkey yet.');
  assert.is((await enter(openVisit(service), passkey)).status, 401);
  assert.is((await own.post(path)).status, 404);
});

test('a person does not remove the passkey of another', async () => {
  const { own, passkey } = await memberWithPasskey();
  const path = /(\/console\/you\/passkeys\/[0-9a-f]{16}\/remove)/.exec(
    (await own.get(passkeysPath)).text,
  )?.[1];
  const stranger = (await member()).own;
  assert.is((await stranger.post(path ?? '')).status, 404);
  assert.is((await enter(openVisit(service), passkey)).status, 303);
});

test('adding a passkey takes the password, and the code of a person who has a second factor', async () => {
  const { own } = await member();
  const wrong = await addOptions(own, { password: 'wrong password' });
  assert.equal([wrong.status, JSON.parse(wrong.text)], [403, { problem: 'This is not your password.' }]);
  assert.is((await addOptions(own, { name: ' ' })).status, 422);
  const { app } = await turnOn(service, own);
  untilNextCode(service);
  assert.is((await addOptions(own)).status, 403);
  const code = app.code();
  const { answer } = await add(own, { code });
  assert.is(answer.status, 303);
  assert.is((await addOptions(own, { code })).status, 403, 'the code was used');
});

test('a passkey is not added without a challenge of this person, and not twice', async () => {
  const [one, other] = [await member(), await member()];
  const passkey = softPasskey(origin);
  const foreign = passkey.create((await addOptions(other.own)).text);
  assert.is((await one.own.post(passkeysPath, { name: 'x', credential: foreign })).status, 400);
  const cookie = [...one.own.cookies, [challengeCookie, other.own.cookies.get(challengeCookie)]]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const planted = await one.own.post(passkeysPath, { name: 'x', credential: foreign }, { cookie });
  assert.is(planted.status, 400, 'the challenge of another person');

  const signing = await one.own.post(`${passkeySignInPath}/options`);
  const early = await one.own.post(passkeysPath, { name: 'x', credential: passkey.create(signing.text) });
  assert.is(early.status, 400, 'the challenge of a sign-in, for which no password was asked');

  const { credential, answer } = await add(one.own);
  assert.is(answer.status, 303);
  assert.is((await one.own.post(passkeysPath, { name: 'x', credential })).status, 400);
});

for (const [name, forgery] of Object.entries({
  'of another origin': { origin: 'https://evil.example' },
  'of another site': { rpId: 'evil.example' },
  'with another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' },
  'of a device that did not verify the person': { isVerified: false },
} satisfies Record<string, Forgery>))
  test(`a passkey is not added: ${name}`, async () => {
    const { own } = await member();
    assert.is((await add(own, {}, forgery)).answer.status, 400);
    assert.match((await own.get(passkeysPath)).text, 'You have no passkey yet.');
  });

test('texts that are no answer of a browser are refused', async () => {
  const { own } = await member();
  for (const credential of ['', 'x', '{}', '[]', 'null', '{"id":"x","type":"public-key"}']) {
    await addOptions(own);
    assert.is((await own.post(passkeysPath, { name: 'x', credential })).status, 400, credential);
    const visit = openVisit(service);
    await visit.post(`${passkeySignInPath}/options`);
    assert.is((await visit.post(passkeySignInPath, { credential })).status, 401, credential);
  }
});

test('another site neither asks for a challenge nor sends a signature', async () => {
  const { own, passkey } = await memberWithPasskey();
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const visit = openVisit(service);
  const options = await visit.post(`${passkeySignInPath}/options`);
  const credential = passkey.get(options.text);
  for (const [browser, path, fields] of [
    [visit, `${passkeySignInPath}/options`, {}],
    [visit, passkeySignInPath, { credential }],
    [own, `${passkeysPath}/options`, { name: 'x', password: testPassword }],
    [own, passkeysPath, { name: 'x', credential }],
  ] as const)
    assert.is((await browser.post(path, fields, foreign)).status, 403, path);
});

test('an address that tries passkeys is refused after 30 failures', async () => {
  const { passkey } = await memberWithPasskey();
  const visit = openVisit(service);
  for (let i = 0; i < 30; i++) assert.is((await enter(visit, passkey, { isForged: true })).status, 401);
  assert.is((await visit.post(`${passkeySignInPath}/options`)).status, 429);
});

test('operators and keys have no passkeys', async () => {
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  assert.is((await operator.get(passkeysPath)).location, '/console/session');
  assert.is((await operator.post(`${passkeysPath}/options`, { name: 'x', password: 'x' })).status, 403);
});

test.run();
