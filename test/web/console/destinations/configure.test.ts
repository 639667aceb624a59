import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('adding and changing destinations in the console');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;

test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  visit = await signIn(service, mine.key);
});
test.after(() => service.close());

const entry = {
  label: 'Shop',
  url: 'https://shop.example/hook',
  events: ['submission.created', 'form.published'],
  form_id: '',
  included_questions: '',
  signature: 'timestamped',
  concurrency: '4',
  rate_per_second: '2.5',
  signing_secret: '',
  enabled: 'on',
};

/** The text of the place of a field's problems. */
const problemIn = (text: string, name: string): string =>
  new RegExp(`id="${name}-problem"[^>]*>([^<]*)<`).exec(text)?.[1] ?? 'no place';

async function onceOf(): Promise<string> {
  const { text } = await visit.get('/console/destinations/new');
  return /name="once" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

const count = async (): Promise<unknown> => {
  await service.settled();
  return (await mine.api('GET', '/destinations')).at('count');
};

async function add(fields: Readonly<Record<string, string | readonly string[]>> = {}): Promise<string> {
  const { text } = await visit.post('/console/destinations/new', {
    ...entry,
    once: await onceOf(),
    ...fields,
  });
  return /href="\/console\/destinations\/(\w{20})"/.exec(text)?.[1] ?? text;
}

test('a destination is added once, in the name of its actor, and its secret is shown once', async () => {
  const before = Number(await count());
  const once = await onceOf();
  const added = await visit.post('/console/destinations/new', { ...entry, once });
  assert.is(added.status, 201, added.text);
  assert.match(added.text, 'whsec_');
  assert.is(added.header('cache-control'), 'no-store');
  const twice = await visit.post('/console/destinations/new', { ...entry, once });
  assert.is(twice.location, `/console/destinations?account=${mine.accountId}`);
  const id = /href="\/console\/destinations\/(\w{20})"/.exec(added.text)?.[1] ?? '';
  const page = await visit.get(`/console/destinations/${id}`);
  assert.match(page.text, 'Submission created, Form published');
  assert.not.match(page.text, 'whsec_');
  assert.is(await count(), before + 1);
  const destination = await mine.api('GET', `/destinations/${id}`);
  assert.equal([destination.at('concurrency'), destination.at('rate_per_second')], [4, 2.5]);
  const history = await service.admin('GET', `/destinations/${id}/history`);
  assert.equal(history.at('data.0.actor'), { kind: 'key', id: mine.keyId });
});

test('each problem is shown beside its field with the input, and nothing is added', async () => {
  const before = await count();
  const answer = await visit.post('/console/destinations/new', {
    ...entry,
    label: '',
    url: 'http://localhost:99/"><b>',
    concurrency: 'many',
    rate_per_second: '0',
    signing_secret: 'short',
    included_questions: 'Your "name"',
    events: [],
  });
  assert.is(problemIn(answer.text, 'events'), 'Choose at least one.');
  assert.is(answer.status, 422);
  assert.is(problemIn(answer.text, 'label'), 'Is required.');
  assert.match(problemIn(answer.text, 'url'), 'Must name 127.0.0.1 in place of localhost');
  assert.is(problemIn(answer.text, 'concurrency'), 'Must be a whole number.');
  assert.match(problemIn(answer.text, 'rate_per_second'), 'Must be at least 0.001.');
  assert.match(problemIn(answer.text, 'signing_secret'), 'Must have 32 to 128 characters.');
  assert.match(answer.text, 'value="many"');
  assert.match(answer.text, 'http://localhost:99/');
  assert.not.match(answer.text, '"><b>');
  assert.is(await count(), before);
});

test('the check during typing returns the problems of the input, and writes nothing', async () => {
  const before = await count();
  const typing = { ...entry, label: '', url: 'ftp://shop.example' };
  const answer = await visit.post('/console/destinations/new/check', typing, { 'hx-request': 'true' });
  assert.is(answer.status, 200);
  assert.is(problemIn(answer.text, 'url'), 'Must be an https URL.');
  assert.is(problemIn(answer.text, 'label'), '', 'an empty field is no problem yet');
  const right = await visit.post('/console/destinations/new/check', entry, { 'hx-request': 'true' });
  assert.is(problemIn(right.text, 'url'), '');
  assert.is(await count(), before);
});

test('a form of another account is refused as unknown', async () => {
  const other = await service.newAccount();
  const form_id = await service.newForm(other.accountId);
  const answer = await visit.post('/console/destinations/new', { ...entry, form_id });
  assert.equal([answer.status, problemIn(answer.text, 'form_id')], [422, 'The form does not exist.']);
});

test('a change records the different settings, and nothing without a difference', async () => {
  const id = await add();
  const page = await visit.get(`/console/destinations/${id}/edit`);
  assert.match(page.text, 'value="https://shop.example/hook"');
  const same = await visit.post(`/console/destinations/${id}/edit`, entry);
  assert.is(same.location, `/console/destinations/${id}`, same.text);
  assert.match((await visit.get(`/console/destinations/${id}`)).text, 'Nothing was changed.');
  await visit.post(`/console/destinations/${id}/edit`, { ...entry, label: 'Warehouse', rate_per_second: '' });
  const changed = await visit.get(`/console/destinations/${id}`);
  assert.match(changed.text, '<h1 dir="auto">Warehouse</h1>');
  assert.match(changed.text, 'No limit');
  const history = await service.admin('GET', `/destinations/${id}/history`);
  assert.is(history.at('data.1.type'), 'DestinationChanged');
  assert.equal(history.names('data.1.data.settings').sort(), ['label', 'ratePerSecond']);
  assert.equal(history.at('data.1.actor'), { kind: 'key', id: mine.keyId });
});

test('an invalid change is refused beside its field', async () => {
  const id = await add();
  const wrong = { ...entry, url: 'https://10.0.0.1/', concurrency: '65' };
  const answer = await visit.post(`/console/destinations/${id}/edit`, wrong);
  assert.is(answer.status, 422);
  assert.match(problemIn(answer.text, 'url'), 'Must not have a private address');
  assert.is(problemIn(answer.text, 'concurrency'), 'Must be at most 64.');
  const checked = await visit.post(`/console/destinations/${id}/edit/check`, wrong, { 'hx-request': 'true' });
  assert.match(problemIn(checked.text, 'url'), 'Must not have a private address');
});

test('the secret is rotated after a question, and the new one is shown once', async () => {
  const id = await add();
  assert.match((await visit.get(`/console/destinations/${id}/secret`)).text, 'Keep the current secret');
  const rotated = await visit.post(`/console/destinations/${id}/secret`, {
    overlap: 'on',
    signing_secret: '',
  });
  assert.match(rotated.text, 'whsec_');
  assert.match(rotated.text, 'The previous secret also remains valid until');
  assert.match(
    (await visit.get(`/console/destinations/${id}`)).text,
    'The previous secret remains valid until',
  );
  const long = await visit.post(`/console/destinations/${id}/secret`, { signing_secret: 'x'.repeat(300) });
  assert.is(long.status, 422);
  assert.match(problemIn(long.text, 'signing_secret'), 'Must have 32 to 128 characters.');
  assert.not.match(long.text, /maxlength/, 'a browser cuts no secret off');
  const refused = await visit.post(`/console/destinations/${id}/secret`, { signing_secret: 'short' });
  assert.equal(
    [refused.status, problemIn(refused.text, 'signing_secret')],
    [422, 'Must have 32 to 128 characters.'],
  );
  const history = await service.admin('GET', `/destinations/${id}/history`);
  assert.is(history.at('data.1.type'), 'DestinationSecretRotated');
});

test('a completed template fills in the form without adding the destination', async () => {
  const before = await count();
  const formId = await service.newForm(mine.accountId);
  const blank = await visit.get(`/console/destinations/template?form_id=${formId}`);
  assert.match(blank.header('content-disposition') ?? '', 'destination.json');
  assert.equal(blank.at('includedQuestions'), ['Name']);
  const template = blank.text
    .replace('"url": ""', '"url": "https://filled.example/in"')
    .replace('Custom webhook', 'Filled in');
  const filled = await visit.post('/console/destinations/new/template', { template });
  assert.is(filled.status, 200, filled.text);
  assert.match(filled.text, 'value="https://filled.example/in"');
  assert.match(filled.text, 'value="Filled in"');
  assert.match(filled.text, `value="${formId}" selected`);
  const wrong = await visit.post('/console/destinations/new/template', { template: '{"url": 1}' });
  assert.is(wrong.status, 422);
  assert.match(problemIn(wrong.text, 'template'), '/events Is required.');
  const noJson = await visit.post('/console/destinations/new/template', { template: 'url: x' });
  assert.is(problemIn(noJson.text, 'template'), 'This is not JSON.');
  assert.is(await count(), before);
});

test.run();
