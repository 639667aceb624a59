import { createServer } from 'node:http';
import * as assert from 'uvu/assert';
import { browserSuite, openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { everyKind, optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('public forms, in a browser');
let service: TestService;
let address: string;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
test.after(() => service.close());

test('the form works at 320 px without script, with the keyboard only', async () => {
  const browser = await openBrowser(address, { width: 320, javaScriptEnabled: false });
  const { page } = browser;
  try {
    const simple = await service.newForm((await service.newAccount()).accountId, [
      { key: 'name', label: 'Your name', kind: 'short_text', required: true },
      { key: 'drink', label: 'A drink', kind: 'single_choice', options: optionsOf('Tea', 'Coffee') },
    ]);
    await page.goto(`${address}/f/${simple}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    service.clock.aheadMs += 2_000;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    assert.match((await page.textContent('.problem')) ?? '', 'Your name');
    assert.ok(await page.getByLabel('Tea').isChecked(), 'the choice is kept');
    await page.getByRole('link', { name: 'Your name' }).click();
    await page.keyboard.press('Tab');
    await page.getByLabel('Your name').fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByText('Thank you.').waitFor();
    assert.equal(browser.complaints, []);
  } finally {
    await browser.close();
  }
});

test('an embedded form grows with its content, and its frame has the title of the form', async () => {
  const formId = await service.newForm((await service.newAccount()).accountId, everyKind);
  const browser = await openBrowser('http');
  const { page } = browser;
  // Another port is another site, as far as browsers protect one from the other.
  const other = createServer((_, response) => {
    const script = `<script src="${address}/embed.js" data-form="${formId}" async></script>`;
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><link rel="icon" href="data:," /><body>${script}`);
  });
  const port = await new Promise<number>((resolve) =>
    other.listen(0, 'localhost', () => {
      const bound = other.address();
      resolve(typeof bound === 'object' && bound ? bound.port : 0);
    }),
  );
  try {
    await page.goto(`http://localhost:${port}/`);
    const frame = page.locator('iframe');
    await eventually('the frame grows', async () => ((await frame.boundingBox())?.height ?? 0) > 900);
    await eventually('the frame has the title', async () => (await frame.getAttribute('title')) === 'A form');
    await page.frameLocator('iframe').getByRole('button', { name: 'Send' }).waitFor();
    assert.equal(browser.complaints, []);
  } finally {
    await browser.close();
    other.close();
  }
});

test('the public form has at most 30 KB, with all assets', async () => {
  const browser = await openBrowser(address);
  const { page } = browser;
  try {
    const simple = await service.newForm((await service.newAccount()).accountId);
    let bytes = 0;
    page.on('response', (response) => {
      void response
        .request()
        .sizes()
        .then(
          ({ responseBodySize, responseHeadersSize }) => (bytes += responseBodySize + responseHeadersSize),
          () => undefined,
        );
    });
    await page.goto(`${address}/f/${simple}`, { waitUntil: 'networkidle' });
    assert.ok(bytes > 5_000 && bytes <= 30_000, `${bytes} bytes`);
  } finally {
    await browser.close();
  }
});

test.run();
