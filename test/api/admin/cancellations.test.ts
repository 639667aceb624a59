import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLeases } from '../../../coordination/leases/leases.ts';
import { runRecoveries } from '../../../dispatcher/recovery/recoveries.ts';
import { destinationOf, type End, endedDelivery } from '../../support/ended-deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('cancelling deliveries, and sending waiting ones at once');
let service: TestService;
const stop = new AbortController();
let running: Promise<void>;

test.before(async () => {
  service = await startService();
  const { deps, store, progress } = service;
  const { recoveries, destinations } = deps.queries;
  const leases = openLeases(store, { leaseMs: 1_000 });
  running = runRecoveries({ ...deps, progress, recoveries, destinations, leases }, stop.signal);
});
test.after(async () => {
  stop.abort();
  await running;
  await service.close();
});

const newDelivery = (accountId: string, destinationId: string, end: End) =>
  endedDelivery(service, { accountId, destinationId, end });
const since = '2025-12-31T00:00:00Z';

/** Waits until what the recovery wrote is in the read models as well. */
async function completed(path: string) {
  const done = await eventually(`${path} completes`, async () => {
    const read = await service.admin('GET', path);
    return read.at('status') === 'completed' && read;
  });
  service.note((await service.deps.log.head()) ?? 0n);
  await service.settled();
  return done;
}

test('a waiting delivery is cancelled once, with its reason, in both APIs', async () => {
  const { accountId, key } = await service.newAccount();
  const to = await destinationOf(service, accountId);
  const [first, second] = [
    await newDelivery(accountId, to, 'pending'),
    await newDelivery(accountId, to, 'pending'),
  ];
  const body = { reason: 'ticket 12' };
  for (let time = 0; time < 2; time++) {
    const cancelled = await service.admin('POST', `/deliveries/${first}/cancel`, { body });
    assert.equal(
      [cancelled.status, cancelled.at('status'), cancelled.at('next_attempt_at')],
      [200, 'cancelled', null],
      cancelled.text,
    );
  }
  const own = await service.withKey(key)('POST', `/deliveries/${second}/cancel`);
  assert.equal([own.status, own.at('status')], [200, 'cancelled'], own.text);
  await service.settled();
  const read = await service.admin('GET', `/deliveries/${first}`);
  assert.equal([read.at('cancelled_because'), read.at('cancel_note')], ['requested', 'ticket 12']);
  const history = await service.admin('GET', `/deliveries/${first}/history`);
  assert.match(history.text, '"note":"ticket 12"');
  const list = await service.admin('GET', `/accounts/${accountId}/deliveries?status=cancelled`);
  assert.is(list.at('count'), 2);
  const again = await service.admin('POST', `/deliveries/${first}/replay`);
  assert.equal([again.status, again.at('error.code')], [409, 'invalid_transition']);
});

test('ended and unknown deliveries and those of another account are refused', async () => {
  const { accountId } = await service.newAccount();
  const to = await destinationOf(service, accountId);
  for (const end of ['succeeded', 'failed', 'skipped'] as const) {
    const id = await newDelivery(accountId, to, end);
    const refused = await service.admin('POST', `/deliveries/${id}/cancel`);
    assert.equal([refused.status, refused.at('error.code')], [409, 'invalid_transition'], end);
    assert.is(refused.at('error.message'), `A ${end} delivery cannot be cancelled.`);
  }
  assert.is((await service.admin('POST', '/deliveries/none/cancel')).status, 404);
  const id = await newDelivery(accountId, to, 'pending');
  const { key } = await service.newAccount();
  assert.is((await service.withKey(key)('POST', `/deliveries/${id}/cancel`)).status, 404);
  for (const body of [{ reason: '' }, { reason: 'x'.repeat(501) }, { because: 'x' }])
    assert.is((await service.admin('POST', `/deliveries/${id}/cancel`, { body })).status, 400);
});

test('the deliveries that match the filters are counted and cancelled once, with progress', async () => {
  const { accountId } = await service.newAccount();
  const [to, off] = [await destinationOf(service, accountId), await destinationOf(service, accountId)];
  const waiting = [await newDelivery(accountId, to, 'pending'), await newDelivery(accountId, to, 'pending')];
  const other = await newDelivery(accountId, off, 'pending');
  const failed = await newDelivery(accountId, to, 'failed');
  // What waits for a disabled destination can be cancelled, too.
  await service.admin('POST', `/destinations/${to}/disable`);
  await service.settled();
  const url = `/accounts/${accountId}`;
  const count = await service.admin('GET', `${url}/cancellable?since=${since}&destination_id=${to}`);
  assert.equal(JSON.parse(count.text), { total: 2, pending: 2 });
  const request = () =>
    service.admin('POST', `${url}/cancellations`, {
      body: { since, destination_id: to, reason: 'replaced' },
      headers: { 'idempotency-key': 'once' },
    });
  const asked = await request();
  assert.equal([asked.status, asked.at('total'), asked.at('reason')], [202, 2, 'replaced'], asked.text);
  const id = String(asked.at('id'));
  assert.is((await request()).at('id'), id);
  assert.is(asked.header('location'), `/api/admin/v1/cancellations/${id}`);
  const done = await completed(`/cancellations/${id}`);
  assert.equal([done.at('cancelled'), done.at('passed_over')], [2, 0]);
  for (const one of waiting) {
    const read = await service.admin('GET', `/deliveries/${one}`);
    assert.equal([read.at('status'), read.at('cancel_note')], ['cancelled', 'replaced']);
  }
  for (const [one, status] of [
    [other, 'pending'],
    [failed, 'failed'],
  ] as const)
    assert.is((await service.admin('GET', `/deliveries/${one}`)).at('status'), status);
  const list = await service.admin('GET', `${url}/cancellations`);
  assert.equal([list.at('count'), list.at('data.0.id')], [1, id]);
  assert.is((await service.admin('GET', `${url}/recoveries`)).at('count'), 0);
  assert.is((await service.admin('GET', `/recoveries/${id}`)).status, 404);
  assert.is((await service.admin('POST', `/recoveries/${id}/pause`)).status, 404);
});

test('a cancellation is paused, resumed and stopped', async () => {
  const { accountId } = await service.newAccount();
  const to = await destinationOf(service, accountId);
  for (let n = 0; n < 6; n++) await newDelivery(accountId, to, 'pending');
  await service.settled();
  const body = { since, per_second: 1 };
  const begun = await service.admin('POST', `/accounts/${accountId}/cancellations`, { body });
  const act = (action: string) => service.admin('POST', `/cancellations/${String(begun.at('id'))}/${action}`);
  assert.is((await act('pause')).at('status'), 'paused');
  assert.is((await act('resume')).at('status'), 'running');
  assert.is((await act('cancel')).at('status'), 'cancelled');
  const refused = await act('resume');
  assert.is(refused.at('error.message'), 'A cancelled cancellation cannot be resumed.');
});

test('a recovery of waiting deliveries makes them due at once, and no others', async () => {
  const { accountId, key } = await service.newAccount();
  const to = await destinationOf(service, accountId);
  const waiting = await newDelivery(accountId, to, 'waiting');
  const failed = await newDelivery(accountId, to, 'failed');
  await service.settled();
  const before = await service.admin('GET', `/deliveries/${waiting}`);
  const counted = await service.withKey(key)('GET', `/recoverable?statuses=pending,skipped`);
  assert.equal(JSON.parse(counted.text), { total: 1, skipped: 0, pending: 1 });
  const body = { since: '0', destination_id: to, statuses: ['pending'] };
  const begun = await service.withKey(key)('POST', '/recoveries', { body });
  assert.equal([begun.status, begun.at('total'), begun.at('statuses')], [202, 1, ['pending']], begun.text);
  const done = await completed(`/recoveries/${String(begun.at('id'))}`);
  assert.equal([done.at('replayed'), done.at('passed_over')], [1, 0]);
  const after = await service.admin('GET', `/deliveries/${waiting}`);
  assert.ok(String(after.at('next_attempt_at')) < String(before.at('next_attempt_at')), after.text);
  assert.equal([after.at('status'), after.at('attempt_count')], ['pending', 1]);
  assert.is((await service.admin('GET', `/deliveries/${failed}`)).at('status'), 'failed');
  for (const statuses of [[], ['cancelled'], ['pending', 'pending'], 'pending'])
    assert.is(
      (await service.withKey(key)('POST', '/recoveries', { body: { ...body, statuses } })).status,
      400,
    );
});

test('a ping says how many deliveries wait', async () => {
  const { accountId } = await service.newAccount();
  const to = await destinationOf(service, accountId);
  for (const end of ['waiting', 'waiting', 'failed'] as const) await newDelivery(accountId, to, end);
  await service.settled();
  assert.is((await service.admin('POST', `/destinations/${to}/ping`)).at('waiting'), 2);
});

test.run();
