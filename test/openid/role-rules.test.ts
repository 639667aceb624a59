import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Claims, parseRoleRules, roleOf } from '../../openid/role-rules.ts';

const test = suite('rules for roles');

function roleBy(text: string, claims: Claims, claim = 'groups') {
  const rules = parseRoleRules(text);
  if (!rules.ok) throw new Error(rules.error);
  return roleOf({ claim, rules: rules.value }, claims);
}

test('the first rule that matches decides', () => {
  const rules = 'admins=owner, staff=editor, *=viewer';
  assert.is(roleBy(rules, { groups: ['staff', 'admins'] }), 'owner');
  assert.is(roleBy(rules, { groups: ['staff'] }), 'editor');
  assert.is(roleBy(rules, { groups: [] }), 'viewer');
  assert.is(roleBy('staff=viewer,admins=owner', { groups: ['admins', 'staff'] }), 'viewer');
});

test('without a rule for every person, others have no role', () => {
  for (const groups of [[], ['other'], 'other', null, 7, { admins: true }, ['Admins'], ['*']])
    assert.is(roleBy('admins=owner', { groups }), null);
  assert.is(roleBy('admins=owner', {}), null);
});

test('a claim is a list or one text, by its name or by the path to it', () => {
  assert.is(roleBy('admins=owner', { groups: 'admins' }), 'owner');
  const keycloak = { realm_access: { roles: ['admins'] } };
  assert.is(roleBy('admins=owner', keycloak, 'realm_access.roles'), 'owner');
  const named = { 'https://acme.example/roles': ['admins'] };
  assert.is(roleBy('admins=owner', named, 'https://acme.example/roles'), 'owner');
  assert.is(roleBy('admins=owner', {}, 'constructor.name'), null);
});

test('special characters of a value are percent-encoded', () => {
  assert.is(roleBy('cn=admins%2Cdc=acme=owner', { groups: ['cn=admins,dc=acme'] }), 'owner');
});

test('anything else is refused', () => {
  for (const text of ['', ',', 'admins', 'admins=boss', '=owner', 'admins=owner,staff', '%zz=owner'])
    assert.not.ok(parseRoleRules(text).ok, text);
});

test.run();
