import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultPlans } from '../../../commands/account/plans.ts';
import { makeApiKey } from '../../../commands/api-key/api-key.ts';
import { revokeApiKey } from '../../../commands/api-key/revoke-api-key.ts';
import { openCommands } from '../../../commands/deps.ts';
import { openSecretBox } from '../../../commands/secret-box.ts';
import { newId } from '../../../log/ids.ts';
import { advanceClock } from '../../support/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('authentication');
let service: TestService;

test.before(async () => {
  service = await startService({
    plans: {
      slow: {
        api: true,
        published_forms: 10,
        submissions_per_month: 10,
        rate: { requests: 3, window_s: 60 },
      },
    },
  });
});
test.after(() => service.close());
// Refusals without a valid key count against the one address that tests come from.
test.after.each(() => {
  service.clock.aheadMs += 61_000;
});

const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

async function newKey(accountId: string, body: Readonly<Record<string, unknown>> = {}) {
  const issued = await service.admin('POST', `/accounts/${accountId}/keys`, { body: { name: 'k', ...body } });
  assert.is(issued.status, 201, issued.text);
  return { key: String(issued.at('key')), id: String(issued.at('id')) };
}

async function expectError(
  key: string | null,
  status: number,
  code: string,
  method: 'GET' | 'PATCH' = 'GET',
) {
  const client = key === null ? service.anonymous : service.withKey(key);
  const answer = await client(method, '/forms', method === 'PATCH' ? { body: 'no JSON' } : {});
  assert.is(answer.status, status, answer.text);
  assert.is(answer.at('error.code'), code);
  assert.type(answer.at('error.message'), 'string');
  assert.is(answer.at('error.request_id'), answer.header('x-request-id'));
  for (const name of rateHeaders) assert.match(answer.header(name) ?? '', /^\d+$/, name);
  return answer;
}

test('a missing or malformed key is refused', async () => {
  const missing = await expectError(null, 401, 'missing_key');
  assert.is(missing.header('www-authenticate'), 'Bearer');
  assert.is(missing.header('x-ratelimit-limit'), '30');
  for (const key of ['nonsense', makeApiKey(newId()), `${makeApiKey(newId())}x`])
    await expectError(key, 401, 'invalid_key');
  const { keyId } = await service.newAccount();
  await expectError(makeApiKey(keyId), 401, 'invalid_key');
});

test('a revoked key is refused within a second, an expired one at once', async () => {
  const { accountId } = await service.newAccount();
  const revoked = await newKey(accountId);
  assert.is((await service.withKey(revoked.key)('GET', '/forms')).status, 200);
  assert.is((await service.admin('POST', `/keys/${revoked.id}/revoke`)).status, 200);
  await eventually(
    'the revocation takes effect',
    async () => (await service.withKey(revoked.key)('GET', '/forms')).at('error.code') === 'revoked_key',
    1_500,
  );
  const expires_at = new Date(service.deps.now().getTime() + 60_000).toISOString();
  const expiring = await newKey(accountId, { expires_at });
  assert.is((await service.withKey(expiring.key)('GET', '/forms')).status, 200);
  service.clock.aheadMs += 60_001;
  await expectError(expiring.key, 401, 'expired_key');
});

test('a key that another process revokes is refused within a second, however often it is used', async () => {
  const { accountId } = await service.newAccount();
  const { key, id: keyId } = await newKey(accountId);
  const { log, now } = service.deps;
  const other = openCommands({ log, plans: defaultPlans, secrets: openSecretBox(randomBytes(32)), now });
  const context = {
    accountId,
    correlationId: 'test',
    causationId: 'test',
    actor: { kind: 'system', id: 'test' },
  } as const;
  for (let uses = 0; uses < 5; uses++) {
    assert.is((await service.withKey(key)('GET', '/forms')).status, 200);
    advanceClock(300);
  }
  assert.ok((await revokeApiKey(other, { keyId }, context)).ok);
  const refused = async () => (await service.withKey(key)('GET', '/forms')).at('error.code');
  await eventually('the revocation takes effect', async () => (await refused()) === 'revoked_key', 1_000);
});

test('the plan is checked before the scope, the scope before the rate, the rate before the request', async () => {
  const free = await service.newAccount('free');
  const reader = await newKey(free.accountId, { scopes: ['submissions:read'] });
  await expectError(reader.key, 403, 'plan_required');
  await service.admin('PATCH', `/accounts/${free.accountId}`, { body: { plan: 'slow' } });
  await eventually('the plan takes effect', async () => {
    const answer = await service.withKey(reader.key)('GET', '/forms');
    return answer.at('error.code') === 'insufficient_scope';
  });
  const writer = await newKey(free.accountId, { scopes: ['forms:write'] });
  for (let n = 0; n < 3; n++) await expectError(writer.key, 400, 'invalid_request', 'PATCH');
  const limited = await expectError(writer.key, 429, 'rate_limited', 'PATCH');
  assert.is(limited.header('x-ratelimit-limit'), '3');
  assert.is(limited.header('x-ratelimit-remaining'), '0');
  await expectError(writer.key, 403, 'insufficient_scope');
});

test('Retry-After is never too early, and a refused request does not count', async () => {
  const { key } = await service.newAccount('slow');
  const client = service.withKey(key);
  for (let n = 0; n < 3; n++)
    assert.is((await client('GET', '/forms')).header('x-ratelimit-remaining'), `${2 - n}`);
  for (let n = 0; n < 5; n++) {
    const answer = await client('GET', '/forms');
    assert.is(answer.status, 429);
    const wait = Number(answer.header('retry-after'));
    assert.ok(wait >= 1 && wait <= 60, String(wait));
    if (n === 4) service.clock.aheadMs += wait * 1_000;
  }
  assert.is((await client('GET', '/forms')).status, 200);
});

test('each scope gives access to its routes and no others', async () => {
  const { accountId } = await service.newAccount();
  const routes = {
    'forms:read': ['GET', '/forms'],
    'forms:write': ['PATCH', '/forms'],
    'submissions:read': ['GET', '/submissions'],
    'submissions:write': ['POST', '/submissions'],
    'payments:write': ['POST', '/submissions/none/payment'],
  } as const;
  for (const scope of Object.keys(routes)) {
    const { key } = await newKey(accountId, { scopes: [scope] });
    for (const [needed, [method, url]] of Object.entries(routes)) {
      const answer = await service.withKey(key)(method, url, method === 'GET' ? {} : { body: {} });
      if (needed === scope) assert.not.equal(answer.status, 403, `${scope} ${method} ${url}`);
      else assert.is(answer.at('error.code'), 'insufficient_scope', `${scope} ${method} ${url}`);
    }
  }
});

test('Authorization takes precedence when both headers are sent', async () => {
  const { key } = await service.newAccount();
  const both = (authorization: string, apiKey: string) =>
    service.anonymous('GET', '/forms', { headers: { authorization, 'x-api-key': apiKey } });
  assert.is((await both(`Bearer ${key}`, 'nonsense')).status, 200);
  assert.is((await both('Bearer nonsense', key)).at('error.code'), 'invalid_key');
  assert.is((await both('Basic abc', key)).at('error.code'), 'missing_key');
});

test('an address without a valid key has 30 requests a minute, which do not count against a valid key', async () => {
  const { api } = await service.newAccount();
  for (let n = 0; n < 30; n++) assert.is((await service.anonymous('GET', '/forms')).status, 401);
  const answer = await expectError(null, 429, 'rate_limited');
  assert.match(answer.header('retry-after') ?? '', /^\d+$/);
  assert.is((await api('GET', '/forms')).status, 200);
});

test('an address beyond its limit causes no reads of the log by trying keys', async () => {
  const { key } = await newKey((await service.newAccount()).accountId);
  for (let n = 0; n < 30; n++) await service.anonymous('GET', '/forms');
  const reads = { count: 0 };
  const { aggregates } = service.deps;
  const { loadAhead } = aggregates;
  Object.assign(aggregates, {
    loadAhead: (...args: Parameters<typeof loadAhead>) => {
      reads.count += 1;
      return loadAhead(...args);
    },
  });
  const begun = performance.now();
  try {
    for (let n = 0; n < 200; n++)
      assert.is((await service.withKey(makeApiKey(newId()))('GET', '/forms')).status, 429);
    const seconds = Math.ceil((performance.now() - begun) / 1_000);
    assert.ok(reads.count <= 20 * (seconds + 1), `${reads.count} reads in ${seconds} s`);
    // A budget, not a ban: the next second has another.
    service.clock.aheadMs += 1_000;
    assert.is((await service.withKey(key)('GET', '/forms')).status, 200);
  } finally {
    Object.assign(aggregates, { loadAhead });
  }
});

test('every role of operators may read, one may write', async () => {
  const [operator = '', ...others] = service.operatorTokens;
  assert.is((await service.withToken(operator)('GET', '/accounts')).status, 200);
  for (const token of others) {
    assert.is((await service.withToken(token)('GET', '/accounts')).status, 200);
    const write = await service.withToken(token)('POST', '/accounts', { body: { name: 'x', plan: 'free' } });
    assert.is(write.at('error.code'), 'insufficient_scope');
  }
  const { key } = await service.newAccount();
  assert.is((await service.withToken(key)('GET', '/accounts')).at('error.code'), 'invalid_key');
  assert.is((await service.withKey(operator)('GET', '/forms')).at('error.code'), 'invalid_key');
  const none = await service.inject({ method: 'GET', url: '/api/admin/v1/accounts' });
  assert.is(none.at('error.code'), 'missing_key');
});

test.run();
