import * as assert from 'uvu/assert';
import {
  assertSound,
  type Browser,
  type BrowserOptions,
  browserSuite,
  openBrowser,
} from '../../support/browser.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = browserSuite('submissions are chosen and erased, in a browser');
let service: TestService;
let address: string;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  mine = await service.newAccount();
});
test.after(() => service.close());

async function listOf(names: readonly string[]): Promise<string> {
  const form = await service.newForm(mine.accountId, [nameField]);
  for (const name of names)
    await mine.api('POST', '/submissions', { body: { form_id: form, answers: { name } } });
  await service.settled();
  return `${address}/console/submissions?account=${mine.accountId}&form=${form}`;
}

async function signedIn(screen: BrowserOptions): Promise<Browser> {
  const browser = await openBrowser(address, screen);
  const { page } = browser;
  page.setDefaultTimeout(20_000);
  await page.goto(`${address}/console/sign-in`);
  await page.getByLabel('Token or API key').fill(service.operatorTokens[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  return browser;
}

const shownNames = ({ page }: Browser) => page.locator('td .short').allTextContents();

test('with the keyboard alone: rows are chosen, and a page asks before they are erased', async () => {
  const list = await listOf(['Ada', 'Bob', 'Cyd', 'Dan']);
  const browser = await signedIn({ width: 375, dark: true, javaScriptEnabled: true });
  const { page } = browser;
  await page.goto(list);
  const erase = page.getByRole('button', { name: 'Erase chosen' });
  assert.ok(await erase.isDisabled());
  const rows = page.getByRole('checkbox', { name: /^Choose the submission of/ });
  await rows.nth(1).focus();
  await page.keyboard.press('Space');
  await rows.nth(2).focus();
  await page.keyboard.press('Space');
  await page.getByText('2 of 4 on this page chosen.').waitFor();
  await assertSound(browser, page.url());
  await erase.focus();
  await page.keyboard.press('Enter');
  await page.getByText('2 submissions to “A form” will be erased.').waitFor();
  await assertSound(browser, page.url());
  await page.getByRole('button', { name: 'Erase all 2 for good' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('2 submissions are being erased.').waitFor();
  assert.equal(await shownNames(browser), ['Dan', 'Ada']);
  assert.equal(browser.complaints, []);
  await browser.close();
});

test('all rows of a page are chosen at once, and a range with Shift', async () => {
  const list = await listOf(['Ada', 'Bob', 'Cyd', 'Dan']);
  const browser = await signedIn({ width: 1_280, dark: false, javaScriptEnabled: true });
  const { page } = browser;
  await page.goto(list);
  const rows = page.getByRole('checkbox', { name: /^Choose the submission of/ });
  await rows.nth(0).click();
  await rows.nth(2).click({ modifiers: ['Shift'] });
  await page.getByText('3 of 4 on this page chosen.').waitFor();
  await page.getByLabel('All on this page').check();
  await page.getByText('4 of 4 on this page chosen.').waitFor();
  await page.getByLabel('All on this page').uncheck();
  await page.getByText('Choose rows to download or erase them.').waitFor();
  await browser.close();
});

test('with script an erasure of many goes on by itself; without, with a button', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const list = await listOf(Array.from({ length: 160 }, (_, n) => `Person ${n}`));
    const browser = await signedIn({ width: 1_280, dark: false, javaScriptEnabled });
    const { page } = browser;
    await page.goto(list);
    await page.getByRole('link', { name: 'Erase all …' }).click();
    await page.getByRole('button', { name: 'Erase all 160 for good' }).click();
    if (!javaScriptEnabled) {
      await page.getByText(/^\d+ of 160 submissions to “A form” are being erased.$/).waitFor();
      while (await page.getByRole('button', { name: 'Erase the next' }).isVisible())
        await page.getByRole('button', { name: 'Erase the next' }).click();
    }
    await page.getByText('160 submissions are being erased.', { exact: true }).waitFor();
    assert.equal(await shownNames(browser), []);
    assert.equal(browser.complaints, []);
    await browser.close();
  }
});

test('the menu of a narrow page shows every room, the present one too', async () => {
  const browser = await signedIn({ width: 375 });
  const { page } = browser;
  await page.goto(`${address}/console/accounts`);
  await page.locator('.menu > summary').click();
  const rooms = page.locator('.menu nav a');
  assert.ok((await rooms.count()) > 5);
  for (const room of await rooms.all()) {
    const box = await room.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 375, await room.innerText());
  }
  await browser.close();
});

test.run();
