import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../support/eventually.ts';
import { optionsOf } from '../../../support/fields.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('the page of what answers say');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;
let formId: string;
let drinkId: string;
let path: string;

const fields = [
  {
    key: 'drink',
    label: 'A <drink> & more',
    kind: 'single_choice',
    options: optionsOf('Tea & milk', 'Coffee'),
  },
  { key: 'age', label: 'Age', kind: 'number' },
  { key: 'note', label: 'A note', kind: 'long_text' },
  { key: 'mail', label: 'E-mail', kind: 'email' },
];
const WithFields = Type.Object({ fields: Type.Array(Type.Object({ id: Type.String() })) });

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
  visit = await signIn(service, account.key);
  formId = await service.newForm(account.accountId, fields);
  path = `/console/forms/${formId}/answers`;
  await service.settled();
  const form = Value.Parse(WithFields, JSON.parse((await service.admin('GET', `/forms/${formId}`)).text));
  drinkId = form.fields[0]?.id ?? '';
  for (const answers of [
    { drink: 'Tea & milk', age: 20, note: 'The <b>garden</b> was lovely', mail: 'ada@example.com' },
    { drink: 'Tea & milk', age: 30, note: 'A lovely garden' },
    { drink: 'Coffee', age: 70 },
    {},
  ])
    await account.api('POST', '/submissions', { body: { form_id: formId, answers } });
  await service.settled();
});
test.after(() => service.close());

/** The text of a page without its tags, and without what only screen readers say of a count. */
const wordsOf = (html: string): string =>
  html
    .replace(/<span class="hidden"> answered [^<]*<\/span>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

const shown = async (query = '?wait=yes'): Promise<string> => {
  const page = await visit.get(path + query);
  assert.is(page.status, 200, page.text);
  return page.text;
};

test('each question has its figures, and no answer is counted apart', async () => {
  const html = await shown();
  const words = wordsOf(html);
  for (const part of [
    '4 submissions',
    '3 of 4 answered (75.0 %), 1 without an answer',
    'Tea &amp; milk 2 66.7 %',
    'Coffee 1 33.3 %',
    'Mean 40',
    'Median 30',
    'lovely 2',
    'These answers say who a person is.',
  ])
    assert.match(words, part);
  assert.not.match(html, 'ada@example.com');
  assert.not.match(html, '<b>garden');
  assert.match(html, 'href="/console/submissions/');
  assert.match((await visit.get(`/console/forms/${formId}`)).text, `href="${path}"`);
});

test('the address has the filters, and the controls show them', async () => {
  assert.match(wordsOf(await shown('?to=2020-01-01&wait=yes')), 'No submissions match.');
  assert.match(wordsOf(await shown('?days=7&wait=yes')), '4 submissions');
  assert.match(wordsOf(await shown('?source=form&wait=yes')), '0 submissions');
  assert.match(wordsOf(await shown('?completion=incomplete&wait=yes')), '0 submissions');
  assert.match(wordsOf(await shown('?version=1&from=&to=&wait=yes')), '4 submissions');
  assert.match(await shown('?from=2026-02-30&wait=yes'), '4</strong> submissions');
  assert.match(await shown('?from=2026-01-01&wait=yes'), 'value="2026-01-01"');
  assert.is((await visit.get(`${path}?days=8`)).status, 400);
});

test('two groups by an answer, and two periods, stand side by side', async () => {
  const [a, b] = ['Tea & milk', 'Coffee'].map((value) => encodeURIComponent(`${drinkId}:${value}`));
  const words = wordsOf(await shown(`?compare=options&a=${a}&b=${b}&wait=yes`));
  assert.match(words, /A: A &lt;drink.*: Tea &amp; milk 2 submissions/);
  assert.match(words, 'Coffee 1 submissions');
  assert.match(words, 'Mean 25 A 70 B');
  const periods = wordsOf(await shown('?days=30&compare=previous&wait=yes'));
  assert.match(periods, 'B: ');
  assert.match(periods, '0 submissions');
  const half = wordsOf(await shown('?compare=options&wait=yes'));
  assert.not.match(half, 'B: ');
});

test('a question alone, and its charts as an image that needs nothing else', async () => {
  const only = `single_choice-${drinkId}`;
  const alone = wordsOf(await shown(`?only=${only}&wait=yes`));
  assert.match(alone, 'All questions');
  assert.not.match(alone, 'Median');
  const image = await visit.get(`${path}/chart.svg?only=${only}`);
  assert.is(image.header('content-type'), 'image/svg+xml; charset=utf-8');
  assert.match(image.header('content-disposition') ?? '', 'attachment');
  assert.match(image.text, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.match(image.text, 'Tea &amp; milk');
  assert.match(image.text, '2  (66.7 %)');
  assert.not.match(image.text, /style=|<style|class=|href=/);
  assert.is((await visit.get(`${path}/chart.svg?only=none`)).status, 404);
});

test('while the answers are counted, the page says how far, and a later request gets that count', async () => {
  const { answers } = service.deps.queries;
  const former = answers.answerPage;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  answers.answerPage = async (by, page) => {
    await held;
    return former(by, page);
  };
  try {
    const html = await shown('?source=api');
    assert.match(html, /Counting the answers/);
    const [, again = ''] = /hx-get="([^"]+)"/.exec(html) ?? [];
    assert.match(again, 'counted_since=');
    const [, waiting = ''] = /<noscript>.*?href="([^"]+)"/s.exec(html) ?? [];
    const later = visit.get(waiting.replaceAll('&amp;', '&'));
    await account.api('POST', '/submissions', { body: { form_id: formId, answers: { drink: 'Coffee' } } });
    await service.settled();
    release();
    assert.match((await later).text, 'submissions');
    await eventually('it is counted', async () =>
      (await visit.get(again.replaceAll('&amp;', '&'))).text.includes('Counted'),
    );
  } finally {
    answers.answerPage = former;
  }
});

test('the form of another account has no page', async () => {
  const other = await signIn(service, (await service.newAccount()).key);
  assert.is((await other.get(path)).status, 404);
  assert.is((await other.get(`${path}/chart.svg?only=x`)).status, 404);
});

test.run();
