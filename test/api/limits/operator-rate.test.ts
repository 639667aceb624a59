import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RateLedger } from '../../../coordination/rate-ledger.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('rate limit of operators');
let service: TestService;

test.before(async () => {
  service = await startService({ http: { operatorRate: { requests: 4, window_s: 60 } } });
});
test.after(() => service.close());
test.before.each(() => {
  service.clock.aheadMs += 61_000;
});

const policyOf = (answer: TestResponse) => answer.header('ratelimit-policy');
const leftOf = (answer: TestResponse) => answer.header('x-ratelimit-remaining');

test("every response to an operator has the state of the operator's rate limit", async () => {
  const answers = [
    await service.admin('GET', '/accounts'),
    await service.admin('GET', '/accounts/none'),
    await service.admin('POST', '/accounts', { body: '{' }),
    await service.admin('GET', '/nowhere'),
  ];
  assert.equal(
    answers.map(({ status }) => status),
    [200, 404, 400, 404],
  );
  for (const [index, answer] of answers.entries()) {
    assert.is(policyOf(answer), '"operator";q=4;w=60');
    assert.match(answer.header('ratelimit') ?? '', new RegExp(`^"operator";r=${3 - index};t=\\d+$`));
    assert.equal([answer.header('x-ratelimit-limit'), leftOf(answer)], ['4', String(3 - index)]);
  }
});

test('a request beyond the limit is 429, and one after Retry-After is accepted', async () => {
  for (let n = 0; n < 4; n++) assert.is((await service.admin('GET', '/accounts')).status, 200);
  const refused = await service.admin('GET', '/accounts');
  assert.equal([refused.status, refused.at('error.code')], [429, 'rate_limited']);
  assert.is(policyOf(refused), '"operator";q=4;w=60');
  service.clock.aheadMs += Number(refused.header('retry-after')) * 1_000;
  assert.is((await service.admin('GET', '/accounts')).status, 200);
});

test('each operator has a window, and a write that the role forbids is not counted', async () => {
  for (let n = 0; n < 5; n++) await service.admin('GET', '/accounts');
  const auditor = service.withToken(service.operatorTokens[1] ?? '');
  const refused = await auditor('POST', '/accounts', { body: {} });
  assert.equal([refused.at('error.code'), leftOf(refused)], ['insufficient_scope', '4']);
  assert.is(policyOf(refused), '"operator";q=4;w=60');
  assert.is(leftOf(await auditor('GET', '/accounts')), '3');
});

test('an invalid token is counted by address, not against an operator', async () => {
  const refused = await service.withToken('nobody')('GET', '/accounts');
  assert.match(policyOf(refused) ?? '', /^"address";q=30/);
  assert.is(leftOf(await service.admin('GET', '/accounts')), '3');
});

/** A ledger that always answers at once: a process that waits for longer than its patience counts alone. */
function ledgerInMemory(): RateLedger {
  let taken = 0;
  return {
    takeGrants: (_name, { count, limit, at, windowMs }) => {
      const granted = Math.min(count, limit - taken);
      taken += granted;
      return Promise.resolve({ granted, free: limit - taken, freesAt: at + windowMs });
    },
  };
}

test('processes share the windows of operators', async () => {
  const http = { rateLedger: ledgerInMemory(), operatorRate: { requests: 4, window_s: 60 } };
  const processes = [await startService({ http }), await startService({ http })];
  try {
    const admitted: number[] = [];
    for (let n = 0; n < 4; n++)
      for (const { admin } of processes) admitted.push((await admin('GET', '/accounts')).status);
    assert.is(admitted.filter((status) => status === 200).length, 4);
  } finally {
    for (const process of processes) await process.close();
  }
});

test.run();
