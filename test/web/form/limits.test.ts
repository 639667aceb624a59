import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { formRates } from '../../support/settings.ts';
import { openVisit, type PageAnswer } from '../../support/web.ts';

const test = suite('limits of public forms');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({
    settings: formRates({ pages: 20, sendings: 3, attempts: 12, misses: 5 }),
    http: { minFormMs: 0 },
  });
  mine = await service.newAccount();
});
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

const tokenOf = ({ text }: PageAnswer): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';

test('requests for unknown forms are limited by address, and do not affect known forms', async () => {
  const formId = await service.newForm(mine.accountId);
  const visit = openVisit(service);
  assert.is((await visit.get(`/f/${formId}`)).status, 200);
  for (let count = 0; count < 5; count++)
    assert.is((await visit.get(`/f/nothing-${count}`)).status, 404, String(count));
  const refused = await visit.get('/f/nothing-at-all');
  assert.is(refused.status, 429);
  assert.ok(Number(refused.header('retry-after')) > 0);
  assert.is((await visit.get(`/f/${formId}`)).status, 200);
});

test('a name without a form is looked up once a second at most', async () => {
  const { forms } = service.deps.queries;
  const { idOfBareSlug } = forms;
  let looks = 0;
  Object.assign(forms, { idOfBareSlug: (slug: string) => ((looks += 1), idOfBareSlug(slug)) });
  try {
    for (let count = 0; count < 4; count++) await openVisit(service).get('/f/nowhere');
    assert.is(looks, 1);
  } finally {
    Object.assign(forms, { idOfBareSlug });
  }
});

test('the pages that an address loads in a minute are limited', async () => {
  const formId = await service.newForm(mine.accountId);
  const visit = openVisit(service);
  const statuses: number[] = [];
  for (let count = 0; count < 21; count++) statuses.push((await visit.get(`/f/${formId}`)).status);
  assert.equal([...new Set(statuses.slice(0, 20))], [200]);
  assert.is(statuses[20], 429);
});

/** Opens a form and returns what sends it, each time under a token of its own unless one is given. */
async function openForm() {
  const formId = await service.newForm(mine.accountId);
  const visit = openVisit(service);
  const tokens: string[] = [];
  for (let count = 0; count < 5; count++) tokens.push(tokenOf(await visit.get(`/f/${formId}`)));
  return (name: string, formToken = tokens.pop() ?? '') =>
    visit.post(`/f/${formId}`, { formToken, name, other: 'x' });
}

test('submissions count against an address; faults and double clicks do not', async () => {
  const send = await openForm();
  const token = tokenOf(await send(''));
  for (let count = 0; count < 3; count++) assert.is((await send('')).status, 422);
  for (let count = 0; count < 3; count++) assert.is((await send('Ada', token)).status, 303);
  assert.is((await send('Grace')).status, 303);
});

test("beyond the limit of submissions the texts of the form's own controls are kept until they can be sent", async () => {
  const send = await openForm();
  for (const name of ['Ada', 'Grace', 'Alan']) assert.is((await send(name)).status, 303);
  const kept = await send('Edsger');
  assert.is(kept.status, 429);
  assert.match(kept.text, 'name="name" value="Edsger"');
  assert.not.match(kept.text, 'other');
  assert.match(
    String(kept.header('content-security-policy')),
    /frame-ancestors \*/,
    'also where it is embedded',
  );
  const seconds = Number(kept.header('retry-after'));
  assert.ok(seconds > 0 && seconds <= 60, String(seconds));
  assert.match(kept.text, `send them again in ${seconds} second`);
  service.clock.aheadMs += seconds * 1_000;
  assert.is((await send('Edsger', tokenOf(kept))).status, 303);
});

test('beyond the limit of attempts some texts are kept; far beyond it, the body is not read', async () => {
  const send = await openForm();
  const answers: PageAnswer[] = [];
  for (let count = 0; count < 43; count++) answers.push(await send(count < 12 ? '' : `Ada ${count}`, 'none'));
  assert.equal([...new Set(answers.slice(0, 12).map(({ status }) => status))], [422]);
  const [kept, last] = [answers[12], answers[42]];
  assert.is(kept?.status, 429);
  assert.match(kept?.text ?? '', 'name="name" value="Ada 12"');
  assert.is(last?.status, 429);
  assert.not.match(last?.text ?? '', 'Ada');
  assert.ok((last?.text.length ?? 0) < 2_000);
});

test('texts of the permitted length are accepted, whatever their script', async () => {
  const essay = (key: string) => ({ key, label: key, kind: 'long_text' });
  const formId = await service.newForm(mine.accountId, [essay('a'), essay('b')]);
  const visit = openVisit(service);
  const page = await visit.get(`/f/${formId}`);
  const sent = await visit.post(`/f/${formId}`, {
    formToken: tokenOf(page),
    a: 'ж'.repeat(90_000),
    b: '字'.repeat(90_000),
  });
  assert.is(sent.status, 303, sent.text.slice(0, 500));
  const answers = { a: '字'.repeat(100_000), b: '字'.repeat(100_000) };
  const created = await mine.api('POST', '/submissions', { body: { form_id: formId, answers } });
  assert.is(created.status, 201, created.text.slice(0, 500));
});

test('two texts of emoji are accepted, in any encoding of a client or a browser', async () => {
  const essays = ['a', 'b'].map((key) => ({ key, label: key, kind: 'long_text' }));
  const formId = await service.newForm(mine.accountId, essays);
  const texts = { a: '👍'.repeat(100_000), b: '👍'.repeat(100_000) };
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const sent = await visit.post(`/f/${formId}`, { formToken, ...texts });
  assert.is(sent.status, 303, sent.text.slice(0, 500));
  const escaped = JSON.stringify({ form_id: formId, answers: texts }).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const created = await service.inject({
    method: 'POST',
    url: '/api/public/v1/submissions',
    payload: escaped,
    headers: { 'content-type': 'application/json', 'x-api-key': mine.key },
  });
  assert.is(created.status, 201, created.text.slice(0, 500));
});

test('answers of every script that fit into a submission can be sent from the page', async () => {
  const essays = ['a', 'b', 'c'].map((key) => ({ key, label: key, kind: 'long_text' }));
  const formId = await service.newForm(mine.accountId, essays);
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const text = '字'.repeat(100_000);
  const sent = await visit.post(`/f/${formId}`, { formToken, a: text, b: text, c: text });
  assert.is(sent.status, 303, sent.text.slice(0, 500));
});

test('answers that are too long together are 413 with the longest', async () => {
  const essays = Array.from({ length: 12 }, (_, n) => ({ key: `e${n}`, label: `E ${n}`, kind: 'long_text' }));
  const formId = await service.newForm(mine.accountId, essays);
  const answers = Object.fromEntries(
    essays.map(({ key }, n) => [key, 'x'.repeat(n === 5 ? 99_500 : 99_000)]),
  );
  const refused = await mine.api('POST', '/submissions', { body: { form_id: formId, answers } });
  assert.is(refused.status, 413);
  assert.equal(refused.at('error.details'), {
    bytes: 1_188_524,
    longest: { key: 'e5', bytes: 99_502 },
  });
});

test('answers that are too long together stay on the page', async () => {
  const essays = Array.from({ length: 12 }, (_, n) => ({
    key: `e${n}`,
    label: `Essay ${n}`,
    kind: 'long_text',
  }));
  const formId = await service.newForm(mine.accountId, essays);
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const texts = Object.fromEntries(essays.map(({ key }) => [key, 'x'.repeat(99_000)]));
  const answer = await visit.post(`/f/${formId}`, { formToken, ...texts });
  assert.is(answer.status, 413);
  assert.match(answer.text, 'Together, your answers are too long.');
  assert.match(answer.text, 'The longest is the answer to “Essay');
  assert.ok(answer.text.length > 1_188_000);
});

test('a text that is too long is shown again, and a form far beyond its limit is refused with the reason', async () => {
  const formId = await service.newForm(mine.accountId, [nameField]);
  const visit = openVisit(service);
  const wrong = await visit.post(`/f/${formId}`, { name: 'x'.repeat(600_000) });
  assert.is(wrong.status, 422);
  assert.match(wrong.text, 'Must have at most 2000 characters.');
  assert.ok(wrong.text.length > 600_000, 'the text comes back');
  const answer = await visit.post(`/f/${formId}`, { name: 'x'.repeat(1_200_000) });
  assert.is(answer.status, 413);
  assert.match(answer.text, 'Your answers are too large to be sent.');
  const many = await service.inject({
    method: 'POST',
    url: `/f/${formId}`,
    payload: 'a=&'.repeat(7_000),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.is(many.status, 413);
  assert.match(many.text, 'Your answers are too large to be sent.');
});

test.run();
