import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ExistingForm } from '../../../domain/form/decider.ts';
import { defineFields } from '../../../domain/form/define-fields.ts';
import { type FieldDefinition, type FieldInput, fieldKinds } from '../../../domain/form/field.ts';
import { pageBytesOf } from '../../../domain/form/page-size.ts';
import { ownTexts, typedIn } from '../../../web/form/entered-texts.ts';
import { openFormPages } from '../../../web/form/form-pages.tsx';
import { readAnswers } from '../../../web/form/read-answers.ts';

const test = suite('pages of forms');

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ value: `v${n}`, label: `Label ${n}` }));

const fieldOf = (kind: FieldDefinition['kind'], more: object = {}): FieldDefinition => ({
  id: 'q',
  key: 'q',
  label: 'Question',
  kind,
  required: false,
  position: 0,
  hidden: false,
  ...more,
});

const formOf = (...fields: FieldDefinition[]): ExistingForm => ({
  exists: true,
  formId: 'form',
  accountId: 'account',
  title: 'Title',
  description: '',
  slug: 'title',
  status: 'published',
  wasPublished: true,
  fields,
  version: 1,
  createdAt: '',
  updatedAt: '',
});

const fresh = (form: ExistingForm, given: Record<string, string> = {}, revision = 0) =>
  openFormPages().renderFresh({ form, revision }, 'token', typedIn(given));

/** Forms that were defined before the limits. */
const ranking = fieldOf('ranking', { options: optionsOf(1_000) });
const grid = fieldOf('matrix', { options: optionsOf(1_000), rows: optionsOf(200) });
const several = { ...grid, validation: { max_selections: 3 } };

test('a field beyond the limits gets one text control for each part of its answer', async () => {
  for (const [field, controls] of [
    [ranking, /<input type="number" name="q\.v\d+"/g],
    [grid, /<input type="text" name="q\.v\d+" list="f-q-columns"/g],
    [several, /<textarea name="q\.v\d+"/g],
  ] as const) {
    const page = await fresh(formOf(field));
    assert.is(page.match(controls)?.length, field.kind === 'ranking' ? 1_000 : 200);
    assert.ok(page.length < 250_000, `${page.length} characters`);
  }
});

test('the answers of these controls are read like those of others', () => {
  const answer = (field: FieldDefinition, sent: Record<string, string>) =>
    readAnswers([field], typedIn(sent), {}).answers['q'];
  assert.equal(answer(ranking, { 'q.v7': '2', 'q.v900': '1' }), ['v900', 'v7']);
  assert.equal(answer(grid, { 'q.v0': ' v5 ', 'q.v1': '' }), { v0: 'v5' });
  assert.equal(answer(several, { 'q.v0': 'v5\n\nv6 ', 'q.v1': '' }), { v0: ['v5', 'v6'] });
});

test('a cached page does not keep values from an address', async () => {
  const pages = openFormPages();
  const form = formOf(fieldOf('short_text'), fieldOf('email', { id: 'r', key: 'r' }));
  const page = (token: string, given: Record<string, string>, revision = 0) =>
    pages.renderFresh({ form, revision }, token, typedIn(given));
  const plain = await page('one', {});
  assert.match(plain, 'name="formToken" value="one"');
  const filled = await page('two', { q: '"><script>', r: 'a@b.example' });
  assert.match(filled, 'value="&#34;><script>"');
  assert.match(filled, 'value="a@b.example"');
  assert.is(await page('one', {}), plain);
  assert.is((await page('"><script>', {})).includes('<script>'), false, 'a token is no markup');
});

test('a page is rendered once for each revision', async () => {
  const pages = openFormPages();
  const at = (label: string, revision: number) => ({
    form: formOf(fieldOf('short_text', { label })),
    revision,
  });
  assert.match(await pages.renderFresh(at('First', 1), 't', {}), 'First');
  assert.match(await pages.renderFresh(at('Unseen', 1), 't', {}), 'First');
  assert.match(await pages.renderFresh(at('Second', 2), 't', {}), 'Second');
});

test('rendering a long page does not block others', async () => {
  const fields = Array.from({ length: 400 }, (_, n) =>
    fieldOf('single_choice', { key: `q${n}`, options: optionsOf(200) }),
  );
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await fresh(formOf(...fields));
  clearInterval(counting);
  assert.ok(turns > 2, `${turns} turns`);
});

/** Asserts that a field takes no more bytes of a page than estimated. */
async function assertEstimated(field: FieldInput): Promise<void> {
  const defined = defineFields([field], [], () => 'id');
  if (!defined.ok) return;
  const empty = Buffer.byteLength(await fresh(formOf()));
  const page = Buffer.byteLength(await fresh(formOf(...defined.value)));
  assert.ok(page - empty <= pageBytesOf(field), `${page - empty} > ${pageBytesOf(field)}`);
}

test('the rows of an optional matrix are estimated with their headings and controls for no answer', async () => {
  for (const rows of [1, 3, 20, 200])
    for (const options of [1, 2, 5]) {
      const matrix = { options: optionsOf(options), rows: optionsOf(rows) };
      await assertEstimated({ kind: 'matrix', label: 'a', key: 'k'.repeat(64), ...matrix });
      const multiple = { ...matrix, validation: { max_selections: 1 } };
      await assertEstimated({ kind: 'matrix', label: 'a', key: 'k'.repeat(64), ...multiple });
    }
});

test('law: no page exceeds the estimated size of its form', async () => {
  const text = fc.string({
    minLength: 1,
    maxLength: 60,
    unit: fc.constantFrom('a', '&', '"', "'", '<', 'ж', '😀'),
  });
  const choices = (count: number) =>
    fc
      .uniqueArray(text, { minLength: 1, maxLength: count })
      .map((all) => all.map((value) => ({ value, label: value })));
  const input = fc
    .record(
      {
        kind: fc.constantFrom(...fieldKinds),
        label: text,
        required: fc.boolean(),
        help_text: text,
        placeholder: text,
        options: choices(30),
        rows: choices(20),
      },
      { requiredKeys: ['kind', 'label', 'options', 'rows'] },
    )
    .map(({ kind, options, rows, required, ...rest }): FieldInput => ({
      ...rest,
      kind,
      key: 'k'.repeat(64),
      ...(required === true && kind !== 'statement' && { required }),
      ...(['single_choice', 'dropdown', 'multiple_choice', 'ranking', 'matrix'].includes(kind) && {
        options,
      }),
      ...(kind === 'matrix' && { rows }),
      ...(['rating', 'scale', 'nps'].includes(kind) && { low_label: 'Least', high_label: 'Most' }),
    }));
  await fc.assert(
    fc.asyncProperty(input, (field) => assertEstimated(field)),
    { numRuns: 300 },
  );
});

test("only texts of the form's own controls are kept", () => {
  const typed = typedIn({
    q: ['a', 'b'],
    'q.x': 'c',
    other: 'd',
    formToken: 't',
    'Odd name': 'e',
    homePage: 'f',
  });
  const names = (fields: FieldDefinition[] | null) => ownTexts(typed, fields).map(([name]) => name);
  assert.equal(names([ranking]), ['q', 'q', 'q.x', 'formToken']);
  assert.equal(names(null), ['q', 'q', 'q.x', 'other', 'formToken']);
});

test.run();
