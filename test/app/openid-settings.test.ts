import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '../../app/config/config.ts';
import { openIdSettings } from '../../app/config/openid.ts';

const test = suite('the settings of the OpenID provider');

const whole = {
  PUBLIC_URL: 'https://forms.example',
  OIDC_ISSUER: 'https://id.example/realms/acme',
  OIDC_CLIENT_ID: 'formlog',
  OIDC_CLIENT_SECRET: 'hunter2',
  OIDC_ACCOUNT: 'acme',
  OIDC_ROLES: 'admins=owner,*=viewer',
};

function mistakesOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const read = readConfig(env);
  return read.ok ? [] : read.error;
}

test('a provider with an account and rules is accepted', () => {
  const read = readConfig(whole);
  assert.equal(read.ok && openIdSettings(read.value), {
    issuer: 'https://id.example/realms/acme',
    clientId: 'formlog',
    clientSecret: 'hunter2',
    label: 'your organisation',
    scopes: 'openid email profile',
    trustsEmail: false,
    membership: {
      accountId: 'acme',
      claim: 'groups',
      rules: [
        { value: 'admins', role: 'owner' },
        { value: null, role: 'viewer' },
      ],
    },
    allowHosts: [],
  });
  const none = readConfig({});
  assert.is(none.ok && openIdSettings(none.value), null);
});

test('a provider of this machine needs no TLS, nor one of the allowed hosts', () => {
  for (const issuer of ['http://localhost:9000', 'http://127.0.0.1:9000/x', 'http://[::1]:9000'])
    assert.equal(mistakesOf({ ...whole, OIDC_ISSUER: issuer }), [], issuer);
  const issuer = 'http://keycloak:8080';
  assert.match(mistakesOf({ ...whole, OIDC_ISSUER: issuer }).join(), 'must begin with https://');
  assert.equal(mistakesOf({ ...whole, OIDC_ISSUER: issuer, WEBHOOK_ALLOW_HOSTS: 'keycloak' }), []);
});

for (const [name, value, expected] of [
  ['OIDC_ISSUER', 'id.example', 'OIDC_ISSUER is not a URL beginning with https://'],
  ['OIDC_ISSUER', 'https://u:hunter2@id.example', 'OIDC_ISSUER must be a URL without a user'],
  [
    'OIDC_ISSUER',
    'https://id.example/.well-known/openid-configuration',
    'OIDC_ISSUER is the URL of a document: give the issuer',
  ],
  ['OIDC_CLIENT_ID', undefined, 'OIDC_CLIENT_ID is missing'],
  ['OIDC_CLIENT_SECRET', ' ', 'OIDC_CLIENT_SECRET is empty'],
  ['PUBLIC_URL', undefined, 'PUBLIC_URL is missing'],
  ['OIDC_ROLES', undefined, 'OIDC_ROLES is missing'],
  ['OIDC_ROLES', 'admins=boss', 'OIDC_ROLES is not a list such as admins=owner'],
  ['OIDC_ACCOUNT', undefined, 'OIDC_ACCOUNT is missing'],
  ['OIDC_ACCOUNT', 'a b', 'OIDC_ACCOUNT is not the id of an account'],
  ['OIDC_SCOPES', 'email', 'OIDC_SCOPES must contain openid'],
  ['OIDC_LABEL', '', 'OIDC_LABEL is not a name'],
  ['OIDC_TRUST_EMAIL', 'yes', 'OIDC_TRUST_EMAIL is not one of true, false'],
] as const)
  test(`${name}=${value} is named`, () => {
    const found = mistakesOf({ ...whole, [name]: value });
    assert.is(found.length, 1, found.join('\n'));
    assert.ok(found[0]?.startsWith(expected), found[0]);
    assert.not.match(found.join(), 'hunter2');
  });

test('every problem is named at once, also of settings without a provider', () => {
  const found = mistakesOf({ OIDC_ISSUER: 'x', OIDC_ROLES: 'a=b', OIDC_SCOPES: 'email' });
  for (const name of [
    'OIDC_ISSUER',
    'OIDC_ROLES',
    'OIDC_SCOPES',
    'OIDC_CLIENT_ID',
    'PUBLIC_URL',
    'OIDC_ACCOUNT',
  ])
    assert.ok(
      found.some((line) => line.startsWith(name)),
      `${name}: ${found.join('\n')}`,
    );
  assert.match(mistakesOf({ OIDC_CLIENT_ID: 'formlog' }).join(), 'OIDC_ISSUER is missing: OIDC_CLIENT_ID');
});

test.run();
