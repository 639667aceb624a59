import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('the console: what happened');
let service: TestService;
let operator: Visit;
let formId: string;
let accountId: string;
test.before(async () => {
  service = await startService();
  operator = await signIn(service, service.operatorTokens[0] ?? '');
  const account = await service.newAccount();
  ({ accountId } = account);
  formId = await service.newForm(accountId, [nameField]);
  await service.admin('PATCH', `/forms/${formId}`, { body: { title: '=Feedback <b>' } });
  const changed = await account.api('PATCH', '/forms', {
    body: { id: formId, description: 'By a key' },
  });
  assert.is(changed.status, 200, changed.text);
});
test.after(() => service.close());

const text = (html: string): string =>
  html
    .replace(/<(?:span|a)[^>]*>|<\/(?:span|a)>/g, '')
    .replaceAll('&lt;', '<')
    .replace(/\s+/g, ' ');

test('each event is a sentence with names, and its changes stand side by side', async () => {
  const page = await operator.get(`/console/history/form/${formId}`);
  assert.match(text(page.text), 'Operator test-operator gave the form the title “=Feedback <b>”.');
  assert.match(text(page.text), 'API key “test” changed the description of the form “=Feedback <b>”.');
  assert.match(page.text, /Title[^]*A form[^]*=Feedback &lt;b>/);
  const [shown = ''] = page.text.split('The state at a moment');
  const words = shown.replace(/<details[^]*?<\/details>/g, '');
  for (const stored of ['/updated_at', '&#34;title', 'FormDetailsChanged', 'short_text'])
    assert.not.match(words, stored, `${stored} stands behind details alone`);
});

test('events are chosen by person, kind and day, and the address says so', async () => {
  const path = `/console/history/form/${formId}`;
  const byKey = text((await operator.get(`${path}?by=operator%3Atest-operator&kind=settings`)).text);
  assert.match(byKey, 'gave the form the title');
  assert.not.match(byKey, 'changed the description of the form');
  assert.not.match(byKey, 'published the form');
  assert.match((await operator.get(`${path}?since=2020-01-01&until=2020-01-02`)).text, 'No event fits');
  assert.is((await operator.get(`${path}?since=2020-02-31`)).status, 400);
  assert.is((await operator.get(`${path}?by=nobody`)).status, 400);
});

test('the same events are a CSV file without formulas, and lines of JSON', async () => {
  const path = `/console/history/form/${formId}/events`;
  const csv = await operator.get(`${path}.csv?kind=settings`);
  const lines = csv.text.trim().split('\r\n');
  assert.is(lines.length, 3, csv.text);
  assert.match(lines[0] ?? '', 'Time (UTC),What happened,Changed,Before,After');
  assert.match(csv.text, ",'=Feedback <b>,");
  assert.match(String(csv.header('content-disposition')), 'history-form-');
  const ndjson = await operator.get(`${path}.ndjson`);
  const events = ndjson.text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  assert.is(events.length, 4, 'one for each event');
  assert.match(ndjson.text, '"sentence":"Operator test-operator published the form “A form”."');
});

test('a key sees the histories of its account within its scopes, and no other account', async () => {
  const stranger = await signIn(service, (await service.newAccount()).key);
  for (const path of ['', '/events.csv', '/events.ndjson'])
    assert.is((await stranger.get(`/console/history/form/${formId}${path}`)).status, 404, path);
  const narrow = await service.admin('POST', `/accounts/${accountId}/keys`, {
    body: { name: 'narrow', scopes: ['submissions:read'] },
  });
  const visit = await signIn(service, String(narrow.at('key')));
  assert.is((await visit.get(`/console/history/form/${formId}/events.csv`)).status, 403);
});

test.run();
