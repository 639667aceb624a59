import type { Route } from 'playwright-core';
import * as assert from 'uvu/assert';
import { assertSound, type Browser, browserSuite, openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('sending a form, in a browser');
let service: TestService;
let address: string;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined }, http: { minFormMs: 0 } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  mine = await service.newAccount();
});
test.after(() => service.close());

const name = { key: 'name', label: 'Your name', kind: 'short_text' };
const drink = { key: 'drink', label: 'A drink', kind: 'single_choice', options: optionsOf('Tea', 'Coffee') };

async function inForm(
  fields: readonly unknown[],
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

async function submissionsTo(formId: string): Promise<unknown> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  return (await mine.api('GET', `/submissions?form_id=${formId}`)).at('count');
}

for (const javaScriptEnabled of [true, false])
  test(`after a mistake that was corrected, "back" sends nothing again, ${javaScriptEnabled ? 'with' : 'without'} script`, () =>
    inForm(
      [{ key: 'mail', label: 'Your mail', kind: 'email' }],
      async ({ page }, formId) => {
        await page.getByLabel('Your mail').fill('ada');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByRole('alert').waitFor();
        await page.getByLabel('Your mail').fill('ada@example.org');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('Thank you').waitFor();
        // Chromium answers ERR_CACHE_MISS where "back" would have to send a form again.
        const answer = await page.goBack();
        assert.is(answer?.request().method(), 'GET');
        assert.is(await page.getByLabel('Your mail').count(), 1);
        assert.is(await submissionsTo(formId), 1);
      },
      javaScriptEnabled,
    ));

test('after "Stop" during a slow submission the form can be sent again, as one submission', () =>
  inForm([name], async ({ page }, formId) => {
    let posts = 0;
    // The first send reaches the service, and its answer never arrives.
    await page.route('**/f/*', async (route: Route) => {
      if (route.request().method() !== 'POST' || ++posts > 1) return route.continue();
      await route.fetch({ maxRedirects: 0 });
      return undefined;
    });
    await page.getByLabel('Your name').fill('Ada');
    const send = page.getByRole('button', { name: 'Send' });
    await send.dblclick({ noWaitAfter: true });
    await eventually('it was sent', async () => posts > 0 && (await submissionsTo(formId)) === 1);
    assert.is(posts, 1, 'a double click sends once');
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Page.stopLoading');
    await eventually('the button works', async () => (await send.getAttribute('aria-busy')) === null);
    await send.click();
    await page.getByText('Thank you.').waitFor();
    assert.is(posts, 2);
    assert.is(await submissionsTo(formId), 1);
  }));

test('an e-mail address keeps its case', () =>
  inForm([{ key: 'mail', label: 'E-mail', kind: 'email' }], async ({ page }, formId) => {
    await page.getByLabel('E-mail').fill('ada@ex\u00e4mple.org');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you.').waitFor();
    assert.is(await submissionsTo(formId), 1);
    const list = await mine.api('GET', `/submissions?form_id=${formId}`);
    const read = await mine.api('GET', `/submissions?id=${String(list.at('data.0.id'))}`);
    assert.is(read.at('fields.0.value'), 'ada@ex\u00e4mple.org');
  }));

test('the browser warns before unsent input is lost, and not after it was sent', () =>
  inForm([name], async ({ page }) => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    await page.reload();
    assert.equal(dialogs, [], 'nothing was typed');
    await page.getByLabel('Your name').click();
    await page.keyboard.type('Ada');
    await page.evaluate('setTimeout(() => location.reload())');
    await eventually('it asks', () => dialogs.length === 1);
    assert.equal(dialogs, ['beforeunload']);
    assert.is(await page.getByLabel('Your name').inputValue(), 'Ada');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you.').waitFor();
    assert.is(dialogs.length, 1);
    assert.equal(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'), [
      0,
      0,
      '',
    ]);
  }));

test('characters are counted like in the service, nothing is cut off, and a text that is too long is not sent', () =>
  inForm([{ ...name, validation: { max_length: 10 } }], async ({ page }, formId) => {
    const field = page.getByLabel('Your name');
    await field.fill('👍'.repeat(10));
    await page.getByText('10 / 10').waitFor();
    await field.fill('👍'.repeat(12));
    await page.getByText('12 / 10').waitFor();
    const send = page.getByRole('button', { name: 'Send' });
    await send.click();
    assert.is(await field.inputValue(), '👍'.repeat(12));
    assert.is(await submissionsTo(formId), 0);
    await field.fill('👍'.repeat(10));
    await send.click();
    await page.getByText('Thank you.').waitFor();
    assert.is(await submissionsTo(formId), 1);
  }));

test('an optional choice can be cleared', () =>
  inForm([drink], async ({ page }) => {
    const none = page.getByLabel('No answer');
    assert.is(await none.isVisible(), false);
    await page.getByLabel('Tea').check();
    await none.check();
    assert.is(await page.getByLabel('Tea').isChecked(), false);
  }));

for (const withScript of [true, false])
  test(`a form that has changed is shown again ${withScript ? 'with' : 'without'} script`, () =>
    inForm(
      [name, drink, { key: 'story', label: 'Your story', kind: 'long_text' }],
      async (browser, formId) => {
        const { page } = browser;
        await page.getByLabel('Your name').fill('Ada');
        await page.getByLabel('Tea').check();
        await page.getByLabel('Your story').fill('It was\na dark night.');
        const fields = [
          { ...name, label: 'The name of your dog' },
          { ...drink, options: optionsOf('Coffee', 'Tea') },
        ];
        await service.admin('PATCH', `/forms/${formId}`, { body: { fields } });
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('The form has changed since you opened it.').waitFor();
        if (withScript) await assertSound(browser, 'a form that has changed');
        assert.is(await page.getByLabel('The name of your dog').inputValue(), 'Ada');
        assert.ok(await page.getByLabel('Tea').isChecked());
        assert.is(await page.locator('.kept dt').innerText(), 'Your story');
        assert.is(await page.locator('.kept dd').innerText(), 'It was\na dark night.');
        await page.getByLabel('The name of your dog').fill('Rex');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('Thank you.').waitFor();
        assert.is(await submissionsTo(formId), 1);
      },
      withScript,
    ));

test.run();
