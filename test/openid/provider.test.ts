import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ProviderUnavailable } from '../../openid/errors.ts';
import { openProvider } from '../../openid/provider.ts';
import type { OpenIdSettings } from '../../openid/settings.ts';
import { type HostileProvider, startHostileProvider } from '../support/openid/hostile-provider.ts';

const test = suite<{ provider: HostileProvider }>('the provider of the settings');
test.before.each(async (context) => {
  context.provider = await startHostileProvider();
});
test.after.each(({ provider }) => provider.close());

const redirectUri = 'https://forms.example/console/sign-in/openid/callback';

function settingsOf(issuer: string, changed: Partial<OpenIdSettings> = {}): OpenIdSettings {
  const rules = [{ value: 'staff', role: 'editor' }] as const;
  return {
    issuer,
    clientId: 'formlog',
    clientSecret: 'secret',
    label: 'Acme ID',
    scopes: 'openid email',
    trustsEmail: false,
    membership: { accountId: 'acme', claim: 'groups', rules },
    allowHosts: [],
    ...changed,
  };
}

function open(issuer: string, changed: Partial<OpenIdSettings> = {}) {
  const clock = { now: 0 };
  return { clock, ...openProvider(settingsOf(issuer, changed), () => new Date(clock.now)) };
}

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderUnavailable)) throw new Error(`not unavailable: ${String(error)}`);
  return error.message;
}

test('is not asked before the first sign-in, and once for many', async ({ provider }) => {
  const { begin } = open(provider.issuer);
  assert.is(provider.requests(), 0);
  const begun = await Promise.all(Array.from({ length: 5 }, () => begin(redirectUri)));
  assert.is(provider.requests(), 1);
  assert.is(new Set(begun.map(({ authorization }) => authorization.state)).size, 5);
  const [first] = begun;
  const asked = new URL(first?.url ?? '').searchParams;
  assert.is(asked.get('redirect_uri'), redirectUri);
  assert.is(asked.get('code_challenge_method'), 'S256');
  assert.is(asked.get('response_type'), 'code');
  assert.is(asked.get('scope'), 'openid email');
});

test('one that does not answer is unavailable, is not asked again at once, and is found when it is back', async ({
  provider,
}) => {
  provider.lie({ answers: 503 });
  const { begin, clock } = open(provider.issuer);
  assert.is(await reasonOf(begin(redirectUri)), 'it answered 503');
  assert.is(await reasonOf(begin(redirectUri)), 'it answered 503');
  assert.is(provider.requests(), 1);
  provider.lie({});
  clock.now += 5_000;
  assert.match((await begin(redirectUri)).url, provider.issuer);
});

test('one that is silent is unavailable after the limit', async ({ provider }) => {
  provider.lie({ answers: 'silence' });
  await reasonOf(open(provider.issuer).begin(redirectUri));
});

test('one that nothing listens for is unavailable', async () => {
  await reasonOf(open('http://127.0.0.1:9').begin(redirectUri));
});

test('a document of another issuer is refused', async ({ provider }) => {
  provider.lie({ document: { issuer: 'https://evil.example' } });
  const reason = await reasonOf(open(provider.issuer).begin(redirectUri));
  assert.match(reason, /JSON_ATTRIBUTE_COMPARISON|another issuer/);
});

test('a document that is too large is refused', async ({ provider }) => {
  provider.lie({ document: { padding: 'x'.repeat(1_000_000) } });
  await reasonOf(open(provider.issuer).begin(redirectUri));
});

test('further addresses of the document obey the rules of webhooks', async ({ provider }) => {
  for (const token_endpoint of [
    'https://10.0.0.1/token',
    'https://[::1]/token',
    'http://other.example/token',
  ]) {
    provider.lie({ document: { token_endpoint } });
    const { begin, finish } = open(provider.issuer);
    const { url, authorization } = await begin(redirectUri);
    const answer = new URL(`${redirectUri}${provider.answer(url)}`);
    assert.match(await reasonOf(finish(answer, authorization)), /is not (?:a public address|https)/);
  }
});

test('a person has the address that the provider has verified, and the role of the claim', async ({
  provider,
}) => {
  const found = async (userinfo: object, changed: Partial<OpenIdSettings> = {}) => {
    provider.lie({ userinfo: { ...userinfo } });
    const { begin, finish } = open(provider.issuer, changed);
    const { url, authorization } = await begin(redirectUri);
    return finish(new URL(`${redirectUri}${provider.answer(url)}`), authorization);
  };
  assert.equal(await found({}), {
    identity: { issuer: provider.issuer, subject: 'mallory' },
    name: 'Mallory',
    email: 'mallory@example.com',
    role: 'editor',
  });
  assert.is((await found({ email_verified: false })).email, null);
  assert.is((await found({ email_verified: undefined })).email, null);
  assert.is((await found({ email_verified: undefined }, { trustsEmail: true })).email, 'mallory@example.com');
  assert.is((await found({ email_verified: false }, { trustsEmail: true })).email, null);
  assert.is((await found({ groups: [] })).role, null);
  assert.is((await found({}, { membership: null })).role, null);
});

test.run();
