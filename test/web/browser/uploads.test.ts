import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import * as assert from 'uvu/assert';
import { assertSound, type Browser, browserSuite, openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('uploads on the page of a form, in a browser');
let service: TestService;
let address: string;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined }, http: { minFormMs: 0 } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  mine = await service.newAccount();
  formId = await service.newForm(mine.accountId, [
    { key: 'name', label: 'Your name', kind: 'short_text', required: true },
    {
      key: 'cv',
      label: 'Your CV',
      kind: 'file',
      required: true,
      validation: { max_files: 2, max_bytes: 12_000_000 },
    },
  ]);
});
const directory = mkdtempSync(join(tmpdir(), 'formlog-browser-'));
test.after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

/** Three parts. */
const content = randomBytes(10_000_000);
const file = { name: 'cv.bin', mimeType: 'application/octet-stream', buffer: content };

async function inForm(visit: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await openBrowser(address);
  try {
    await browser.page.goto(`${address}/f/${formId}`);
    await visit(browser);
  } finally {
    await browser.close();
  }
}

const chooser = (page: Page) => page.locator('input[type=file]');
const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name });
const allArrived = (page: Page) =>
  eventually('every file has arrived', async () => (await page.locator('progress').count()) === 0, 30_000);
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

async function lastHashes(): Promise<unknown> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}`);
  const read = await mine.api('GET', `/submissions/${String(list.at('data.0.id'))}`);
  const files = read.at('answers.Your CV');
  assert.ok(Array.isArray(files));
  return files.map(({ sha256 }: { sha256: string }) => sha256);
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a file is uploaded when it is chosen, and sent with the form', () =>
  inForm(async ({ page, complaints }) => {
    await chooser(page).setInputFiles(file);
    await page.getByLabel('Your name').fill('Ada');
    // Whether it has arrived or not: the form waits for it.
    await send(page);
    await page.getByText('Thank you.').waitFor();
    assert.equal(await lastHashes(), [sha256(content)]);
    assert.equal(complaints, []);
  }));

test('an upload of which a part is lost continues by itself', () =>
  inForm(async ({ page }) => {
    let patches = 0;
    const offsets: string[] = [];
    await page.route('**/files/*', async (route: Route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      offsets.push(request.headers()['upload-offset'] ?? '');
      // The second part never arrives.
      return ++patches === 2 ? route.abort() : route.continue();
    });
    await chooser(page).setInputFiles(file);
    await boxOf(page, 'cv.bin').waitFor();
    await allArrived(page);
    assert.ok(patches > 3, `${patches} parts`);
    assert.is(offsets[1], offsets[2], 'the part that was lost is sent again');
  }));

test('an upload continues where it ended after the page was loaded again', () =>
  inForm(async ({ page }) => {
    const path = join(directory, 'stored.bin');
    writeFileSync(path, content);
    const isLater = (route: Route) => !['0', undefined].includes(route.request().headers()['upload-offset']);
    await page.route('**/files/*', (route: Route) => (isLater(route) ? route.abort() : route.continue()));
    await chooser(page).setInputFiles(path);
    const bar = page.locator('progress');
    await eventually('a part has arrived', async () => Number(await bar.getAttribute('value')) > 0);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.unroute('**/files/*');
    const offsets: string[] = [];
    await page.route('**/files/*', (route: Route) => {
      const offset = route.request().headers()['upload-offset'];
      if (offset !== undefined) offsets.push(offset);
      return route.continue();
    });
    await chooser(page).setInputFiles(path);
    await boxOf(page, 'stored.bin').waitFor();
    await allArrived(page);
    assert.equal(offsets, ['4194304', '8388608']);
    await page.getByLabel('Your name').fill('Ada');
    await send(page);
    await page.getByText('Thank you.').waitFor();
    assert.equal(await lastHashes(), [sha256(content)]);
  }));

test('a file that does not fit is named, and the form can be sent with another', () =>
  inForm(async (browser) => {
    const { page } = browser;
    await chooser(page).setInputFiles({ ...file, name: 'large.bin', buffer: Buffer.alloc(12_000_001) });
    await page.getByText('large.bin is too large: a file may have at most 11.4 MB.').waitFor();
    await page.getByLabel('Your name').fill('Ada');
    await chooser(page).setInputFiles({ ...file, name: 'a.txt', buffer: Buffer.from('small') });
    await boxOf(page, 'a.txt').waitFor();
    await assertSound(browser, 'a page with a file');
    await send(page);
    await page.getByText('Thank you.').waitFor();
    assert.equal(await lastHashes(), [sha256(Buffer.from('small'))]);
  }));

test('more files than the question takes are refused, and a file can be left out again', () =>
  inForm(async ({ page }) => {
    const named = ['a', 'b', 'c'].map((name) => ({
      ...file,
      name: `${name}.txt`,
      buffer: Buffer.from(name),
    }));
    await chooser(page).setInputFiles(named);
    await page.getByText('Must have at most 2 files.').waitFor();
    await allArrived(page);
    await boxOf(page, 'b.txt').uncheck();
    await page.getByLabel('Your name').fill('Ada');
    // The fault says what was left out; it is no reason to keep the form.
    await send(page);
    await page.getByText('Thank you.').waitFor();
    assert.equal(await lastHashes(), [sha256(Buffer.from('a'))]);
  }));

test.run();
