import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';
import { formRates } from '../../support/settings.ts';
import { openVisit, type PageAnswer, type Visit } from '../../support/web.ts';

const test = suite('public forms that are saved before they are sent');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({
    settings: formRates({ pages: 600, sendings: 600, attempts: 600, misses: 60, saves: 40 }),
    http: { minFormMs: 0 },
    plans: {
      tiny: { published_forms: 10, submissions_per_month: 1, started_submissions_per_month: 1, api: true },
    },
  });
  mine = await service.newAccount();
});
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

const name = { key: 'name', label: 'Your name', kind: 'short_text', required: true };
const mail = { key: 'mail', label: 'Your mail', kind: 'email' };
const drink = { key: 'drink', label: 'A drink', kind: 'single_choice', options: optionsOf('Tea', 'Coffee') };

const tokenOf = (text: string): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
const linkOf = ({ text }: PageAnswer): string =>
  new URL(/https:\/\/[^"]*\/continue\?link=[\w-]+/.exec(text)?.[0] ?? 'https://forms.example/none').search;
const script = { accept: 'application/json' };
type Fields = Readonly<Record<string, string>>;

interface Page {
  readonly formId: string;
  readonly visit: Visit;
  readonly token: string;
}

async function open(formId: string, visit = openVisit(service)): Promise<Page & { text: string }> {
  const page = await visit.get(`/f/${formId}`);
  assert.is(page.status, 200, page.text);
  return { formId, visit, token: tokenOf(page.text), text: page.text };
}

const openNew = async (fields: readonly unknown[] = [name, mail, drink]) =>
  open(await service.newForm(mine.accountId, fields));

const save = ({ formId, visit, token }: Page, fields: Fields, headers: Fields = {}) =>
  visit.post(`/f/${formId}/save`, { formToken: token, ...fields }, headers);
const send = ({ formId, visit, token }: Page, fields: Fields) =>
  visit.post(`/f/${formId}`, { formToken: token, ...fields });

async function submissionsTo(formId: string) {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}`);
  const ids = list.names('data').map((index) => String(list.at(`data.${index}.id`)));
  return Promise.all(
    ids.map(async (id) => {
      const { at, names } = await mine.api('GET', `/submissions?id=${id}`);
      const removed = names('removed_fields').map((index) => at(`removed_fields.${index}.value`));
      return { id, isComplete: at('is_complete'), answers: at('answers'), removed };
    }),
  );
}

for (const [how, headers] of [
  ['without script', {}],
  ['with script', script],
] as const)
  test(`a page that is saved ${how} comes back, and is completed as one submission`, async () => {
    const page = await openNew();
    const saved = await save(page, { name: 'Ada', mail: '', drink: 'Tea' }, headers);
    assert.is(saved.status, 200, saved.text);
    const back = await open(page.formId, page.visit);
    assert.match(back.text, 'value="Ada"');
    assert.match(back.text, /value="Tea" checked/);
    assert.match(back.text, 'These answers were saved on');
    const sent = await send(back, { name: 'Ada L.', mail: 'ada@example.org', drink: 'Tea' });
    assert.is(sent.location, `/f/${page.formId}/thanks`, sent.text);
    const [made, ...others] = await submissionsTo(page.formId);
    assert.is(others.length, 0);
    assert.is(made?.isComplete, true);
    assert.equal(made?.answers, { 'Your name': 'Ada L.', 'Your mail': 'ada@example.org', 'A drink': 'Tea' });
    assert.not.match((await open(page.formId, page.visit)).text, 'value="Ada');
  });

test('answers that are missing or do not fit yet do not keep the others from being saved', async () => {
  const page = await openNew();
  const saved = await save(page, { name: '', mail: 'ada@', drink: 'Coffee' }, script);
  assert.is(saved.status, 200);
  assert.is(saved.at('message'), 'Not saved yet, because the answers are not whole: Your mail.');
  const back = await open(page.formId, page.visit);
  assert.match(back.text, /value="Coffee" checked/);
  assert.not.match(back.text, 'value="ada@"');
  assert.is(
    (await send(back, { name: '', drink: 'Coffee' })).status,
    422,
    'everything is checked at the end',
  );
});

test('saving again changes the same submission, whichever of its tokens the page has', async () => {
  const page = await openNew();
  const first = await save(page, { name: 'A' }, script);
  await save(page, { name: 'Ad' }, script);
  const later = { ...page, token: String(first.at('token')) };
  await save(later, { name: 'Ada' }, script);
  assert.equal((await submissionsTo(page.formId)).length, 1);
  assert.match((await open(page.formId, page.visit)).text, 'value="Ada"');
});

test('the answers that were saved last are kept, even if the page saved the same answers before', async () => {
  const page = await openNew();
  for (const typed of ['Ada', 'Grace', 'Ada'])
    assert.is((await save(page, { name: typed }, script)).status, 200, typed);
  const [saved, ...others] = await submissionsTo(page.formId);
  assert.equal(saved?.answers, { 'Your name': 'Ada', 'Your mail': null, 'A drink': null });
  assert.is(others.length, 0);
});

test('a page that was saved without having got the response completes what was saved', async () => {
  const page = await openNew();
  await save(page, { name: 'Ad' }, script);
  assert.is((await send(page, { name: 'Ada' })).status, 303);
  assert.is((await send(page, { name: 'Ada' })).status, 303, 'a double click');
  const other = await send(page, { name: 'Grace' });
  assert.is(other.status, 409);
  assert.match(other.text, 'You have already sent this form.');
  assert.is((await submissionsTo(page.formId)).length, 1);
});

test('a saving that arrives after the sending changes nothing', async () => {
  const page = await openNew();
  assert.is((await send(page, { name: 'Ada' })).status, 303);
  const late = await save(page, { name: 'Ad' }, script);
  assert.is(late.status, 409);
  assert.is(late.at('is_final'), true);
  const [made, ...others] = await submissionsTo(page.formId);
  assert.equal(
    [made?.answers, others.length],
    [{ 'Your name': 'Ada', 'Your mail': null, 'A drink': null }, 0],
  );
});

test('the cookie belongs to one form, and to no other browser', async () => {
  const [page, other] = [await openNew(), await openNew()];
  const saved = await save(page, { name: 'Ada' }, script);
  const [cookie] = saved.cookies;
  assert.is(cookie?.name, `formlog_saved_${page.formId}`);
  const attributes = { httpOnly: true, sameSite: 'Lax', secure: true, path: '/f/' };
  for (const [attribute, value] of Object.entries(attributes))
    assert.is(new Map(Object.entries(cookie ?? {})).get(attribute), value, attribute);
  assert.not.match(cookie?.value ?? '', 'Ada');
  assert.not.match((await open(page.formId)).text, 'value="Ada"');
  const forged = openVisit(service);
  const headers = { cookie: `formlog_saved_${other.formId}=${cookie?.value}` };
  assert.not.match((await forged.get(`/f/${other.formId}`, headers)).text, 'value="Ada"');
});

test('a token of another form saves nothing', async () => {
  const [page, other] = [await openNew(), await openNew()];
  const refused = await save({ ...page, token: other.token }, { name: 'Ada' }, script);
  assert.is(refused.status, 422);
  assert.is((await submissionsTo(page.formId)).length, 0);
  const shown = await save({ ...page, token: other.token }, { name: 'Ada' });
  assert.is(shown.status, 422);
  assert.match(shown.text, 'value="Ada"', 'what was typed stays');
});

test('"Start again" forgets what the browser saved, and no other site can do so', async () => {
  const page = await openNew();
  await save(page, { name: 'Ada' }, script);
  await page.visit.post(`/f/${page.formId}/start-again`, { formToken: 'forged' });
  const back = await open(page.formId, page.visit);
  assert.match(back.text, 'value="Ada"');
  const again = await page.visit.post(`/f/${page.formId}/start-again`, { formToken: back.token });
  assert.is(again.location, `/f/${page.formId}`);
  const fresh = await open(page.formId, page.visit);
  assert.not.match(fresh.text, 'value="Ada"');
  assert.is((await send(fresh, { name: 'Grace' })).status, 303);
  assert.is((await submissionsTo(page.formId)).length, 2);
});

test('a form that does not save has neither the button nor the route', async () => {
  const page = await openNew();
  await service.admin('PATCH', `/forms/${page.formId}`, {
    body: { responses: { saving: { enabled: false } } },
  });
  service.clock.aheadMs += 2_000;
  const off = await open(page.formId);
  assert.not.match(off.text, '/save"');
  assert.is((await save(off, { name: 'Ada' }, script)).status, 403);
  assert.is((await submissionsTo(page.formId)).length, 0);
});

test('a form that has changed is shown with its new questions, and completes what was saved', async () => {
  const page = await openNew([name, mail]);
  await save(page, { name: 'Ada', mail: 'ada@example.org' }, script);
  const fields = [
    { ...name, label: 'The name of your dog' },
    { ...drink, required: true },
  ];
  await service.admin('PATCH', `/forms/${page.formId}`, { body: { fields } });
  service.clock.aheadMs += 2_000;
  const back = await open(page.formId, page.visit);
  assert.match(back.text, 'Your name');
  const changed = await send(back, { name: 'Ada', mail: 'ada@example.org' });
  assert.is(changed.status, 409);
  assert.match(changed.text, 'The name of your dog');
  const token = tokenOf(changed.text);
  assert.is((await send({ ...page, token }, { name: 'Rex', drink: 'Tea' })).status, 303);
  const [made, ...others] = await submissionsTo(page.formId);
  assert.is(others.length, 0);
  assert.equal(made?.answers, { 'The name of your dog': 'Rex', 'A drink': 'Tea' });
  assert.equal(made?.removed, ['ada@example.org']);
});

test('a closed form takes begun answers for the time that it sets, and no others', async () => {
  const page = await openNew();
  await save(page, { name: 'Ada' }, script);
  const responses = { saving: { completable_hours_after_close: 1 } };
  await service.admin('PATCH', `/forms/${page.formId}`, { body: { responses } });
  await service.admin('PATCH', `/forms/${page.formId}`, { body: { status: 'closed' } });
  service.clock.aheadMs += 2_000;
  assert.is((await openVisit(service).get(`/f/${page.formId}`)).status, 410);
  const back = await open(page.formId, page.visit);
  assert.match(back.text, 'value="Ada"');
  service.clock.aheadMs += 3_600_000;
  assert.is((await page.visit.get(`/f/${page.formId}`)).status, 410);
  const late = await send(back, { name: 'Ada' });
  assert.is(late.status, 410);
  assert.match(late.text, 'Ada', 'what was typed can be copied');
});

test('what was sent elsewhere is not offered to be sent once more', async () => {
  const page = await openNew();
  await save(page, { name: 'Ada' }, script);
  const cookies = [...page.visit.cookies];
  await send(await open(page.formId, page.visit), { name: 'Ada' });
  const elsewhere = openVisit(service);
  const headers = { cookie: cookies.map(([key, value]) => `${key}=${value}`).join('; ') };
  const shown = await elsewhere.get(`/f/${page.formId}`, headers);
  assert.match(shown.text, 'You have sent this form.');
  assert.match(shown.text, 'Start again');
});

test('the link continues in another browser, once', async () => {
  const page = await openNew();
  const saved = await save(page, { name: 'Ada' });
  const search = linkOf(saved);
  const link = new URLSearchParams(search).get('link') ?? '';
  const [other, third] = [openVisit(service), openVisit(service)];
  for (let looks = 0; looks < 2; looks++) {
    const asked = await other.get(`/f/${page.formId}/continue${search}`);
    assert.is(asked.status, 200, 'to look at it does not use it up');
    assert.not.match(asked.text, 'Ada');
  }
  assert.is((await other.post(`/f/${page.formId}/continue`, { link })).location, `/f/${page.formId}`);
  assert.match((await open(page.formId, other)).text, 'value="Ada"');
  const used = await third.post(`/f/${page.formId}/continue`, { link });
  assert.is(used.status, 410);
  assert.is(third.cookies.size, 0);
});

test('a link does not work for another form, after its time, or once its submission is erased', async () => {
  const [page, other] = [await openNew(), await openNew()];
  const linkNow = async () =>
    new URLSearchParams(linkOf(await save(page, { name: 'Ada' }))).get('link') ?? '';
  const follow = async (formId: string, link: string) =>
    (await openVisit(service).post(`/f/${formId}/continue`, { link })).status;
  assert.is(await follow(other.formId, await linkNow()), 410);
  assert.is(await follow(page.formId, page.visit.cookies.get(`formlog_saved_${page.formId}`) ?? ''), 410);
  assert.is(await follow(page.formId, tokenOf((await open(page.formId, page.visit)).text)), 410);
  const old = await linkNow();
  const [{ id } = { id: '' }] = await submissionsTo(page.formId);
  const erasable = await linkNow();
  assert.is((await service.admin('POST', `/submissions/${id}/erase`)).status, 200);
  assert.is(await follow(page.formId, erasable), 410);
  service.clock.aheadMs += 7 * 86_400_000;
  assert.is(await follow(page.formId, old), 410);
});

test('an account that can begin no more submissions says so, and still takes what is sent', async () => {
  const tiny = await service.newAccount('tiny');
  const formId = await service.newForm(tiny.accountId, [name]);
  assert.is((await save(await open(formId), { name: 'Ada' }, script)).status, 200);
  const page = await open(formId);
  const full = await save(page, { name: 'Grace' }, script);
  assert.is(full.status, 403);
  assert.is(full.at('is_final'), true);
  assert.match((await save(page, { name: 'Grace' })).text, 'value="Grace"');
  assert.is((await send(page, { name: 'Grace' })).status, 303);
});

test('savings of an address are limited, and sendings are not', async () => {
  const page = await openNew();
  const statuses: number[] = [];
  for (let count = 0; count < 41; count++) statuses.push((await save(page, { name: 'Ada' }, script)).status);
  assert.equal([statuses[39], statuses[40]], [200, 429]);
  const refused = await save(page, { name: 'Grace Hopper' });
  assert.is(refused.status, 429);
  assert.match(refused.text, 'value="Grace Hopper"');
  assert.is((await send(page, { name: 'Ada' })).status, 303);
});

test('the hidden field that programs fill in saves nothing', async () => {
  const page = await openNew();
  assert.is((await save(page, { name: 'Ada', homePage: 'https://spam.example' }, script)).status, 422);
  assert.is((await submissionsTo(page.formId)).length, 0);
});

test('a box that was never ticked is saved as no answer, and one that was ticked before as not ticked', async () => {
  const terms = { key: 'terms', label: 'I agree', kind: 'consent', required: true };
  const news = { key: 'news', label: 'Send me news', kind: 'consent', default_value: true };
  const page = await openNew([name, terms, news]);
  const first = await save(page, { name: 'Ada', news: 'yes' }, script);
  const later = { ...page, token: String(first.at('token')) };
  const answersNow = async () => (await submissionsTo(page.formId))[0]?.answers;
  assert.equal(await answersNow(), { 'Your name': 'Ada', 'I agree': null, 'Send me news': true });
  const { at } = await service.admin('GET', `/forms/${page.formId}/completion`);
  const stops = at('stopped_after') as readonly { key: string; open: number }[];
  assert.equal(
    stops.filter(({ open: count }) => count > 0).map(({ key }) => key),
    ['name'],
  );
  await save(later, { name: 'Ada', terms: 'yes' }, script);
  assert.equal(await answersNow(), { 'Your name': 'Ada', 'I agree': true, 'Send me news': false });
  await save(later, { name: 'Ada', news: 'yes' }, script);
  assert.equal(await answersNow(), { 'Your name': 'Ada', 'I agree': null, 'Send me news': true });
});

test('no answer is in a log line, an address or a cookie', async () => {
  const page = await openNew();
  const saved = await save(page, { name: 'Lovelace' });
  const link = new URLSearchParams(linkOf(saved)).get('link') ?? '';
  await openVisit(service).post(`/f/${page.formId}/continue`, { link });
  assert.not.match(service.lines.join('\n'), 'Lovelace');
  assert.not.match(service.lines.join('\n'), link);
});

test.run();
