import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { assertSound, browserSuite } from '../../support/browser.ts';
import { atEditor, type EditedService, openEditor, startEdited, untilSaved } from './editor-pages.ts';

const test = browserSuite('the answers that questions begin with, in a browser');
let edited: EditedService;
test.before(async () => {
  edited = await startEdited();
});
test.after(() => edited.service.close());

const drinks = [
  { value: 't', label: 'Tea' },
  { value: 'c', label: 'Coffee' },
  { value: 'w', label: 'Water' },
];
const fields = [
  { key: 'order', label: 'Order', kind: 'ranking', options: drinks, default_value: ['c', 't', 'w'] },
  { key: 'grid', label: 'Grid', kind: 'matrix', options: drinks, rows: drinks, default_value: { t: 'c' } },
  { key: 'home', label: 'Home', kind: 'address' },
  { key: 'fee', label: 'Fee', kind: 'payment', default_value: { amount: 1250, currency: 'JPY' } },
  { key: 'when', label: 'When', kind: 'datetime', default_value: '2026-07-01T09:00:00Z' },
];

const question = (page: Page, name: string) =>
  page
    .locator('.questions > li')
    .filter({ has: page.locator('.head b', { hasText: new RegExp(`^${name}$`) }) });

test('they are shown and changed in the controls of respondents, by several questions at once', async () => {
  const formId = await edited.service.newForm(edited.accountId, fields);
  await atEditor(edited, formId, async (page, browser) => {
    for (const { label } of fields) await question(page, label).locator('.head').click();
    const [order, grid, home, fee, when] = fields.map(({ label }) => question(page, label));
    if (!order || !grid || !home || !fee || !when) throw new Error('a question is missing');
    const ranking = order.locator('.ranking label > span');
    assert.equal(await ranking.allTextContents(), ['Coffee', 'Tea', 'Water']);
    const begun = fee.getByRole('group', { name: 'Answer at the beginning' });
    assert.is(await begun.getByLabel('Amount').inputValue(), '1250');
    assert.is(await when.getByLabel('Answer at the beginning').inputValue(), '2026-07-01T09:00');
    assert.ok(await grid.getByRole('group', { name: 'Tea' }).getByLabel('Coffee').isChecked());

    await order.locator('.ranking select').first().selectOption('3');
    assert.equal(await ranking.allTextContents(), ['Water', 'Tea', 'Coffee']);
    await grid.getByRole('group', { name: 'Water' }).getByLabel('Tea').check();
    await home.getByText('More settings').click();
    await home.getByLabel('Town').fill('Ulm');
    await begun.getByLabel('Amount').fill('99.5');
    await begun.getByLabel(/Currency/).fill('EUR');
    await when.getByLabel('Answer at the beginning').fill('2026-07-02T08:30');
    await untilSaved(page);
    await assertSound(browser, 'first answers');
    await order.getByRole('button', { name: 'No answer' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    assert.equal(await ranking.allTextContents(), ['Water', 'Tea', 'Coffee']);
    await untilSaved(page);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByText('The changes are published.').waitFor();
  });
  const form = await edited.service.admin('GET', `/forms/${formId}`);
  assert.equal(
    fields.map((_, place) => form.at(`fields.${place}.default_value`)),
    [
      ['w', 't', 'c'],
      { t: 'c', w: 't' },
      { city: 'Ulm' },
      { amount: 9950, currency: 'EUR' },
      '2026-07-02T08:30:00Z',
    ],
  );
});

test('a problem stands beside its control', async () => {
  const formId = await edited.service.newForm(edited.accountId, [{ label: 'Fee', kind: 'payment' }]);
  await atEditor(edited, formId, async (page) => {
    await question(page, 'Fee').locator('.head').click();
    await question(page, 'Fee').getByText('More settings').click();
    await question(page, 'Fee').getByLabel('Amount', { exact: true }).fill('12');
    await untilSaved(page);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByText('Before they are published').waitFor();
    await page.locator('#editor[data-ready]').waitFor();
    await page.getByRole('link', { name: 'Question 1' }).click();
    const group = page.getByRole('group', { name: 'Answer at the beginning' });
    await group
      .getByText(/currency/i)
      .first()
      .waitFor();
    assert.ok(await group.locator('.fault').isVisible());
    assert.is(await group.getByLabel('Amount').inputValue(), '12');
    await openEditor(page, edited.address, formId);
  });
});

test.run();
