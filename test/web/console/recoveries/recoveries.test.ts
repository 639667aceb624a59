import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { asLocal, checkChoice } from '../../../../web/console/recoveries/choice.ts';
import { destinationOf, endedDelivery } from '../../../support/ended-deliveries.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('recoveries in the console');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;
let first: string;
let second: string;

const minuteMs = 60_000;
const ago = (minutes: number): string => new Date(Date.now() - minutes * minuteMs).toISOString();

test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  visit = await signIn(service, mine.key);
  const { accountId } = mine;
  [first, second] = [await destinationOf(service, accountId), await destinationOf(service, accountId)];
  for (const [destinationId, end, minutes] of [
    [first, 'failed', 30],
    [first, 'skipped', 90],
    [first, 'succeeded', 10],
    [second, 'failed', 10],
  ] as const)
    await endedDelivery(service, { accountId, destinationId, end, at: ago(minutes) });
  await service.settled();
});
test.after(() => service.close());

/** What the preview says would be sent. */
const previewed = (text: string): string => /<strong>(\d+)<\/strong> webhooks?/.exec(text)?.[1] ?? text;

test('the preview counts the selected deliveries, and starts nothing', async () => {
  const count = async (query: string) =>
    previewed((await visit.get(`/console/recoveries/new?${query}`)).text);
  assert.is(await count(''), '3');
  assert.is(await count(`destination=${first}&kind=&form=&until=&per_second=`), '2');
  assert.is(await count(`since=${encodeURIComponent(ago(60))}`), '2');
  assert.is(await count(`since=${asLocal(ago(60))}`), '2', 'a time without a zone is in UTC');
  assert.is(await count(`since=${asLocal(ago(100))}&until=${asLocal(ago(60))}`), '1');
  assert.is(await count('kind=form.published'), '0');
  assert.match((await visit.get('/console/recoveries')).text, 'No recoveries match.');
});

test('problems of the selection are shown beside their fields', async () => {
  const { text } = await visit.get('/console/recoveries/new?since=2999-01-01T00:00&per_second=0');
  assert.match(text, 'Must be at least 1.');
  assert.match(text, 'Correct the fields marked above');
  const late = await visit.get('/console/recoveries/new?since=2999-01-01T00:00');
  assert.match(late.text, 'Must be before until and in the past.');
  const now = new Date();
  assert.is(checkChoice({ since: '2025-02-30T00:00' }, now).ok, false);
  assert.is(checkChoice({ since: '2025-02-03T00:00', until: '2025-02-30T00:00' }, now).ok, false);
  assert.equal(checkChoice({}, now), { ok: false, error: [{ path: '/since', message: 'Is required.' }] });
  assert.is(checkChoice({ since: '4711' }, now).ok, true, 'a position of the log');
});

test('a recovery is started once, in the name of its actor, and shows its progress', async () => {
  const { text } = await visit.get(`/console/recoveries/new?destination=${first}&per_second=7`);
  const once = /name="once" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const since = /name="since" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const chosen = { destination: first, since, per_second: '7', once };
  const begun = await visit.post('/console/recoveries', chosen);
  assert.is(begun.status, 303, begun.text);
  assert.is((await visit.post('/console/recoveries', chosen)).location, begun.location);
  const page = await visit.get(String(begun.location));
  for (const part of ['0 of 2', '<progress', 'At most 7 per second', 'every 2s', 'Pause', 'Cancel'])
    assert.match(page.text, part);
  const list = await visit.get('/console/recoveries?status=running');
  assert.match(list.text, String(begun.location));
  const id = String(begun.location).split('/').at(-1);
  const actors: unknown[] = [];
  for await (const { metadata } of service.log.readStream(`recovery-${id}`)) actors.push(metadata.actor);
  assert.equal(actors, [{ kind: 'key', id: mine.keyId }]);
});

async function begin(): Promise<string> {
  const begun = await visit.post('/console/recoveries', { destination: first, since: ago(120) });
  return String(begun.location);
}

test('a recovery is paused, resumed and cancelled', async () => {
  const url = await begin();
  for (const [action, word] of [
    ['pause', 'The recovery is paused.'],
    ['resume', 'The recovery is resumed.'],
    ['cancel', 'The recovery is cancelled.'],
  ] as const) {
    assert.is((await visit.post(`${url}/${action}`)).location, url);
    assert.match((await visit.get(url)).text, word);
  }
  assert.not.match((await visit.get(url)).text, 'hx-trigger', 'nothing changes any more');
  assert.is((await visit.post(`${url}/resume`)).status, 409);
});

test('no recovery starts without a start time, for a disabled destination or for another account', async () => {
  assert.is((await visit.post('/console/recoveries', { since: '' })).status, 422);
  const destination = await destinationOf(service, mine.accountId);
  await visit.post(`/console/destinations/${destination}/disable`);
  assert.is((await visit.post('/console/recoveries', { destination, since: ago(9) })).status, 409);
  const stranger = await signIn(service, (await service.newAccount()).key);
  const theirs = { account: mine.accountId, destination: second, since: ago(60) };
  assert.is((await stranger.post('/console/recoveries', theirs)).status, 404);
  const url = await begin();
  assert.is((await stranger.get(url)).status, 404);
  for (const action of ['pause', 'resume', 'cancel'])
    assert.is((await stranger.post(`${url}/${action}`)).status, 404);
});

test('waiting deliveries are counted, sent at once, or cancelled after a question', async () => {
  const { accountId } = mine;
  const destination = await destinationOf(service, accountId);
  for (let n = 0; n < 2; n++)
    await endedDelivery(service, { accountId, destinationId: destination, end: 'waiting', at: ago(5) });
  await service.settled();
  const page = await visit.get(`/console/destinations/${destination}`);
  assert.match(page.text, 'Cancel waiting webhooks');
  const choice = `destination=${destination}&since=0`;
  assert.is(previewed((await visit.get(`/console/recoveries/new?${choice}&status=pending`)).text), '2');
  const begun = await visit.post('/console/recoveries', { destination, since: '0', status: 'pending' });
  assert.match((await visit.get(String(begun.location))).text, '0 of 2');
  const question = await visit.get(`/console/recoveries/new?${choice}&action=cancel`);
  for (const part of [
    'Cancel waiting webhooks',
    '<strong>2</strong>',
    'Cancel all 2 for good',
    'name="reason"',
  ])
    assert.match(question.text, part);
  const fields = { destination, since: '0', action: 'cancel', reason: 'replaced' };
  const cancelling = await visit.post('/console/recoveries', fields);
  const progress = await visit.get(String(cancelling.location));
  for (const part of ['being cancelled', 'replaced', 'Stop']) assert.match(progress.text, part);
  assert.is((await visit.post(`${cancelling.location}/cancel`)).location, cancelling.location);
  assert.match((await visit.get(String(cancelling.location))).text, 'It was stopped.');
});

test('an auditor sees a recovery and changes nothing; a change needs the token', async () => {
  const [, token = ''] = service.operatorTokens;
  const auditor = await signIn(service, token);
  const url = await begin();
  await service.settled();
  const page = await auditor.get(url);
  assert.is(page.status, 200);
  assert.not.match(page.text, '/pause');
  assert.is((await auditor.post(`${url}/pause`)).status, 403);
  assert.is((await auditor.post('/console/recoveries', { account: mine.accountId })).status, 403);
  assert.is((await visit.post(`${url}/cancel`, { _token: '' })).status, 403);
});

test.run();
