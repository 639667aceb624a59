import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { browserSuite, openBrowser } from '../../support/browser.ts';
import {
  atEditor,
  type EditedService,
  labelsOf,
  openEditor,
  startEdited,
  untilLabels,
  untilSaid,
  untilSaved,
} from './editor-pages.ts';

const test = browserSuite('what the form editor saves, in a browser');
let edited: EditedService;
test.before(async () => {
  edited = await startEdited();
});
test.after(() => edited.service.close());

const rename = async (page: Page, place: number, label: string) => {
  const head = page.locator('.questions .head').nth(place);
  if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
  await page.locator('.questions > li').nth(place).getByLabel('Question', { exact: true }).fill(label);
};

/** Runs a journey of two people at one form: the second one has an API key. */
async function withTwo(labels: readonly string[], journey: (one: Page, two: Page) => Promise<void>) {
  const formId = await edited.newForm(labels);
  await edited.service.settled();
  const issued = await edited.service.admin('POST', `/accounts/${edited.accountId}/keys`, {
    body: { name: 'Ada' },
  });
  const second = await openBrowser(edited.address);
  const two = second.page;
  two.setDefaultTimeout(20_000);
  try {
    await two.goto(`${edited.address}/console/sign-in`);
    await two.getByLabel('Token or API key').fill(String(issued.at('key')));
    await two.getByRole('button', { name: 'Sign in with the key' }).click();
    await two.getByRole('heading', { level: 1 }).waitFor();
    await openEditor(two, edited.address, formId);
    await atEditor(edited, formId, (one) => journey(one, two));
    const others = second.complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'));
    assert.equal(others, []);
  } finally {
    await second.close();
  }
}

test('what could not be saved is kept on the device, asked about on leaving, and saved after a reload', async () => {
  const formId = await edited.newForm(['A', 'B']);
  await atEditor(edited, formId, async (page, browser) => {
    await page.route('**/draft', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await rename(page, 1, 'Typed offline');
    await page.locator('#saved', { hasText: 'Offline: kept on this device' }).waitFor();
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await openEditor(page, edited.address, formId);
    assert.equal(asked, ['beforeunload']);
    await untilLabels(page, ['A', 'Typed offline']);
    await page.unroute('**/draft');
    await untilSaved(page);
    await openEditor(page, edited.address, formId);
    assert.equal(await labelsOf(page), ['A', 'Typed offline']);
    // The requests that failed are what this test is about.
    browser.complaints.splice(0);
  });
});

test('a connection that comes back saves what waits', async () => {
  const formId = await edited.newForm(['A']);
  await atEditor(edited, formId, async (page, browser) => {
    await page.context().setOffline(true);
    await rename(page, 0, 'One');
    await page.locator('#saved', { hasText: 'Offline' }).waitFor();
    await rename(page, 0, 'Two');
    await page.context().setOffline(false);
    await untilSaved(page);
    await openEditor(page, edited.address, formId);
    assert.equal(await labelsOf(page), ['Two']);
    browser.complaints.splice(0);
  });
});

test('two people at one form see the changes of each other, by name, and lose nothing', () =>
  withTwo(['A', 'B', 'C'], async (one, two) => {
    await rename(one, 0, 'Of one');
    await rename(two, 1, 'Of two');
    await two.locator('.questions .head').nth(2).focus();
    await two.keyboard.press('Alt+ArrowUp');
    for (const page of [one, two]) await untilLabels(page, ['Of one', 'C', 'Of two']);
    await untilSaid(one, 'API key “Ada” changed question');
    assert.is(
      await one.locator('.questions > li').nth(0).getByLabel('Question', { exact: true }).inputValue(),
      'Of one',
    );
  }));

test('of a question that both change, each sees both versions and chooses', () =>
  withTwo(['A', 'B'], async (one, two) => {
    await two.context().setOffline(true);
    await rename(two, 0, 'Of two');
    await rename(two, 1, 'Also of two');
    await two.locator('#saved', { hasText: 'Offline' }).waitFor();
    await rename(one, 0, 'Of one');
    await untilSaved(one);
    await two.context().setOffline(false);
    const dialog = two.getByRole('dialog');
    await dialog.getByText('have both changed question 1').waitFor();
    assert.match((await dialog.textContent()) ?? '', /Of two.*Of one/s);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await untilSaved(two);
    for (const page of [one, two]) await untilLabels(page, ['Of two', 'Also of two']);
  }));

test('an edit that nobody else touched is published as one event by whoever publishes', () =>
  withTwo(['A', 'B'], async (one, two) => {
    await rename(one, 0, 'Of one');
    await untilLabels(two, ['Of one', 'B']);
    await rename(two, 1, 'Of two');
    await two.getByRole('button', { name: 'Publish changes' }).click();
    await two.getByText('The changes are published.').waitFor();
    await untilLabels(one, ['Of one', 'Of two']);
    const formId = one.url().split('/')[5] ?? '';
    const history = await edited.service.admin('GET', `/forms/${formId}/history`);
    const events = history.at('data') as { type: string }[];
    assert.is(events.filter(({ type }) => type === 'FormFieldsChanged').length, 1);
  }));

test.run();
