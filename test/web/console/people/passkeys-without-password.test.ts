import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { passkeysPath } from '../../../../web/console/people/passkey-forms.tsx';
import { passkeySignInPath } from '../../../../web/console/session/passkey-form.tsx';
import { startOpenIdProvider, type TestProvider } from '../../../support/openid/provider.ts';
import { openAcme, openIdSettings, redirectUri, signInWith } from '../../../support/openid/sign-in.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { softPasskey } from '../../../support/soft-passkey.ts';
import { openVisit, origin, type Visit } from '../../../support/web.ts';

const test = suite('passkeys of people without a password');
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

const elevenMinutesMs = 660_000;

/** A person whom the provider has signed in, and who has no password. */
async function enter(subject: string): Promise<Visit> {
  const email = `${subject}@example.com`;
  provider.people.set(subject, { name: subject, email, email_verified: true, groups: ['staff'] });
  provider.meet({ as: subject });
  const { visit } = await signInWith(service, provider, subject);
  await visit.get('/console/you');
  return visit;
}

async function add(own: Visit) {
  const passkey = softPasskey(origin);
  const options = await own.post(`${passkeysPath}/options`, { name: 'Laptop' });
  assert.is(options.status, 200, options.text);
  const answer = await own.post(passkeysPath, { name: 'Laptop', credential: passkey.create(options.text) });
  assert.is(answer.location, passkeysPath, answer.text);
  return passkey;
}

async function signInBy(passkey: ReturnType<typeof softPasskey>): Promise<Visit> {
  const visit = openVisit(service);
  const options = await visit.post(`${passkeySignInPath}/options`);
  const entered = await visit.post(passkeySignInPath, { credential: passkey.get(options.text) });
  assert.is(entered.status, 303, entered.text);
  await visit.get('/console/you');
  return visit;
}

const removalIn = async (visit: Visit): Promise<string> =>
  /href="(\/console\/you\/passkeys\/[0-9a-f]{16}\/remove)"/.exec((await visit.get(passkeysPath)).text)?.[1] ??
  '';

test('a sign-in of the last ten minutes takes the place of the password', async () => {
  const own = await enter('ann');
  const page = (await own.get(passkeysPath)).text;
  assert.match(page, 'data-passkey="create"');
  assert.match(page, 'needs a sign-in within the last ten minutes');
  assert.not.match(page, 'name="password"');
  assert.not.match(page, 'Your password stays');
  const passkey = await add(own);
  assert.match((await own.get(passkeysPath)).text, 'Laptop');
  assert.match((await (await signInBy(passkey)).get('/console/you')).text, 'ann@example.com');
});

test('an older sign-in adds no passkey, whatever password is sent, and a new one does', async () => {
  const own = await enter('ben');
  service.clock.aheadMs += elevenMinutesMs;
  for (const more of [{}, { password: '' }, { password: 'a guess at nothing' }]) {
    const refused = await own.post(`${passkeysPath}/options`, { name: 'Laptop', ...more });
    assert.is(refused.status, 403);
    assert.match(refused.text, 'You signed in more than ten minutes ago.');
  }
  await add(await enter('ben'));
});

test('the last passkey stays while it is the only way to sign in', async () => {
  const own = await enter('cay');
  const passkey = await add(own);
  const key = /name="key" value="([^"]+)"/.exec((await own.get('/console/you')).text)?.[1] ?? '';
  assert.is((await own.post('/console/you/openid/unlink', { key })).location, '/console/you');
  const kept = await own.post(await removalIn(own));
  assert.is(kept.location, passkeysPath, kept.text);
  assert.match((await own.get(passkeysPath)).text, 'This is your only way to sign in.');
  const again = await signInBy(passkey);
  await add(again);
  const removed = await again.post(await removalIn(again));
  assert.is(removed.location, passkeysPath);
  assert.match((await again.get(passkeysPath)).text, 'The passkey “Laptop” is removed.');
});

test.run();
