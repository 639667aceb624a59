import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('from a chart to the submissions that it counts');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;
let formId: string;
const options = ['Tea & milk', 'Coffee', 'Mate: hot'].map((label, n) => ({ value: `v${n}`, label }));
const fields = [
  nameField,
  { key: 'drink', label: 'Drink', kind: 'single_choice', options },
  { key: 'also', label: 'Also', kind: 'multiple_choice', options },
  { key: 'order', label: 'Order', kind: 'ranking', options },
  { key: 'grid', label: 'Grid', kind: 'matrix', options, rows: [{ value: 'r1', label: 'Morning' }] },
  { key: 'nps', label: 'Recommend', kind: 'nps' },
  { key: 'stars', label: 'Stars', kind: 'rating' },
  { key: 'ok', label: 'Fine?', kind: 'yes_no' },
  { key: 'note', label: 'Note', kind: 'long_text' },
  { key: 'mail', label: 'E-mail', kind: 'email' },
  { key: 'hour', label: 'When', kind: 'time' },
  { key: 'height', label: 'Height', kind: 'number' },
  { key: 'fee', label: 'Fee', kind: 'payment' },
  { key: 'day', label: 'Day', kind: 'date' },
  { key: 'born', label: 'Born', kind: 'date' },
  { key: 'at', label: 'At', kind: 'datetime' },
];

const answersOf = (n: number) => ({
  name: `Person ${n}`,
  drink: `v${n % 3}`,
  also: n % 2 === 0 ? ['v0', `v${1 + (n % 2)}`] : ['v2'],
  order: n % 4 === 0 ? ['v1', 'v0', 'v2'] : ['v2', 'v1', 'v0'],
  grid: { r1: `v${n % 2}` },
  nps: n % 11,
  stars: 1 + (n % 5),
  ok: n % 3 === 0,
  note: n % 2 === 0 ? 'A lovely garden, lovely' : 'The garden was closed',
  mail: `Person${n % 2}@Example.com`,
  hour: `${String(8 + (n % 3)).padStart(2, '0')}:30`,
  height: (n % 9) / 10 - 0.3,
  fee: { amount: 250 * (n % 7), currency: n % 2 === 0 ? 'EUR' : 'JPY' },
  day: `2026-11-${String(1 + (n % 28)).padStart(2, '0')}`,
  born: `${1900 + 7 * (n % 19)}-05-0${1 + (n % 9)}`,
  at: `2026-${String(1 + (n % 12)).padStart(2, '0')}-10T23:30:00-05:00`,
});

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
  visit = await signIn(service, service.operatorTokens[0] ?? '');
  formId = await service.newForm(account.accountId, fields);
  for (let n = 0; n < 26; n++) {
    const body = { form_id: formId, answers: answersOf(n) };
    const made = await account.api('POST', '/submissions', { body });
    assert.is(made.status, 201, made.text);
  }
  const begun = { form_id: formId, answers: { drink: 'v0', ok: true }, is_complete: false };
  assert.is((await account.api('POST', '/submissions', { body: begun })).status, 201);
  const submitted_at = '2026-01-15T12:00:00.000Z';
  const rows = [0, 1].map((n) => ({ key: `r${n}`, answers: answersOf(n), submitted_at }));
  const imported = await service.admin('POST', `/forms/${formId}/imports`, { body: { rows } });
  assert.ok(imported.status < 300, imported.text);
  await service.settled();
});
test.after(() => service.close());

const plain = (html: string): string => html.replaceAll('&amp;', '&').replaceAll('&#34;', '"');

/** The links from counts, with what they count. */
async function countsOn(query: string): Promise<readonly { href: string; count: number }[]> {
  const { text, status } = await visit.get(`/console/forms/${formId}/answers?wait=yes&${query}`);
  assert.is(status, 200, text);
  return [...text.matchAll(/<a href="(\/console\/submissions\?[^"]*)"><strong>(\d+)<\/strong>/g)].map(
    ([, href = '', count]) => ({ href: plain(href), count: Number(count) }),
  );
}

const rowsOf = (text: string): number => text.split('type="checkbox" name="id"').length - 1;

for (const [query, least] of [
  ['', 30],
  ['completion=all', 30],
  ['completion=incomplete', 2],
  ['source=api', 30],
  ['from=2026-01-01&to=2026-02-01', 10],
  ['from=2026-02-01', 30],
  ['version=1', 30],
] as const)
  test(`the count of each bar and cell is that of the rows in its list: ${query || 'everything'}`, async () => {
    const counts = await countsOn(query);
    assert.ok(counts.length >= least, String(counts.length));
    for (const { href, count } of counts) {
      const { text, status } = await visit.get(href);
      assert.is(status, 200, href);
      assert.is(rowsOf(text), count, href);
    }
  });

test('histograms and time lines lead to lists, which name the range', async () => {
  const counts = await countsOn('');
  const named = async (kind: string) => {
    const { href } = counts.find(({ href: each }) => each.includes(`question=${kind}-`)) ?? { href: '' };
    assert.is.not(href, '', kind);
    return (await visit.get(href)).text;
  };
  assert.match(await named('number'), /Height: -0\.\d+ to -?0(\.\d+)?</);
  assert.match(await named('payment'), /Fee: [\d.]+ (EUR|JPY) to [\d.]+ (EUR|JPY)</);
  assert.match(await named('date'), /Day: 2026-11(-\d\d)?</);
  assert.match(await named('datetime'), /At: 2026-\d\d</);
  assert.ok(counts.some(({ href }) => href.includes('value=1900s')));
});

test('groups that are compared have lists of their own', async () => {
  const { text } = await visit.get(`/console/forms/${formId}/answers`);
  const choice = /<option value="([^":]+):v0"/.exec(text)?.[1] ?? '';
  const counts = await countsOn(`compare=options&a=${choice}:v0&b=${choice}:v1`);
  assert.ok(counts.length > 40, String(counts.length));
  for (const { href, count } of counts) assert.is(rowsOf((await visit.get(href)).text), count, href);
});

test('the list names its filter, removes it, downloads the same, and leads back to the charts', async () => {
  const counts = await countsOn('from=2026-02-01');
  const { href, count } = counts.find((one) => one.href.includes('value=v0')) ?? { href: '', count: 0 };
  const { text } = await visit.get(href);
  assert.match(text, 'Drink: Tea &amp; milk');
  assert.match(text, 'Since 2026-02-01 00:00:00 UTC');
  const removing = /<a href="([^"]*)" aria-label="Remove the filter Drink/.exec(text)?.[1] ?? '';
  assert.is(rowsOf((await visit.get(plain(removing))).text), 26);
  const file = plain(/<a href="([^"]*submissions\.ndjson[^"]*)"/.exec(text)?.[1] ?? '');
  assert.is((await visit.get(file)).text.trim().split('\n').length, count);
  const charts = plain(/<a href="([^"]*)">Charts of the answers/.exec(text)?.[1] ?? '');
  assert.match(charts, /from=2026-02-01&only=single_choice-/);
  assert.match((await visit.get(`${charts}&wait=yes`)).text, 'Drink');
});

test('an erasure of what a chart counts has the same submissions', async () => {
  const [, second] = (await countsOn('')).filter(({ href }) => href.includes('value=v2'));
  const query = new URL(`http://x${second?.href ?? ''}`).searchParams;
  for (const name of ['account', 'form']) query.delete(name);
  const { text } = await visit.get(`/console/forms/${formId}/submissions/erase?${query.toString()}`);
  assert.match(text, `<strong>${second?.count ?? 0}</strong>`);
  assert.match(text, 'Also: Mate: hot');
});

test('submissions are found by the whole answer to a question, such as an address', async () => {
  const list = `/console/submissions?account=${account.accountId}&form=${formId}`;
  const { text } = await visit.get(list);
  const mail = /<option value="(email-[^"]+)"/.exec(text)?.[1] ?? '';
  const found = await visit.get(
    `${list}&question=${mail}&answer=${encodeURIComponent(' PERSON0@example.com')}`,
  );
  assert.is(rowsOf(found.text), 14);
  assert.match(found.text, 'value=" PERSON0@example.com"');
  assert.is(rowsOf((await visit.get(`${list}&question=${mail}&answer=person`)).text), 0);
});

test.run();
