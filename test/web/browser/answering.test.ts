import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import * as assert from 'uvu/assert';
import { assertSound, type Browser, browserSuite, openBrowser } from '../../support/browser.ts';
import { optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('answering a form, in a browser');
let service: TestService;
let address: string;
let form: string;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { accountId } = await service.newAccount();
  const formId = await service.newForm(accountId, [
    { key: 'stars', label: 'How was it?', kind: 'rating' },
    { key: 'advice', label: 'Would you come again?', kind: 'nps' },
    {
      key: 'noise',
      label: 'How loud was it?',
      kind: 'scale',
      low_label: 'Too quiet',
      high_label: 'Too loud',
    },
    { key: 'order', label: 'Your order', kind: 'ranking', options: optionsOf('tea', 'coffee', 'water') },
    {
      key: 'days',
      label: 'The days',
      kind: 'matrix',
      options: optionsOf('Poor', 'Good'),
      rows: optionsOf('Monday', 'Tuesday'),
    },
    {
      key: 'food',
      label: 'Your food',
      kind: 'multiple_choice',
      options: optionsOf('soup', 'bread', 'cake'),
      validation: { min_selections: 1, max_selections: 2 },
    },
    { key: 'note', label: 'A note', kind: 'short_text', validation: { min_length: 3, max_length: 9 } },
  ]);
  form = `${address}/f/${formId}`;
});
test.after(() => service.close());

async function opened(width: number, javaScriptEnabled = true): Promise<Browser> {
  const browser = await openBrowser(address, { width, javaScriptEnabled });
  await browser.page.goto(form);
  return browser;
}

const evaluated = async <S extends TSchema>(
  { page }: Browser,
  schema: S,
  script: string,
): Promise<Static<S>> => Value.Parse(schema, await page.evaluate(script));

/** The choices of the ranking, each with its place. */
const places = (browser: Browser) =>
  evaluated(
    browser,
    Type.Array(Type.String()),
    `[...document.querySelectorAll('[data-ranking] li')].map(
       (item) => item.querySelector('select').value + ' ' + item.querySelector('label > span').textContent)`,
  );

/** Whether elements stand in one row. */
const isOneRow = (browser: Browser, selector: string) =>
  evaluated(
    browser,
    Type.Boolean(),
    `new Set([...document.querySelectorAll(${JSON.stringify(selector)})].map(
       (element) => element.getBoundingClientRect().top)).size === 1`,
  );

test('a rating has stars, which can be taken back', async () => {
  const browser = await opened(375);
  const { page } = browser;
  const group = page.getByRole('group', { name: 'How was it?' });
  const glyph = (step: number) =>
    evaluated(
      browser,
      Type.String(),
      `(({ content, color }) => content + ' ' + color)(
         getComputedStyle(document.querySelectorAll('.stars .steps label')[${step - 1}], '::before'))`,
    );
  await group.getByRole('radio', { name: '3' }).check();
  assert.match(await glyph(1), '★');
  assert.is(await glyph(1), await glyph(3));
  assert.is.not(await glyph(3), await glyph(4));
  await group.getByRole('radio', { name: 'No answer' }).check();
  assert.is(await glyph(3), await glyph(4));
  await browser.close();
});

for (const width of [320, 1_280])
  test(`the steps of a scale stand in one row at ${width} px, with words at both ends`, async () => {
    const browser = await opened(width);
    const { page } = browser;
    const group = page.getByRole('group', { name: 'Would you come again?' });
    assert.is(await group.locator('.steps label').count(), 11);
    assert.is(await isOneRow(browser, '#f-advice .steps label'), true);
    // A screen reader hears the words with the steps that they belong to.
    await group.getByRole('radio', { name: '0 Not at all likely' }).check();
    await page.getByRole('radio', { name: '10 Too loud' }).check();
    assert.is(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await assertSound(browser, `at ${width} px`);
    await browser.close();
  });

test('limits are named before the answer, also for screen readers', async () => {
  const browser = await opened(1_280, false);
  const { page } = browser;
  for (const [control, text] of [
    [page.getByRole('checkbox', { name: 'soup' }), 'Choose at least 1 answer. Choose at most 2 answers.'],
    [page.getByLabel('A note'), 'Must have at least 3 characters. Must have at most 9 characters.'],
  ] as const) {
    const by = await control.getAttribute('aria-describedby');
    assert.is(await page.locator(`#${by}`).textContent(), text);
  }
  await browser.close();
});

test('a ranking is put into order with buttons, with places that stay different, and by dragging', async () => {
  const browser = await opened(375);
  const { page } = browser;
  await page.getByRole('button', { name: 'Move coffee up' }).click();
  assert.equal(await places(browser), ['1 coffee', '2 tea', '3 water']);
  // The focus stays, so that the next press moves on.
  await page.getByRole('button', { name: 'Move coffee down' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.equal(await places(browser), ['1 tea', '2 water', '3 coffee']);
  assert.is(await page.locator('[aria-live=polite]').first().textContent(), 'coffee: place 3');
  // A choice that takes a place gives up its own.
  await page.locator('[data-ranking] li', { hasText: 'coffee' }).locator('select').selectOption('1');
  assert.equal(await places(browser), ['1 coffee', '2 water', '3 tea']);
  const handle = page.locator('[data-ranking] li', { hasText: 'tea' }).locator('.handle');
  await handle.hover();
  await page.mouse.down();
  const first = await page.locator('[data-ranking] li').first().boundingBox();
  await page.mouse.move(first?.x ?? 0, (first?.y ?? 0) + 2, { steps: 5 });
  await page.mouse.up();
  assert.equal(await places(browser), ['1 tea', '2 coffee', '3 water']);
  await assertSound(browser, 'in order');
  await browser.close();
});

test('a matrix is a grid where there is room, and a group for each row elsewhere', async () => {
  for (const [width, isGrid] of [
    [375, false],
    [1_280, true],
  ] as const) {
    const browser = await opened(width);
    const { page } = browser;
    const row = page.getByRole('radiogroup', { name: 'Monday' });
    assert.is(await isOneRow(browser, '#f-days .row:nth-of-type(2) input:not([value=""])'), isGrid);
    await row.getByRole('radio', { name: 'Good' }).check();
    await assertSound(browser, `at ${width} px`);
    await browser.close();
  }
});

test.run();
