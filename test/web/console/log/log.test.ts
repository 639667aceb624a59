import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newMember } from '../../../support/people.ts';
import { nameField, startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('the console: the log');
let service: TestService;
let operator: Visit;
let accountId: string;
let formId: string;
test.before(async () => {
  service = await startService();
  operator = await signIn(service, service.operatorTokens[0] ?? '');
  ({ accountId } = await service.newAccount());
  formId = await service.newForm(accountId, [nameField], 'draft');
  for (let change = 0; change < 120; change++)
    await service.admin('PATCH', `/forms/${formId}`, { body: { title: `Title ${change}` } });
  await service.settled();
});
test.after(() => service.close());

const revisionsIn = (html: string): number[] =>
  [...html.matchAll(new RegExp(`/console/log/form-${formId}/(\\d+)`, 'g'))].map(([, at]) => Number(at));
const linkIn = (html: string, rel: string): string =>
  (new RegExp(`href="([^"]+)" rel="${rel}"`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

test('the log is read beyond the memory of the process, page by page in both directions', async () => {
  const first = await operator.get('/console/log?type=FormDetailsChanged');
  const newest = revisionsIn(first.text);
  assert.is(newest[0], 120);
  const second = await operator.get(linkIn(first.text, 'next'));
  const third = await operator.get(linkIn(second.text, 'next'));
  const all = [first, second, third].flatMap(({ text }) => revisionsIn(text));
  assert.equal(
    all,
    Array.from({ length: 120 }, (_, index) => 120 - index),
  );
  const back = await operator.get(linkIn(third.text, 'prev'));
  assert.equal(revisionsIn(back.text), revisionsIn(second.text));
});

test('the author of an event is named, also where the author is a person', async () => {
  const editor = await newMember(service, accountId, {
    email: 'ines@example.com',
    role: 'editor',
    name: 'Ines',
  });
  await editor.get('/console/forms/new');
  const made = await editor.post('/console/forms/new', { title: 'Of Ines', description: '', once: '1' });
  assert.is(made.status, 303, made.text);
  const { text } = await operator.get('/console/log?type=FormCreated');
  assert.match(text, />Ines</);
  assert.not.match(text, 'A person who was erased');
});

test('events are found by account, stream and time', async () => {
  const { accountId: other } = await service.newAccount();
  const ofOther = await operator.get(`/console/log?account=${other}`);
  assert.match(ofOther.text, `account-${other}`);
  assert.equal(revisionsIn(ofOther.text), []);
  assert.ok(
    revisionsIn((await operator.get(`/console/log?stream=form-&account=${accountId}`)).text).length > 0,
  );
  const past = await operator.get('/console/log?until=2020-01-01T00:00');
  assert.match(past.text, 'No events match.');
  const year = new Date().getUTCFullYear() + 1;
  const future = await operator.get(`/console/log?since=${year}-01-01T00:00`);
  assert.match(future.text, 'No events match.');
  assert.is((await operator.get('/console/log?until=2020-13-01T00:00')).status, 400);
});

test('a time leads to the events before it, from the nearest event that the read models know', async () => {
  const { accountId: sender, api } = await service.newAccount();
  const form_id = await service.newForm(sender);
  const made = await api('POST', '/submissions', { body: { form_id, answers: { name: 'Ada' } } });
  await service.settled();
  const at = await service.deps.queries.overTime.positionAfter('2020-01-01', [sender]);
  assert.ok(at !== null && at > 0n);
  assert.is(String(at), made.header('x-log-position'));
  assert.is(await service.deps.queries.overTime.positionAfter('9999-01-01', [sender]), null);
});

test('a position leads to the events before it', async () => {
  const [event] = (await service.log.readPage(`form-${formId}`, { direction: 'forwards', from: 3, limit: 1 }))
    .events;
  const page = await operator.get(`/console/log?stream=form-${formId}&before=${event?.position}`);
  assert.equal(revisionsIn(page.text), [2, 1, 0]);
});

test.run();
