import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, type Visit } from '../../support/web.ts';

const test = suite('pages that answer a sending');
let service: TestService;
let formId: string;
let otherFormId: string;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  const { accountId } = await service.newAccount();
  const fields = [
    { key: 'name', label: 'Name', kind: 'short_text' },
    { key: 'mail', label: 'Mail', kind: 'email' },
  ];
  formId = await service.newForm(accountId, fields);
  otherFormId = await service.newForm(accountId, fields);
});
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const wrong = { name: 'Grace Hopper', mail: 'nothing' };

async function send(visit: Visit, headers: Readonly<Record<string, string>>, action = '') {
  const { text } = await visit.get(`/f/${formId}`);
  const formToken = /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
  return visit.post(`/f/${formId}${action}`, { formToken, ...wrong }, headers);
}

test('a program gets the page as the answer itself', async () => {
  const answer = await send(openVisit(service), {});
  assert.is(answer.status, 422);
  assert.match(answer.text, 'Grace Hopper');
});

test('a browser is redirected to the page, which keeps its status and what was typed', async () => {
  const visit = openVisit(service);
  const sent = await send(visit, navigation);
  assert.is(sent.status, 303);
  for (const time of ['the redirect', 'a reload']) {
    const page = await visit.get(sent.location ?? '', navigation);
    assert.is(page.status, 422, time);
    assert.match(page.text, 'Grace Hopper', time);
    assert.match(page.header('content-security-policy') ?? '', 'frame-ancestors *', time);
    assert.is(page.header('cache-control'), 'no-store', time);
  }
});

test('a page that saves without script has an address of its own, too', async () => {
  const visit = openVisit(service);
  const sent = await send(visit, navigation, '/save');
  assert.is(sent.status, 303);
  const page = await visit.get(sent.location ?? '', navigation);
  assert.is(page.status, 200);
  assert.match(page.text, '/continue?');
});

test('the page belongs to its form, is sealed in the store, and ends', async () => {
  const visit = openVisit(service);
  const { location = '' } = await send(visit, navigation);
  const id = location.split('/').at(-1) ?? '';
  assert.is((await visit.get(`/f/${otherFormId}/returned/${id}`)).location, `/f/${otherFormId}`);
  assert.is((await visit.get(`/f/${formId}/returned/nosuch`)).location, `/f/${formId}`);
  const stored = JSON.stringify(await service.store.named('_returned_pages').find({}).toArray());
  assert.not.match(stored, id);
  for (const word of ['Grace', Buffer.from('Grace').toString('base64').slice(0, 6)])
    assert.not.match(stored, word);
  service.clock.aheadMs += 15 * 60_000;
  assert.is((await visit.get(location)).location, `/f/${formId}`);
});

test('an address that sends many wrong forms gets the pages as answers', async () => {
  const visit = openVisit(service);
  const statuses = new Set<number>();
  for (let sent = 0; sent < 130; sent++) statuses.add((await send(visit, navigation)).status);
  assert.equal([...statuses], [303, 422]);
});

test.run();
