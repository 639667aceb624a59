import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { curlCommand } from '../../../../web/console/deliveries/requests.tsx';
import { destinationOf, endedDelivery } from '../../../support/ended-deliveries.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('deliveries in the console');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;
let deliveryId: string;
test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  visit = await signIn(service, mine.key);
  const destinationId = await destinationOf(service, mine.accountId);
  deliveryId = await endedDelivery(service, { accountId: mine.accountId, destinationId, end: 'failed' });
  await service.settled();
});
test.after(() => service.close());

test('the list shows the outcome of each delivery, and filters', async () => {
  const all = await visit.get('/console/deliveries?status=&kind=&range=');
  assert.match(all.text, `/console/deliveries/${deliveryId}`);
  const others = await visit.get('/console/deliveries?status=succeeded');
  assert.match(others.text, 'No delivery matches these filters.');
});

test('a row names the destination and the form, and says why a delivery failed', async () => {
  const { accountId } = mine;
  const formId = await service.newForm(accountId);
  const label = 'Customers & partners';
  const made = await service.admin('POST', `/accounts/${accountId}/destinations`, {
    body: { label, url: 'https://example.com/crm' },
  });
  const destinationId = String(made.at('id'));
  await endedDelivery(service, { accountId, destinationId, formId, end: 'failed' });
  await service.settled();
  const { text } = await visit.get(`/console/deliveries?destination=${destinationId}`);
  const row = /<tbody.*<\/tbody>/s.exec(text)?.[0] ?? '';
  for (const part of [
    'Customers &amp; partners',
    'A form',
    'Answered 404',
    'Submission created',
    'Send again',
  ])
    assert.match(row, part);
  assert.ok(row.indexOf('partners') < row.indexOf('…'), 'names come before ids');
});

test('the destination of a filter is found by its name, and the address then has its id', async () => {
  const { accountId } = mine;
  const [first, second] = await Promise.all(
    ['Sales north', 'Sales south'].map(async (label) => {
      const body = { label, url: 'https://example.com/sales' };
      return String((await service.admin('POST', `/accounts/${accountId}/destinations`, { body })).at('id'));
    }),
  );
  await service.settled();
  const named = await visit.get('/console/deliveries?destination=sales+NORTH&status=failed&cursor=');
  assert.equal(
    [named.status, named.location],
    [303, `/console/deliveries?status=failed&destination=${first}`],
  );
  const several = await visit.get('/console/deliveries?destination=sales');
  assert.is(several.status, 200);
  assert.match(several.text, '2 destinations have “sales” in their names:');
  for (const id of [first, second]) assert.match(several.text, `/console/deliveries?destination=${id}`);
  const none = await visit.get('/console/deliveries?destination=nosuch');
  assert.match(none.text, 'No destination has “nosuch” in its name.');
});

test('the name of a destination of another account is not revealed', async () => {
  const stranger = await signIn(service, (await service.newAccount()).key);
  const made = await service.admin('POST', `/accounts/${mine.accountId}/destinations`, {
    body: { label: 'A secret name', url: 'https://example.com/secret' },
  });
  await service.settled();
  for (const text of [String(made.at('id')), 'secret'])
    assert.not.match((await stranger.get(`/console/deliveries?destination=${text}`)).text, 'A secret name');
});

test('the filters lead to a recovery of the same webhooks, which counts them first', async () => {
  const { accountId } = mine;
  const destinationId = await destinationOf(service, accountId);
  for (const end of ['failed', 'failed', 'skipped', 'succeeded'] as const)
    await endedDelivery(service, { accountId, destinationId, end });
  await service.settled();
  const linkOf = async (query: string) => {
    const { text } = await visit.get(`/console/deliveries?destination=${destinationId}${query}`);
    return /href="(\/console\/recoveries\/new[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  };
  const countedBy = async (query: string) => (await visit.get((await linkOf(query)) ?? '')).text;
  assert.match(await countedBy('&status=failed'), 'Send all 2 again');
  assert.match(await countedBy(''), 'Send all 3 again');
  for (const query of ['&status=succeeded', '&kind=ping', '&submission=s1'])
    assert.is(await linkOf(query), undefined, query);
  const [, token = ''] = service.operatorTokens;
  const auditor = await signIn(service, token);
  const url = `/console/deliveries?account=${accountId}&status=failed`;
  assert.not.match((await auditor.get(url)).text, '/console/recoveries/new');
});

test('a delivery links to its causes and back, and shows why it failed', async () => {
  const { text } = await visit.get(`/console/deliveries/${deliveryId}`);
  for (const part of [
    '/console/destinations/',
    '/console/submissions/',
    '/console/history/delivery/',
    'Attempts',
  ])
    assert.match(text, part);
});

test('a delivery is sent again in the name of the signed-in actor', async () => {
  const answer = await visit.post(`/console/deliveries/${deliveryId}/replay`);
  assert.is(answer.location, `/console/deliveries/${deliveryId}`);
  assert.match(
    (await visit.get(`/console/deliveries/${deliveryId}`)).text,
    'The delivery is being sent again.',
  );
  const history = await service.admin('GET', `/deliveries/${deliveryId}/history`);
  assert.match(history.text, '"type":"DeliveryReplayRequested"');
  assert.match(history.text, mine.keyId);
});

test('an auditor sees a delivery and cannot send it again', async () => {
  const [, token = ''] = service.operatorTokens;
  const auditor = await signIn(service, token);
  assert.not.match((await auditor.get(`/console/deliveries/${deliveryId}`)).text, 'Send again');
  assert.is((await auditor.post(`/console/deliveries/${deliveryId}/replay`)).status, 403);
});

test('a delivery of another account is answered as an unknown one', async () => {
  const stranger = await signIn(service, (await service.newAccount()).key);
  assert.is((await stranger.get(`/console/deliveries/${deliveryId}`)).status, 404);
  assert.is((await stranger.post(`/console/deliveries/${deliveryId}/replay`)).status, 404);
  assert.not.match((await stranger.get('/console/deliveries')).text, deliveryId);
});

test('a waiting delivery is cancelled after a question, with a reason', async () => {
  const { accountId } = mine;
  const destinationId = await destinationOf(service, accountId);
  const id = await endedDelivery(service, { accountId, destinationId, end: 'waiting' });
  await service.settled();
  const url = `/console/deliveries/${id}`;
  assert.match((await visit.get(url)).text, `${url}/cancel`);
  const [, token = ''] = service.operatorTokens;
  const auditor = await signIn(service, token);
  assert.is((await auditor.post(`${url}/cancel`)).status, 403);
  assert.match((await visit.get(`${url}/cancel`)).text, 'Cancel it for good');
  assert.is((await visit.post(`${url}/cancel`, { reason: 'ticket 12' })).location, url);
  const { text } = await visit.get(url);
  for (const part of ['Nothing more is sent: it was cancelled manually.', 'ticket 12'])
    assert.match(text, part);
  assert.not.match(text, `${url}/cancel`);
});

test('a copied command quotes all contents of the request', () => {
  assert.is(
    curlCommand('https://r.example/', { 'x-a': "it's" }, `{"a":"'$(rm)'"}`),
    `curl -i -X POST 'https://r.example/' \\\n  -H 'x-a: it'\\''s' \\\n  --data-raw '{"a":"'\\''$(rm)'\\''"}'`,
  );
});

test.run();
