import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLeases } from '../../../coordination/leases/leases.ts';
import { runRecoveries } from '../../../dispatcher/recovery/recoveries.ts';
import { destinationOf, type End, endedDelivery } from '../../support/ended-deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('delivery log and recoveries');
let service: TestService;
const stop = new AbortController();
let running: Promise<void>;

test.before(async () => {
  service = await startService();
  const { deps, store } = service;
  const { recoveries, destinations } = deps.queries;
  const leases = openLeases(store, { leaseMs: 1_000 });
  running = runRecoveries(
    { ...deps, progress: service.progress, recoveries, destinations, leases },
    stop.signal,
  );
});
test.after(async () => {
  stop.abort();
  await running;
  await service.close();
});

const newDestination = (accountId: string) => destinationOf(service, accountId);
const newDelivery = (
  accountId: string,
  destinationId: string,
  end: End,
  position?: string,
  formId?: string,
) => endedDelivery(service, { accountId, destinationId, end, position, formId });

const idsOf = (answer: TestResponse): string[] =>
  (answer.at('data') as { readonly id: string }[]).map(({ id }) => id);

test('a pending delivery says that its destination was disabled or removed', async () => {
  const { accountId } = await service.newAccount();
  const [disabled, removed, open] = [
    await newDestination(accountId),
    await newDestination(accountId),
    await newDestination(accountId),
  ];
  for (const id of [disabled, removed, open]) await newDelivery(accountId, id, 'pending');
  const ended = await newDelivery(accountId, disabled, 'failed');
  await service.admin('POST', `/destinations/${disabled}/disable`);
  await service.admin('DELETE', `/destinations/${removed}`);
  await service.settled();
  const listed = await service.admin('GET', `/accounts/${accountId}/deliveries`);
  const data = listed.at('data') as { id: string; destination_id: string; held: string | null }[];
  const heldOf = (destination: string): (string | null)[] =>
    data
      .filter(({ id, destination_id }) => id !== ended && destination_id === destination)
      .map(({ held }) => held);
  assert.equal(heldOf(disabled), ['destination_disabled']);
  assert.equal(heldOf(removed), ['destination_removed']);
  assert.equal(heldOf(open), [null]);
  assert.is((await service.admin('GET', `/deliveries/${ended}`)).at('held'), null);
  await service.admin('POST', `/destinations/${disabled}/enable`);
  await service.settled();
  const waiting = data.find(({ held }) => held === 'destination_disabled');
  assert.is((await service.admin('GET', `/deliveries/${waiting?.id}`)).at('held'), null);
});

test('the delivery log is listed by every filter, for one account or all', async () => {
  const [mine, theirs] = [await service.newAccount(), await service.newAccount()];
  const [a, b, c] = [
    await newDestination(mine.accountId),
    await newDestination(mine.accountId),
    await newDestination(theirs.accountId),
  ];
  // A form belongs to one account.
  const w1 = await newDelivery(mine.accountId, a, 'failed', undefined, 'f4');
  const w2 = await newDelivery(mine.accountId, b, 'succeeded', '10', 'f2');
  const w3 = await newDelivery(mine.accountId, a, 'skipped', undefined, 'f4');
  const w4 = await newDelivery(theirs.accountId, c, 'failed', undefined, 'f3');
  await service.settled();
  const list = async (query: string) =>
    idsOf(await service.admin('GET', `/accounts/${mine.accountId}/deliveries${query}`));
  assert.equal(await list(''), [w3, w2, w1]);
  assert.equal(await list(`?destination_id=${a}`), [w3, w1]);
  assert.equal(await list(`?destination_id=${a}&status=failed`), [w1]);
  assert.equal(await list('?status=succeeded'), [w2]);
  assert.equal(await list('?form_id=f2'), [w2]);
  assert.equal(await list('?form_id=f4&status=skipped'), [w3]);
  assert.equal(await list('?kind=submission.created&submission_id=s1'), [w3, w2, w1]);
  assert.equal(await list('?kind=form.published'), []);
  const second = await service.admin('GET', `/deliveries/${w2}`);
  const since = encodeURIComponent(String(second.at('created_at')));
  assert.equal(await list(`?since=${since}`), [w3, w2]);
  assert.equal(await list(`?until=${since}`), [w1]);
  const begin = String((await service.admin('GET', `/deliveries/${w1}`)).at('created_at'));
  const later = begin.replace('Z', '4Z');
  assert.equal(await list(`?since=${later}`), [w3, w2], 'from a part of a millisecond after the first');
  assert.equal(await list(`?until=${later}`), [w1]);
  const countOf = async (range: string) =>
    (await service.admin('GET', `/accounts/${mine.accountId}/recoverable?${range}`)).at('total');
  assert.equal([await countOf(`since=${begin}`), await countOf(`since=${later}`)], [2, 1]);
  assert.is(await countOf(`since=${begin}&until=${later}`), 1);
  assert.equal(await list(`?destination_id=${c}`), [], 'another account’s destination');
  const all = await service.admin('GET', '/deliveries?status=failed&limit=2');
  assert.equal(idsOf(all), [w4, w1]);
  assert.equal(idsOf(await service.admin('GET', `/deliveries?account_id=${theirs.accountId}`)), [w4]);
  const page = await service.admin('GET', `/deliveries?account_id=${mine.accountId}&limit=2`);
  const cursor = String(page.at('next_cursor'));
  const rest = await service.admin(
    'GET',
    `/deliveries?account_id=${mine.accountId}&limit=2&cursor=${cursor}`,
  );
  assert.equal(idsOf(rest), [w1]);
  for (const query of [`?cursor=${cursor}`, '?nonsense=1', '?since=yesterday', '?kind=other'])
    assert.is((await service.admin('GET', `/deliveries${query}`)).status, 400, query);
});

test('changed deliveries are listed in the order of the log, from a position on', async () => {
  const { accountId } = await service.newAccount();
  const to = await newDestination(accountId);
  const first = await service.admin('GET', `/deliveries/changes?account_id=${accountId}`);
  assert.equal([first.at('count'), first.at('data')], [0, []]);
  const w1 = await newDelivery(accountId, to, 'failed');
  const w2 = await newDelivery(accountId, to, 'skipped');
  const after = async (position: unknown, filter = '') =>
    service.admin('GET', `/deliveries/changes?account_id=${accountId}&after=${String(position)}${filter}`);
  const second = await after(first.at('position'));
  assert.equal(idsOf(second), [w1, w2], second.text);
  assert.is((await service.admin('POST', `/deliveries/${w1}/replay`)).status, 202);
  const third = await after(second.at('position'));
  assert.equal([idsOf(third), third.at('data.0.status')], [[w1], 'pending']);
  assert.equal(idsOf(await after(first.at('position'), '&status=skipped')), [w2]);
  assert.equal((await after(third.at('position'))).at('data'), []);
});

test('sent requests are shown, and those that cannot be are marked', async () => {
  const { accountId } = await service.newAccount();
  const id = await newDelivery(accountId, await newDestination(accountId), 'failed');
  await service.settled();
  const sent = await service.admin('GET', `/deliveries/${id}/requests`);
  assert.equal(
    [sent.at('body'), sent.at('missing'), sent.at('requests.0.url'), sent.at('requests.0.headers')],
    [null, ['source_erased'], 'https://example.com/hook', { 'X-Service-Signature': 't=1,v1=00' }],
  );
  assert.is(sent.header('cache-control'), 'private, no-store');
  const old = await newDelivery(accountId, await newDestination(accountId), 'succeeded');
  const unrecorded = await service.admin('GET', `/deliveries/${old}/requests`);
  assert.equal(unrecorded.at('missing'), ['source_erased', 'requests_not_recorded']);
  assert.equal([unrecorded.at('requests.0.url'), unrecorded.at('requests.0.signature_fits')], [null, null]);
  assert.is((await service.admin('GET', '/deliveries/none/requests')).status, 404);
});

test('a manual replay is possible after every end but a cancellation, and never to a disabled or removed destination', async () => {
  const { accountId } = await service.newAccount();
  const to = await newDestination(accountId);
  for (const end of ['succeeded', 'failed', 'skipped', 'pending'] as const) {
    const replayed = await service.admin(
      'POST',
      `/deliveries/${await newDelivery(accountId, to, end)}/replay`,
    );
    assert.equal([replayed.status, replayed.at('status')], [202, 'pending'], end);
  }
  const id = await newDelivery(accountId, to, 'skipped');
  await service.admin('POST', `/destinations/${to}/disable`);
  const disabled = await service.admin('POST', `/deliveries/${id}/replay`);
  assert.equal(
    [disabled.status, disabled.at('error.code'), disabled.at('error.details.destination_id')],
    [409, 'destination_disabled', to],
  );
  await service.admin('DELETE', `/destinations/${to}`);
  const removed = await service.admin('POST', `/deliveries/${id}/replay`);
  assert.equal([removed.status, removed.at('error.code')], [409, 'destination_removed']);
});

const stateOf = async (id: string) => (await service.admin('GET', `/deliveries/${id}`)).at('status');
const completed = (id: string) =>
  eventually(`recovery ${id} completes`, async () => {
    const read = await service.admin('GET', `/recoveries/${id}`);
    return read.at('status') === 'completed' && read;
  });

test('a recovery sends undelivered webhooks once more, to enabled destinations only', async () => {
  const { accountId } = await service.newAccount();
  const [to, off] = [await newDestination(accountId), await newDestination(accountId)];
  const wanted = [
    await newDelivery(accountId, to, 'failed', '20'),
    await newDelivery(accountId, to, 'skipped', '30'),
    await newDelivery(accountId, to, 'skipped', '1000'),
  ];
  const early = await newDelivery(accountId, to, 'failed', '9');
  const fine = await newDelivery(accountId, to, 'succeeded', '40');
  const missed = await newDelivery(accountId, off, 'skipped', '40');
  await service.admin('POST', `/destinations/${off}/disable`);
  await service.settled();
  const count = await service.admin('GET', `/accounts/${accountId}/recoverable?since=10`);
  assert.equal(JSON.parse(count.text), { total: 3, failed: 1, exhausted: 0, skipped: 2 });
  const request = () =>
    service.admin('POST', `/accounts/${accountId}/recoveries`, {
      body: { since: '10', per_second: 1_000 },
      headers: { 'idempotency-key': 'once' },
    });
  const asked = await request();
  assert.equal([asked.status, asked.at('total'), asked.at('status')], [202, 3, 'running'], asked.text);
  const id = String(asked.at('id'));
  const again = await request();
  assert.equal([again.status, again.at('id'), again.header('idempotency-replayed')], [202, id, 'true']);
  for (const answer of [asked, again]) assert.is(answer.header('location'), `/api/admin/v1/recoveries/${id}`);
  const done = await completed(id);
  assert.equal([done.at('replayed'), done.at('passed_over')], [3, 0]);
  // What the recovery wrote no request was answered with.
  service.note((await service.deps.log.head()) ?? 0n);
  await service.settled();
  for (const one of wanted) assert.is(await stateOf(one), 'pending');
  assert.equal(
    [await stateOf(early), await stateOf(fine), await stateOf(missed)],
    ['failed', 'succeeded', 'skipped'],
  );
  const list = await service.admin('GET', `/accounts/${accountId}/recoveries?status=completed`);
  assert.equal(idsOf(list), [id]);
});

test('a recovery is paused, resumed and cancelled; none starts for a disabled destination', async () => {
  const { accountId } = await service.newAccount();
  const to = await newDestination(accountId);
  for (let n = 0; n < 6; n++) await newDelivery(accountId, to, 'skipped');
  await service.settled();
  const url = `/accounts/${accountId}/recoveries`;
  const body = { destination_id: to, since: '2025-12-31T00:00:00Z', per_second: 1 };
  const id = String((await service.admin('POST', url, { body })).at('id'));
  const act = (action: string) => service.admin('POST', `/recoveries/${id}/${action}`);
  const paused = await act('pause');
  assert.equal(
    [paused.status, paused.at('status'), paused.at('paused_because')],
    [200, 'paused', 'operator'],
  );
  await service.admin('POST', `/destinations/${to}/disable`);
  assert.is((await act('resume')).at('error.code'), 'destination_disabled');
  assert.is((await service.admin('POST', url, { body })).at('error.code'), 'destination_disabled');
  await service.admin('POST', `/destinations/${to}/enable`);
  assert.is((await act('resume')).at('status'), 'running');
  await service.admin('POST', `/destinations/${to}/disable`);
  await eventually('it pauses itself', async () => {
    const read = await service.admin('GET', `/recoveries/${id}`);
    return read.at('paused_because') === 'destination_disabled';
  });
  assert.is((await act('cancel')).at('status'), 'cancelled');
  const again = await act('resume');
  assert.equal([again.status, again.at('error.code')], [409, 'invalid_transition']);
  assert.is(again.at('error.message'), 'A cancelled recovery cannot be resumed.');
});

test('accounts are isolated, and auditors may only read', async () => {
  const [mine, theirs] = [await service.newAccount(), await service.newAccount()];
  const to = await newDestination(theirs.accountId);
  await newDelivery(theirs.accountId, to, 'skipped');
  await service.settled();
  const since = '2025-12-31T00:00:00Z';
  const body = { destination_id: to, since };
  const url = `/accounts/${mine.accountId}/recover`;
  assert.is((await service.admin('POST', `${url}ies`, { body })).status, 404);
  assert.is((await service.admin('GET', `${url}able?since=${since}&destination_id=${to}`)).status, 404);
  assert.is((await service.admin('GET', `${url}able?since=${since}`)).at('total'), 0);
  assert.is((await service.admin('GET', `${url}ies`)).at('count'), 0);
  const [, ...readers] = service.operatorTokens;
  for (const token of readers) {
    const reader = service.withToken(token);
    assert.is((await reader('GET', '/deliveries')).status, 200);
    assert.is((await reader('GET', `${url}able?since=${since}`)).status, 200);
    assert.is((await reader('POST', `${url}ies`, { body: { since } })).status, 403);
    for (const action of ['pause', 'resume', 'cancel'])
      assert.is((await reader('POST', `/recoveries/x/${action}`)).status, 403);
  }
  for (const wrong of [
    {},
    { since: 'soon' },
    { since: '2999-01-01T00:00:00Z' },
    { since, per_second: 0 },
    { since, x: 1 },
  ])
    assert.is((await service.admin('POST', `${url}ies`, { body: wrong })).status, 400, JSON.stringify(wrong));
});

test.run();
