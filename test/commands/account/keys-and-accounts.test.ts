import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changeAccount } from '../../../commands/account/change-account.ts';
import { openAccount } from '../../../commands/account/open-account.ts';
import { issueApiKey } from '../../../commands/api-key/issue-api-key.ts';
import { revokeApiKey } from '../../../commands/api-key/revoke-api-key.ts';
import { type CommandFixture, contextOf, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('keys and accounts');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const keyRequest = { name: 'a key', scopes: ['forms:read'], expiresAt: null } as const;

test('of 25 keys requested at once in two processes, exactly 10 are issued, all different', async () => {
  const { context } = await fixture.newAccount();
  const processes = [fixture.deps, fixture.another()];
  const results = await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      issueApiKey(processes[index % 2] ?? fixture.deps, keyRequest, context),
    ),
  );
  const issued = results.flatMap((result) => (result.ok ? result.value.keyId : []));
  assert.is(new Set(issued).size, 10);
  assert.is(issued.length, 10);
  for (const result of results)
    if (!result.ok)
      assert.equal(result.error, {
        code: 'plan_limit_reached',
        resource: 'active_keys',
        limit: 10,
        current: 10,
      });
});

test('a revoked or expired key makes room for another', async () => {
  const { context } = await fixture.newAccount();
  const soon = new Date(fixture.deps.now().getTime() + 60_000).toISOString();
  const first = succeeded(await issueApiKey(fixture.deps, { ...keyRequest, expiresAt: soon }, context));
  const second = succeeded(await issueApiKey(fixture.deps, keyRequest, context));
  for (let made = 2; made < 10; made++) succeeded(await issueApiKey(fixture.deps, keyRequest, context));
  assert.is((await issueApiKey(fixture.deps, keyRequest, context)).ok, false);
  succeeded(await revokeApiKey(fixture.deps, { keyId: second.keyId }, context));
  const third = succeeded(await issueApiKey(fixture.deps, keyRequest, context));
  assert.is.not(third.keyId, second.keyId);
  assert.is((await issueApiKey(fixture.deps, keyRequest, context)).ok, false);
  fixture.clock.aheadMs += 61_000;
  assert.is.not(succeeded(await issueApiKey(fixture.deps, keyRequest, context)).keyId, first.keyId);
});

test('a key with an expiry in the past and one of an unknown account are refused', async () => {
  const { context } = await fixture.newAccount();
  const past = await issueApiKey(
    fixture.deps,
    { ...keyRequest, expiresAt: '2020-01-01T00:00:00.000Z' },
    context,
  );
  assert.is(past.ok ? '' : past.error.code, 'invalid_request');
  const nobody = await issueApiKey(fixture.deps, keyRequest, contextOf('nobody'));
  assert.equal(nobody, { ok: false, error: { code: 'not_found' } });
});

test('a key of another account is not found', async () => {
  const { context } = await fixture.newAccount();
  const { keyId } = succeeded(await issueApiKey(fixture.deps, keyRequest, context));
  const { context: other } = await fixture.newAccount();
  assert.equal(await revokeApiKey(fixture.deps, { keyId }, other), {
    ok: false,
    error: { code: 'not_found' },
  });
});

test('an account is opened once, on an existing plan', async () => {
  const { accountId, context } = await fixture.newAccount();
  const again = await openAccount(fixture.deps, { accountId, name: 'Again', plan: 'tiny' }, context);
  assert.equal(again, { ok: false, error: { code: 'already_exists' } });
  for (const plan of ['gold', '__proto__', 'toString']) {
    const refused = await changeAccount(fixture.deps, { plan }, context);
    assert.is(refused.ok ? '' : refused.error.code, 'invalid_request', plan);
  }
  assert.is(succeeded(await changeAccount(fixture.deps, { plan: 'big' }, context)).account.plan, 'big');
});

test.run();
