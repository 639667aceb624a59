import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, signIn, type Visit } from '../../support/web.ts';

const test = suite('the page after the sending');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
});
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

const fields = [
  { key: 'name', label: 'Your name', kind: 'short_text' },
  { key: 'drink', label: 'A drink', kind: 'single_choice', options: optionsOf('Tea') },
];

async function formWith(thanks: object): Promise<string> {
  const formId = await service.newForm(mine.accountId, fields);
  const changed = await service.admin('PATCH', `/forms/${formId}`, { body: { responses: { thanks } } });
  assert.is(changed.status, 200, changed.text);
  // Pages of forms are up to two seconds old.
  service.clock.aheadMs += 2_000;
  return formId;
}

async function send(formId: string, visit: Visit = openVisit(service)) {
  const { text } = await visit.get(`/f/${formId}`);
  const formToken = /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const sent = await visit.post(`/f/${formId}`, { formToken, name: 'Ada <3', drink: 'Tea' });
  assert.is(sent.status, 303, sent.text);
  return visit.get(sent.location ?? '');
}

test('it has the text of the form, with its line breaks and as text', async () => {
  const formId = await formWith({ text: 'Thanks!\n<b>Bye.</b>' });
  const page = await send(formId);
  assert.match(page.text, />Thanks!\n&lt;b(>|&gt;)Bye\.&lt;\/b(>|&gt;)<\/p>/);
  assert.not.match(page.text, 'have arrived');
});

test('it leads to the page that follows: by itself, or with a link where there is something to read', async () => {
  const formId = await formWith({ redirect_to: 'https://www.example.com/done?a=1&b=2' });
  assert.match(
    (await send(formId)).text,
    '<meta http-equiv="refresh" content="0; url=https://www.example.com/done?a=1&amp;b=2"/>',
  );
  const framed = await openVisit(service).get(`/f/${formId}/thanks`, { 'sec-fetch-dest': 'iframe' });
  assert.not.match(framed.text, 'http-equiv="refresh"');
  assert.match(framed.text, 'target="_top"');
  const read = await send(await formWith({ redirect_to: 'https://www.example.com/done', text: 'Read this' }));
  assert.not.match(read.text, 'http-equiv="refresh"');
  assert.match(read.text, '>Continue to www.example.com</a>');
});

test('an address with quotes leads nowhere else', async () => {
  const page = await send(await formWith({ redirect_to: 'https://www.example.com/?a="><script>' }));
  assert.match(page.text, 'content="0; url=https://www.example.com/?a=&#34;><script>"');
});

test('it shows what was sent to the browser that sent it, and to no other', async () => {
  const formId = await formWith({ shows_answers: true });
  const visit = openVisit(service);
  const page = await send(formId, visit);
  assert.match(page.text, /<dt dir="auto">Your name<\/dt><dd dir="auto">Ada &lt;3<\/dd>/);
  assert.match(page.text, /<dd dir="auto">Tea<\/dd>/);
  assert.not.match((await openVisit(service).get(`/f/${formId}/thanks`)).text, 'Ada');
  service.clock.aheadMs += 3_600_000;
  assert.not.match((await visit.get(`/f/${formId}/thanks`)).text, 'Ada');
});

test('an erased submission is not shown any more', async () => {
  const formId = await formWith({ shows_answers: true });
  const visit = openVisit(service);
  await send(formId, visit);
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const id = (await mine.api('GET', `/submissions?form_id=${formId}`)).at('data.0.id');
  const erased = await service.admin('POST', `/submissions/${String(id)}/erase`);
  assert.ok(erased.status < 300, erased.text);
  assert.not.match((await visit.get(`/f/${formId}/thanks`)).text, 'Ada');
});

for (const [thanks, path] of [
  [{ text: ' \n ' }, '/responses/thanks/text'],
  [{ redirect_to: 'javascript:alert(1)' }, '/responses/thanks/redirect_to'],
  [{ redirect_to: '//example.com' }, '/responses/thanks/redirect_to'],
] as const)
  test(`${JSON.stringify(thanks)} is refused, by the API and in the console`, async () => {
    const formId = await service.newForm(mine.accountId, fields);
    const refused = await service.admin('PATCH', `/forms/${formId}`, { body: { responses: { thanks } } });
    assert.is(refused.status, 400);
    assert.match(refused.text, path);
    const created = await mine.api('POST', '/forms', {
      body: { title: 'A', fields: [], responses: { thanks } },
    });
    assert.is(created.status, 400);
    assert.match(created.text, path);
  });

test('the console sets it, and names what is wrong', async () => {
  const formId = await service.newForm(mine.accountId, fields);
  const owner = await signIn(service, service.operatorTokens[0] ?? '');
  const path = `/console/forms/${formId}/responses`;
  await owner.get(path);
  const others = { days: '30', hours: '0', correction_days: '30' };
  const wrong = await owner.post(path, { ...others, thanks: 'Bye', redirect: 'ftp://example.com' });
  assert.is(wrong.status, 422);
  assert.match(wrong.text, 'Must be a URL with http or https.');
  assert.match(wrong.text, 'ftp://example.com');
  const saved = await owner.post(path, {
    ...others,
    thanks: 'Bye\r\nnow',
    redirect: '',
    shows_answers: 'yes',
  });
  assert.is(saved.status, 303, saved.text);
  assert.equal((await mine.api('GET', `/forms/${formId}`)).at('responses.thanks'), {
    text: 'Bye\nnow',
    redirect_to: null,
    shows_answers: true,
  });
});

test.run();
