import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destinationOf, type End, endedDelivery } from '../../../support/ended-deliveries.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('destinations in the console');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;
let id: string;

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function deliver(ends: readonly End[], at: string): Promise<void> {
  for (const end of ends)
    await endedDelivery(service, { accountId: mine.accountId, destinationId: id, end, at });
}

test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  visit = await signIn(service, mine.key);
  id = await destinationOf(service, mine.accountId);
  await deliver(['succeeded', 'succeeded', 'succeeded', 'failed', 'skipped'], ago(5 * minuteMs));
  await deliver(['succeeded'], ago(3 * dayMs));
  await service.settled();
});
test.after(() => service.close());

test('the list shows the health of the day in each row', async () => {
  const { text } = await visit.get('/console/destinations');
  assert.match(text, `href="/console/destinations/${id}"`);
  assert.match(text, '75.0 %');
  assert.match(text, 'Deliveries of the last 24 hours: 3 delivered, 1 failed, 1 skipped');
  assert.not.match(text, 'style=');
});

test('the list is searched by name and address, and filtered by state', async () => {
  const { accountId } = mine;
  const body = { label: 'Warehouse', url: 'https://example.com/stock', enabled: false };
  const made = await service.admin('POST', `/accounts/${accountId}/destinations`, { body });
  assert.is(made.status, 201, made.text);
  await service.settled();
  const other = String(made.at('id'));
  const shown = async (query: string) => {
    const { text } = await visit.get(`/console/destinations?${query}`);
    return [id, other].map((one) => text.includes(`href="/console/destinations/${one}"`));
  };
  assert.equal(await shown('search=WAREhouse'), [false, true]);
  assert.equal(await shown('search=/stock'), [false, true]);
  assert.equal(await shown('state=enabled'), [true, false]);
  assert.equal(await shown('state=disabled&search=hook'), [false, false]);
  assert.match(
    (await visit.get('/console/destinations?search=none')).text,
    'No destination matches these filters.',
  );
});

test('an account without destinations gets instructions', async () => {
  const fresh = await signIn(service, (await service.newAccount()).key);
  const { text } = await fresh.get('/console/destinations');
  assert.match(text, 'No destinations yet.');
  assert.match(text, '/console/destinations/new');
});

test('a destination shows its rates, its outcomes and its latest deliveries', async () => {
  const { text } = await visit.get(`/console/destinations/${id}`);
  for (const part of [
    '75.0 %',
    '25.0 %',
    'Answered 204',
    'Answered 404',
    'Check the path of the address.',
    'Not tried',
    'All 5 deliveries of events of the last 24 hours.',
    `/console/history/destination/${id}`,
    `/console/recoveries/new?account=${mine.accountId}&destination=${id}`,
  ])
    assert.match(text, part);
});

test('a longer range counts more', async () => {
  const { text } = await visit.get(`/console/destinations/${id}?range=7d`);
  assert.match(text, 'All 6 deliveries of events of the last 7 days.');
  assert.match((await visit.get(`/console/destinations/${id}?range=`)).text, 'the last 24 hours.');
  assert.is((await visit.get(`/console/destinations/${id}?range=2y`)).status, 400);
});

test('a destination of another account is answered as an unknown one', async () => {
  const stranger = await signIn(service, (await service.newAccount()).key);
  for (const path of ['', '/edit', '/secret', '/remove'])
    assert.is((await stranger.get(`/console/destinations/${id}${path}`)).status, 404, path);
  for (const path of ['/edit', '/edit/check', '/secret', '/remove', '/enable', '/disable', '/ping'])
    assert.is((await stranger.post(`/console/destinations/${id}${path}`)).status, 404, path);
  const list = await stranger.get(`/console/destinations?account=${mine.accountId}`);
  assert.not.match(list.text, id);
});

test('an auditor sees everything and changes nothing', async () => {
  const [, token = ''] = service.operatorTokens;
  const auditor = await signIn(service, token);
  const { text } = await auditor.get(`/console/destinations/${id}`);
  assert.not.match(text, 'Send a test');
  assert.not.match(text, 'Recover the');
  assert.not.match(
    (await auditor.get(`/console/destinations?account=${mine.accountId}`)).text,
    'Add a destination',
  );
  for (const path of ['/edit', '/secret', '/remove', '/enable', '/disable', '/ping'])
    assert.is((await auditor.post(`/console/destinations/${id}${path}`)).status, 403, path);
  for (const path of [`${id}/edit`, `${id}/secret`, `${id}/remove`, `new?account=${mine.accountId}`])
    assert.is((await auditor.get(`/console/destinations/${path}`)).status, 403, path);
  const added = await auditor.post(`/console/destinations/new?account=${mine.accountId}`, { label: 'x' });
  assert.is(added.status, 403);
});

test('a change without the token of the session is refused', async () => {
  assert.is((await visit.post(`/console/destinations/${id}/disable`, { _token: '' })).status, 403);
  const destination = await mine.api('GET', `/destinations/${id}`);
  assert.is(destination.at('enabled'), true);
});

test.run();
