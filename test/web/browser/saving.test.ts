import * as assert from 'uvu/assert';
import { assertSound, type Browser, browserSuite, openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('saving a form, in a browser');
let service: TestService;
let address: string;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined }, http: { minFormMs: 0 } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  mine = await service.newAccount();
});
test.after(() => service.close());

const fields = [
  { key: 'name', label: 'Your name', kind: 'short_text', required: true },
  { key: 'drink', label: 'A drink', kind: 'single_choice', options: optionsOf('Tea', 'Coffee') },
];

async function inForm(
  visit: (browser: Browser, formId: string) => Promise<void>,
  javaScriptEnabled = true,
): Promise<void> {
  const formId = await service.newForm(mine.accountId, fields);
  const browser = await openBrowser(address, { javaScriptEnabled });
  try {
    await browser.page.goto(`${address}/f/${formId}`);
    await visit(browser, formId);
    assert.equal(browser.complaints, []);
  } finally {
    await browser.close();
  }
}

async function answersTo(formId: string): Promise<unknown[]> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}&is_complete=true`);
  const ids = list.names('data').map((index) => String(list.at(`data.${index}.id`)));
  return Promise.all(ids.map(async (id) => (await mine.api('GET', `/submissions?id=${id}`)).at('answers')));
}

test('a form saves itself, says so, comes back after a reload, and is sent once', () =>
  inForm(async (browser, formId) => {
    const { page } = browser;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/save')) saves.push(request.url());
    });
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Ada');
    await page.getByText(/^Saved at /).waitFor();
    assert.is(saves.length, 1, 'nothing is saved before something was typed, and not with each letter');
    await assertSound(browser, 'a form that was saved');
    await page.getByLabel('Tea').check();
    await eventually('the choice is saved', () => saves.length === 2);
    await eventually('the page is safe', async () => (await page.locator('form[data-saved]').count()) === 1);
    await page.reload();
    assert.equal(dialogs, [], 'nothing would be lost');
    assert.is(await page.getByLabel('Your name').inputValue(), 'Ada');
    assert.ok(await page.getByLabel('Tea').isChecked());
    await page.getByText('These answers were saved on').waitFor();
    await assertSound(browser, 'a form that came back');
    await page.getByLabel('Your name').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Thank you.').waitFor();
    assert.equal(await answersTo(formId), [{ 'Your name': 'Ada', 'A drink': 'Tea' }]);
  }));

test('what was typed last is saved when the page is left', () =>
  inForm(async ({ page }, formId) => {
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Ada');
    await page.goto(`${address}/console/sign-in`);
    await eventually('it was saved', async () => {
      await page.goto(`${address}/f/${formId}`);
      return (await page.getByLabel('Your name').inputValue()) === 'Ada';
    });
  }));

test('a failure is said once, and saved later', () =>
  inForm(async ({ page, complaints }) => {
    let isDown = true;
    await page.route('**/save', (route) =>
      isDown ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    );
    await page.clock.install();
    await page.getByLabel('Your name').fill('Ada');
    await page.clock.runFor(6_000);
    await page.getByText('Your answers could not be saved.').waitFor();
    assert.match(complaints.splice(0).join(), 'status of 503');
    isDown = false;
    await page.clock.runFor(11_000);
    await page.getByText(/^Saved at /).waitFor();
  }));

for (const withScript of [true, false])
  test(`a form is continued by its link in another browser, ${withScript ? 'with' : 'without'} script`, () =>
    inForm(async (browser, formId) => {
      const { page } = browser;
      await page.getByLabel('Your name').fill('Ada');
      await page.getByRole('button', { name: 'Save and continue later' }).click();
      const link = page.getByLabel('With this link you can continue on any device.');
      if (withScript) await assertSound(browser, 'a saved form');
      const other = await openBrowser(address, { javaScriptEnabled: withScript });
      try {
        await other.page.goto(await link.inputValue());
        if (withScript) await assertSound(other, 'a link to a saved form');
        await other.page.getByRole('button', { name: 'Continue here' }).click();
        await other.page.getByLabel('Coffee').check();
        await other.page.getByRole('button', { name: 'Send' }).click();
        await other.page.getByText('Thank you.').waitFor();
        assert.equal(other.complaints, []);
      } finally {
        await other.close();
      }
      assert.equal(await answersTo(formId), [{ 'Your name': 'Ada', 'A drink': 'Coffee' }]);
      await page.getByRole('link', { name: 'Back to the form' }).click();
      await page.getByText('You have sent this form.').waitFor();
      await page.getByRole('button', { name: 'Start again' }).click();
      assert.is(await page.getByLabel('Your name').inputValue(), '');
    }, withScript));

test.run();
