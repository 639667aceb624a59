import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit, signIn } from '../../../support/web.ts';

const test = suite('the look of a form');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
});
test.after(() => service.close());

const fields = [{ key: 'name', label: 'Your name', kind: 'short_text', required: true }];
const noPictures = { logo: null, cover: null };
const sheet = '<link rel="stylesheet" href="/assets/look/0a7d55.css"/>';

async function change(formId: string, body: object): Promise<void> {
  const changed = await service.admin('PATCH', `/forms/${formId}`, { body });
  assert.is(changed.status, 200, changed.text);
  // Pages of forms are up to two seconds old.
  service.clock.aheadMs += 2_000;
}

/** Reads a form once the read models have everything. */
async function lookOf(formId: string): Promise<unknown> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  return (await service.admin('GET', `/forms/${formId}`)).at('look');
}

async function greenForm(): Promise<string> {
  const formId = await service.newForm(mine.accountId, fields);
  await change(formId, { look: { color: '#0A7D55' } });
  return formId;
}

test('every page of the form has the style sheet of its colour', async () => {
  const formId = await greenForm();
  await change(formId, { responses: { corrections: { by_respondent: true } } });
  const visit = openVisit(service);
  const shown = await visit.get(`/f/${formId}`);
  assert.match(shown.text, sheet);
  const formToken = /name="formToken" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  const wrong = await visit.post(`/f/${formId}`, { formToken, name: '' });
  assert.is(wrong.status, 422);
  assert.match(wrong.text, sheet);
  const saved = await visit.post(`/f/${formId}/save`, { formToken, name: 'Ada' });
  assert.match(saved.text, sheet);
  const sent = await visit.post(`/f/${formId}`, { formToken, name: 'Ada' });
  const thanks = await visit.get(sent.location ?? '');
  assert.match(thanks.text, sheet);
  const [, correct = ''] = /href="(\/f\/[^"]+\/correct\?link=[^"]+)"/.exec(thanks.text) ?? [];
  assert.match((await visit.get(correct)).text, sheet);
  assert.match((await visit.get(`/f/${formId}/correct?link=none`)).text, sheet);
  assert.match((await visit.get(`/f/${formId}/continue?link=none`)).text, sheet);
  await change(formId, { status: 'closed' });
  assert.match((await openVisit(service).get(`/f/${formId}`)).text, sheet);
});

test('saved answers come back in the colour that the form has now', async () => {
  const formId = await greenForm();
  const visit = openVisit(service);
  const { text } = await visit.get(`/f/${formId}`);
  const formToken = /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
  await visit.post(`/f/${formId}/save`, { formToken, name: 'Ada' });
  await change(formId, { look: { color: '#552288' } });
  const again = await visit.get(`/f/${formId}`);
  assert.match(again.text, 'value="Ada"');
  assert.match(again.text, '/assets/look/552288.css');
  const wrong = await visit.post(`/f/${formId}`, { formToken, name: '' });
  assert.match(wrong.text, '/assets/look/552288.css');
});

test('a form without a colour, and one that is a draft again, has no style sheet of its own', async () => {
  const plain = await service.newForm(mine.accountId, fields);
  assert.not.match((await openVisit(service).get(`/f/${plain}`)).text, '/assets/look/');
  const formId = await greenForm();
  await change(formId, { status: 'draft' });
  const page = await openVisit(service).get(`/f/${formId}`);
  assert.is(page.status, 410);
  assert.not.match(page.text, '/assets/look/');
  await change(formId, { status: 'published', look: { color: null } });
  assert.not.match((await openVisit(service).get(`/f/${formId}`)).text, '/assets/look/');
});

test('a style sheet follows from its name, and browsers may keep it', async () => {
  const answer = await openVisit(service).get('/assets/look/0a7d55.css');
  assert.is(answer.status, 200);
  assert.is(answer.header('content-type'), 'text/css; charset=utf-8');
  assert.is(answer.header('cache-control'), 'public, max-age=31536000, immutable');
  assert.match(answer.text, '--pico-primary-background: #0a7d55;');
});

for (const name of [
  '0A7D55.css',
  '0a7d5.css',
  '0a7d55',
  '0a7d55.css.css',
  'red.css',
  '%230a7d55.css',
  '0a7d55.css%0a',
])
  test(`there is no style sheet "${name}"`, async () => {
    assert.is((await openVisit(service).get(`/assets/look/${name}`)).status, 404);
  });

test('a new form gets a look, a repeated request the same answer, and a copy looks the same', async () => {
  const request = {
    body: { title: 'Green', fields, look: { color: '#0A7D55' } },
    headers: { 'idempotency-key': 'green' },
  };
  const [first, second] = [
    await mine.api('POST', '/forms', request),
    await mine.api('POST', '/forms', request),
  ];
  assert.is(first.status, 201, first.text);
  assert.equal(first.at('look'), { ...noPictures, color: '#0a7d55' });
  assert.equal(second.at('look'), { ...noPictures, color: '#0a7d55' });
  assert.is(second.at('id'), first.at('id'));
  const id = String(first.at('id'));
  assert.equal(await lookOf(id), { ...noPictures, color: '#0a7d55' });
  assert.equal((await mine.api('GET', `/forms/${id}`)).at('look'), { ...noPictures, color: '#0a7d55' });
  const owner = await signIn(service, service.operatorTokens[0] ?? '');
  await owner.get(`/console/forms/${id}`);
  const copied = await owner.post(`/console/forms/${id}/duplicate`, { once: 'now' });
  const [, copy = ''] = /forms\/([^/]+)\/edit/.exec(copied.location ?? '') ?? [];
  assert.equal(await lookOf(copy), { ...noPictures, color: '#0a7d55' });
});

for (const color of ['green', '#fff', '0a7d55', '#0a7d55;}', '', 1])
  test(`the colour ${JSON.stringify(color)} is refused`, async () => {
    const formId = await service.newForm(mine.accountId, fields);
    const refused = await service.admin('PATCH', `/forms/${formId}`, { body: { look: { color } } });
    assert.is(refused.status, 400, refused.text);
    assert.match(refused.text, '/look/color');
    assert.match(refused.text, typeof color === 'string' ? 'Must be a colour' : 'Must be');
  });

test('the console sets it, names what is wrong, and takes it back', async () => {
  const formId = await service.newForm(mine.accountId, fields);
  const owner = await signIn(service, service.operatorTokens[0] ?? '');
  const path = `/console/forms/${formId}/look`;
  assert.match((await owner.get(path)).text, 'type="color"');
  const wrong = await owner.post(path, { has_color: 'yes', color: 'green "><b>' });
  assert.is(wrong.status, 422);
  assert.match(wrong.text, 'value="green &#34;><b>"');
  assert.match(wrong.text, 'Must be a colour: # and six digits');
  const saved = await owner.post(path, { has_color: 'yes', color: '#552288' });
  assert.is(saved.status, 303, saved.text);
  assert.equal(await lookOf(formId), { ...noPictures, color: '#552288' });
  assert.match((await owner.get(path)).text, 'value="#552288"');
  await owner.post(path, { has_color: 'no', color: '#552288' });
  assert.equal(await lookOf(formId), { ...noPictures, color: null });
});

test('the history says so', async () => {
  const formId = await greenForm();
  const read = await service.admin('GET', `/forms/${formId}/history`);
  assert.match(read.text, 'changed the colour of the form');
});

test.run();
