import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endOfRange } from '../../../api/requests/timestamps.ts';
import { destinationOf } from '../../support/ended-deliveries.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('times');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
});
test.after(() => service.close());

/** In UTC they lie in the year 10000, and before the year 0. */
const outside = ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00'];

test('a time whose year in UTC does not have four digits is refused and not recorded', async () => {
  const { accountId, api } = account;
  const formId = await service.newForm(accountId, [{ key: 'fee', label: 'Fee', kind: 'payment' }]);
  const fee = { amount: 500, currency: 'EUR' };
  const made = await api('POST', '/submissions', { body: { form_id: formId, answers: { fee } } });
  const payment = { ...fee, id: 'p1', provider: 'bank', field_key: 'fee' };
  const destination_id = await destinationOf(service, accountId);
  for (const moment of outside) {
    for (const [url, body] of [
      [`/submissions/${String(made.at('id'))}/payment`, { ...payment, paid_at: moment }],
      [`/accounts/${accountId}/keys`, { name: 'x', expires_at: moment }],
      [`/accounts/${accountId}/recoveries`, { destination_id, since: moment }],
    ] as const)
      assert.is((await service.admin('POST', url, { body })).at('error.code'), 'invalid_request', url);
    const text = encodeURIComponent(moment);
    for (const name of ['since', 'until'])
      assert.is((await api('GET', `/submissions?${name}=${text}`)).at('error.code'), 'invalid_request', name);
  }
  await service.settled();
  assert.is((await service.admin('GET', '/projections')).status, 200);
});

test('every operation refuses a time that does not exist as a log point', async () => {
  const formId = await service.newForm(account.accountId);
  const statusesAt = async (moment: string): Promise<number[]> => {
    const text = encodeURIComponent(moment);
    const reads = [
      `/forms/${formId}/history?as_of=${text}`,
      `/exports/events?from=${text}`,
      `/exports/events?to=${text}`,
      `/accounts/${account.accountId}/recoverable?since=${text}`,
    ];
    const answers = await Promise.all(reads.map((url) => service.admin('GET', url)));
    const replay = { body: { from: moment } };
    answers.push(await service.admin('POST', '/projections/unheard-of/replay', replay));
    return answers.map(({ status }) => status);
  };
  const wrong = ['2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T00:00:00', ...outside];
  for (const moment of wrong) assert.equal(await statusesAt(moment), [400, 400, 400, 400, 400], moment);
  for (const moment of ['2024-02-29T23:59:59.999Z', '2026-01-01T00:00Z', '2026-01-01T00:00:00+02:00'])
    assert.equal(await statusesAt(moment), [200, 200, 200, 200, 404], moment);
});

test('a part of a millisecond is rounded up, so that a range has the same whole milliseconds', () => {
  const cases = [
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.0005Z', '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T00:00:00.0010000Z', '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T00:00:00.9999999Z', '2026-01-01T00:00:01.000Z'],
    ['2026-01-01T01:00:00.0001+01:00', '2026-01-01T00:00:00.001Z'],
    ['9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
  ] as const;
  for (const [given, end] of cases) assert.is(endOfRange(given), end, given);
});

test.run();
