import * as assert from 'uvu/assert';
import type { FieldKind } from '../../../domain/form/field.ts';
import { kindNames } from '../../../domain/form/kind-names.ts';
import { assertSound, browserSuite } from '../../support/browser.ts';
import {
  atEditor,
  type EditedService,
  focused,
  labelsOf,
  openEditor,
  startEdited,
  untilLabels,
  untilSaid,
  untilSaved,
} from './editor-pages.ts';

const test = browserSuite('the form editor, in a browser');
let edited: EditedService;
test.before(async () => {
  edited = await startEdited();
});
test.after(() => edited.service.close());

const tenKinds: readonly FieldKind[] = [
  'short_text',
  'long_text',
  'email',
  'url',
  'number',
  'rating',
  'nps',
  'yes_no',
  'date',
  'consent',
];

test('a form of ten kinds is built and published with the keyboard alone', async () => {
  const formId = await edited.service.newForm(edited.accountId, [], 'draft');
  await atEditor(edited, formId, async (page) => {
    for (const kind of tenKinds) {
      await page.getByRole('button', { name: 'Add a question' }).focus();
      await page.keyboard.press('Enter');
      while (!(await focused(page)).includes(kindNames[kind])) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.keyboard.type(`My ${kind}`);
    }
    assert.equal(
      await labelsOf(page),
      tenKinds.map((kind) => `My ${kind}`),
    );
    await untilSaved(page);
    await page.getByRole('button', { name: 'Save to the form' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The form is saved.').waitFor();
  });
  const form = await edited.service.admin('GET', `/forms/${formId}`);
  const fields = form.at('fields') as { kind: string; label: string }[];
  assert.equal(
    fields.map(({ kind, label }) => [kind, label]),
    tenKinds.map((kind) => [kind, `My ${kind}`]),
  );
});

test('each act keeps the focus and is announced', async () => {
  const formId = await edited.newForm(['A', 'B', 'C']);
  await atEditor(edited, formId, async (page) => {
    const heads = page.locator('.questions .head');
    await heads.nth(0).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await untilSaid(page, 'Moved to place 2 of 3.');
    assert.match(await focused(page), 'A');
    assert.equal(await labelsOf(page), ['B', 'A', 'C']);
    const row = page.locator('.questions > li').nth(1);
    await row.hover();
    await row.getByRole('button', { name: 'Move down' }).click();
    assert.is(await focused(page), 'Move down');
    await untilLabels(page, ['B', 'C', 'A']);
    await page.locator('.questions > li').nth(0).hover();
    await page.locator('.questions > li').nth(0).getByRole('button', { name: 'Duplicate' }).click();
    await untilSaid(page, 'Duplicated. The copy is question 2 of 4.');
    await untilLabels(page, ['B', 'B', 'C', 'A']);
    await page.locator('.questions > li').nth(2).hover();
    await page.locator('.questions > li').nth(2).getByRole('button', { name: 'Insert below' }).click();
    await page.getByRole('button', { name: 'Rating' }).click();
    await page.keyboard.type('New');
    await untilLabels(page, ['B', 'B', 'C', 'New', 'A']);
    await heads.nth(0).focus();
    await page.keyboard.press('Delete');
    await untilSaid(page, 'Removed question 1, B.');
    assert.match(await focused(page), 'B');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await untilLabels(page, ['B', 'B', 'C', 'New', 'A']);
  });
});

test('every edit is undone and done again', async () => {
  const formId = await edited.newForm(['A', 'B']);
  await atEditor(edited, formId, async (page) => {
    await page.getByLabel('Title').fill('Other');
    const head = page.locator('.questions .head').nth(0);
    await head.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await head.focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Question', { exact: true }).fill('Renamed');
    await page.getByText('An answer is required').click();
    await head.focus();
    assert.equal(await labelsOf(page), ['Renamed', 'A']);
    for (const words of [
      'Changed question 1',
      'Changed question 1',
      'Moved question 1, A',
      'Changed the title',
    ]) {
      await page.keyboard.press('Control+z');
      await untilSaid(page, `Undone: ${words}.`);
    }
    assert.equal(await labelsOf(page), ['A', 'B']);
    assert.is(await page.getByLabel('Title').inputValue(), 'A form');
    for (let step = 0; step < 4; step++) await page.keyboard.press('Control+Shift+z');
    await untilLabels(page, ['Renamed', 'A']);
    assert.is(await page.getByLabel('Title').inputValue(), 'Other');
  });
});

test('the focus goes to the next question where an added one is undone', async () => {
  const formId = await edited.newForm(['A', 'B']);
  await atEditor(edited, formId, async (page) => {
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByRole('button', { name: 'Rating' }).click();
    await untilSaid(page, 'Added Rating as question 3 of 3.');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await untilSaid(page, 'Undone: Added Rating.');
    assert.match(await focused(page), 'B');
    assert.equal(await labelsOf(page), ['A', 'B']);
  });
});

test('a column of a spreadsheet is pasted as choices, which keys add, move and remove', async () => {
  const formId = await edited.newForm(['Colour']);
  await atEditor(edited, formId, async (page) => {
    await page.locator('.questions .head').click();
    await page.locator('.settings [name="q.kind"]').selectOption('dropdown');
    await page.getByRole('button', { name: 'Add a choice' }).click();
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text', 'Red\\tr\\r\\nGreen\\tg\\r\\nBlue\\tb\\r\\n');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
    await untilSaid(page, 'Pasted 3 choices');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Yellow');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await untilSaved(page);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByText('The changes are published.').waitFor();
  });
  const form = await edited.service.admin('GET', `/forms/${formId}`);
  assert.equal(form.at('fields.0.options'), [
    { value: 'b', label: 'Blue' },
    { value: 'Yellow', label: 'Yellow' },
    { value: 'g', label: 'Green' },
  ]);
});

test('a question is dragged by its grip', async () => {
  const formId = await edited.newForm(['A', 'B', 'C']);
  await atEditor(edited, formId, async (page) => {
    const from = await page.locator('.questions .grip').nth(0).boundingBox();
    const to = await page.locator('.questions > li').nth(2).boundingBox();
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 5, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + to.height - 4, { steps: 5 });
    await page.mouse.up();
    await untilSaid(page, 'Moved to place 3 of 3.');
    await untilLabels(page, ['B', 'C', 'A']);
  });
});

test('the preview is in step with the question that is edited', async () => {
  const formId = await edited.newForm(['A', 'B']);
  await atEditor(edited, formId, async (page, browser) => {
    const preview = page.locator('#preview');
    await preview.getByText('B', { exact: true }).waitFor();
    await page.locator('.questions .head').nth(1).click();
    await page.getByLabel('Question', { exact: true }).fill('Changed');
    await preview.getByText('Changed').waitFor();
    await page.locator('.settings [name="q.kind"]').selectOption('rating');
    await preview.locator('section.current input[type=radio]').first().waitFor({ state: 'attached' });
    await page.locator('.questions .head').nth(1).press('Alt+ArrowUp');
    assert.match((await preview.locator('section').first().textContent()) ?? '', 'Changed');
    await untilSaved(page);
    await assertSound(browser, 'an editor with an open question');
    await openEditor(page, edited.address, formId);
    assert.equal(await labelsOf(page), ['Changed', 'A'], 'it was saved');
  });
});

test('the preview of a long form renders the questions that come into view', async () => {
  const labels = Array.from({ length: 80 }, (_, place) => `Question ${place + 1}`);
  const formId = await edited.newForm(labels);
  await atEditor(edited, formId, async (page) => {
    const preview = page.locator('#preview');
    await preview.getByText('Question 1', { exact: true }).waitFor();
    const drawn = await preview.locator('section[data-drawn]').count();
    assert.ok(drawn < 40, `${drawn} of 80 are rendered`);
    await page.locator('.questions .head').first().focus();
    await page.keyboard.press('End');
    await preview.getByText('Question 80', { exact: true }).waitFor();
    const place = await preview.locator('section.current').boundingBox();
    assert.ok(place && place.y < 900, 'the question that has the focus is in view');
  });
});

for (const [width, dark] of [
  [375, true],
  [375, false],
  [1_280, true],
] as const)
  test(`the editor is sound at ${width} px, ${dark ? 'dark' : 'light'}, with everything open`, async () => {
    const formId = await edited.newForm(['A question with a rather long text, as people write them', 'B']);
    await atEditor(
      edited,
      formId,
      async (page, browser) => {
        await page.locator('.questions .head').nth(0).click();
        await page.locator('.settings [name="q.kind"]').selectOption('matrix');
        await page.getByRole('button', { name: 'Add a column' }).click();
        if (width < 1_000) await page.getByRole('button', { name: 'Preview', exact: true }).click();
        await page.locator('#preview section').first().waitFor();
        await page.locator('.settings summary').click();
        await assertSound(browser, 'the editor');
        await page.getByRole('button', { name: 'Add a question' }).click();
        await assertSound(browser, 'the choice of a kind');
        await page.keyboard.press('Escape');
        await untilSaved(page);
      },
      { width, dark },
    );
  });

test.run();
