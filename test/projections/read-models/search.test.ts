import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collectionsOf } from '../../../projections/collections.ts';
import type { Keyset } from '../../../projections/queries/keyset.ts';
import { openQueries } from '../../../projections/queries/open-queries.ts';
import type { SearchedPage } from '../../../projections/read-models/submissions/matching-submissions.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { copiedForm, noForms } from '../../support/forms.ts';
import { fill } from '../fill.ts';
import { minute, submitted } from '../samples.ts';
import { startReadStore, type TestReadStore } from '../stores.ts';

const test = suite('projections/read-models/search');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());
const queries = () => openQueries(collectionsOf(server.store), noForms).submissions;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Submissions of an account to a form of the same name; three of each moment, so that a look ends inside one. */
const fillNamed = (formId: string, names: readonly string[]) =>
  fill(
    server.store,
    submissions,
    ...names.map((name, n) =>
      submitted(`${formId}${10_000 + n}`, { accountId: formId, formId, name, at: minute(Math.floor(n / 3)) }),
    ),
  );

async function pagesOf(read: (after: Keyset | undefined) => Promise<SearchedPage>) {
  const pages: SearchedPage[] = [];
  let after: Keyset | undefined;
  do {
    const page = await read(after);
    pages.push(page);
    after = page.next ?? undefined;
  } while (after);
  return pages;
}

const idsOf = (pages: readonly SearchedPage[]) => pages.flatMap(({ items }) => items.map(({ id }) => id));
const search = (formId: string, request: Partial<Parameters<ReturnType<typeof queries>['matching']>[1]>) =>
  pagesOf((after) => queries().matching(formId, { limit: 2, after, ...request }));

test('a search in all forms looks at a limited number of submissions at once, and its pages go on to the last', async () => {
  const wanted = [0, 1, 1_200, 2_499];
  await fillNamed(
    'm',
    range(2_500).map((n) => (wanted.includes(n) ? 'Wanted' : 'Other')),
  );
  const pages = await search('m', { search: 'want' });
  assert.equal(
    idsOf(pages),
    wanted.toReversed().map((n) => `m${10_000 + n}`),
  );
  assert.ok(pages.length > 4, 'one call looks at fewer submissions than there are');
  assert.ok(pages.some(({ items }) => items.length === 0));
  for (const { lookedBackTo, next } of pages.slice(1, -1)) assert.is(lookedBackTo, next?.at);

  const [first, ...others] = await search('m', { origin: 'form' });
  assert.equal([idsOf(others), others.length, first?.lookedBackTo], [[], 1, first?.next?.at]);

  const [ofForm, ...none] = await search('m', { formId: 'm', search: 'want', limit: 10 });
  assert.equal([ofForm?.items.length, ofForm?.lookedBackTo, none], [4, null, []]);
});

test('the pages of a word that very many submissions have contain each of them once, in order', async () => {
  await fillNamed(
    'c',
    range(6_400).map((n) => (n < 3_200 ? `Ada ${n}` : `Eve ${n}`)),
  );
  const [first, second] = [
    await queries().matching('c', { formId: 'c', limit: 200, search: 'ad' }),
    await queries().matching('c', { formId: 'c', limit: 200, search: 'ad eve' }),
  ];
  // The database has looked at the 2,000 newest, none of which has the word.
  assert.equal([first.items, first.lookedBackTo], [[], first.next?.at]);
  assert.equal([second.items, second.lookedBackTo], [[], second.next?.at]);
  const pages = await search('c', { formId: 'c', limit: 200, search: 'ad' });
  const expected = range(3_200).map((n) => `c${10_000 + n}`);
  assert.equal(idsOf(pages), expected.toReversed());
  const [rare] = await search('c', { formId: 'c', search: 'ada 7' });
  assert.equal(
    rare?.items.map(({ id }) => id),
    ['c10799', 'c10798'],
  );
});

test('long answers are searched in the newest submissions, and in earlier ones by their first words', async () => {
  const words = range(17).map((n) => `w${n}`);
  await fillNamed(
    'l',
    range(2_100).map((n) => ['First', ...words, [50, 2_050].includes(n) ? 'needle' : 'hay'].join(' ')),
  );
  const [page, ...others] = await search('l', { formId: 'l', search: 'needle' });
  assert.equal(
    page?.items.map(({ id }) => id),
    ['l12050'],
  );
  // One call compares 500 submissions, of which three are in a minute.
  assert.is(page?.lookedBackTo, minute(533));
  assert.equal([idsOf(others), others.at(-1)?.lookedBackTo], [[], null]);
  // The first page does not come to the submissions of which the first words alone are compared.
  assert.is(page?.longAnswersBackTo, null);
  assert.ok(others.slice(0, -1).every((each) => each.longAnswersBackTo === null));
  const longAnswersBackTo = others.at(-1)?.longAnswersBackTo ?? '';
  assert.is(longAnswersBackTo, minute(33));
  const [earlier] = await search('l', { formId: 'l', search: 'needle', until: longAnswersBackTo });
  assert.equal(
    earlier?.items.map(({ id }) => id),
    ['l10050'],
  );
  assert.is(earlier?.longAnswersBackTo, null);
  const pages = await search('l', { formId: 'l', search: 'first', limit: 200 });
  assert.is(idsOf(pages).length, 2_100);
});

test('a version of the model without the index is searched in the order of time', async () => {
  const before = { ...submissions, generation: 2, indexes: submissions.indexes.slice(0, 2) };
  await fill(server.store, before, submitted('old', { formId: 'old', name: 'Ada' }));
  await server.store
    .collection(`submissions@${submissions.version}.g2`)
    .updateOne({}, { $unset: { words: '' } });
  const old = openQueries((model) => collectionsOf(server.store)({ ...model, generation: 2 }), noForms);
  const page = await old.submissions.matching('acme', { formId: 'old', limit: 2, search: 'ad' });
  assert.equal(
    page.items.map(({ id }) => id),
    ['old'],
  );
});

for (const [name, sought] of [
  ['of four kilobytes', 'x'.repeat(4_000)],
  ['of 500 words', range(500).join(' ')],
  ['with characters of patterns', '.* ^a$ (b [c \\'],
  ['with NUL and half a character', 'a\0b \ud800'],
] as const)
  test(`a search ${name} finds nothing`, async () => {
    const formId = `h${sought.length}`;
    await fillNamed(formId, ['Nobody', 'Else']);
    const pages = await search(formId, { formId, search: sought });
    assert.equal(idsOf(pages), []);
  });

test('a search without letters and digits finds everything', async () => {
  await fillNamed('e', ['Ada', '!?']);
  assert.is(idsOf(await search('e', { formId: 'e', search: '!? \ud800' })).length, 2);
});

test('an option without letters and digits is found by its label', async () => {
  const question = { fieldId: 'q1', key: 'q', label: 'Q', kind: 'single_choice' } as const;
  const options = [{ value: '★★', label: 'Two stars' }];
  const definitions = {
    ...noForms,
    of: async () => ({ ...copiedForm(), questions: [{ ...question, options }] }),
    offeredOptions: async () => options,
  };
  await fillNamed('o', ['★★', '★']);
  const found = openQueries(collectionsOf(server.store), definitions).submissions;
  const { items } = await found.matching('o', { formId: 'o', limit: 2, search: 'stars' });
  assert.equal(
    items.map(({ id }) => id),
    ['o10000'],
  );
});

test.run();
