import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { assertSound, browserSuite, openBrowser } from '../../support/browser.ts';
import { optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('charts of answers, in a browser');
let service: TestService;
let address: string;
let path: string;

const choices = { options: optionsOf('Good', 'Bad') };
const fields = [
  { key: 'drink', label: 'A drink', kind: 'single_choice', ...choices },
  { key: 'age', label: 'Age', kind: 'number' },
  { key: 'nps', label: 'Would you recommend us?', kind: 'nps' },
  { key: 'rank', label: 'Your order', kind: 'ranking', ...choices },
  { key: 'rate', label: 'Rate each', kind: 'matrix', ...choices, rows: optionsOf('Food', 'Room') },
  { key: 'day', label: 'The day', kind: 'date' },
  { key: 'fee', label: 'Fee', kind: 'payment' },
  { key: 'note', label: 'A note', kind: 'long_text' },
];

test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, fields);
  for (let n = 0; n < 12; n++)
    await api('POST', '/submissions', {
      body: {
        form_id: formId,
        answers: {
          drink: n % 3 === 0 ? 'Bad' : 'Good',
          age: 20 + 3 * n,
          nps: n % 11,
          rank: ['Good', 'Bad'],
          rate: { Food: 'Good', Room: n % 2 === 0 ? 'Good' : 'Bad' },
          day: `2026-0${1 + (n % 9)}-01`,
          fee: { amount: 100 * n, currency: n % 2 === 0 ? 'EUR' : 'JPY' },
          note: `The garden was lovely ${'x'.repeat(60)}`,
        },
      },
    });
  await service.settled();
  path = `/console/forms/${formId}/answers`;
});
test.after(() => service.close());

async function signIn(page: Page): Promise<void> {
  await page.goto(`${address}/console/sign-in`);
  await page.getByLabel('Token or API key').fill(service.operatorTokens[0] ?? '');
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

for (const [width, dark] of [
  [375, false],
  [1_280, true],
] as const)
  test(`${width} px wide, ${dark ? 'dark' : 'light'}: charts, their figures by keyboard, and images to keep`, async () => {
    const browser = await openBrowser(address, { width, dark });
    const { page } = browser;
    try {
      await signIn(page);
      await page.goto(address + path);
      await page.getByRole('heading', { name: 'A drink' }).waitFor();
      await assertSound(browser, 'charts');
      const age = page.locator('section', { has: page.getByRole('heading', { name: 'Age', exact: true }) });
      await age.getByText('Figures', { exact: true }).focus();
      await page.keyboard.press('Enter');
      await age.getByRole('rowheader', { name: '20 to 25' }).waitFor();
      const saved = async (name: string, role: 'link' | 'button') => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          age.getByRole(role, { name }).press('Enter'),
        ]);
        return [download.suggestedFilename(), readFileSync(await download.path())] as const;
      };
      const [svgName, svg] = await saved('SVG of Age', 'link');
      assert.is(svgName, 'A form - Age.svg');
      assert.match(svg.toString('utf8'), '<svg');
      const [pngName, png] = await saved('PNG of Age', 'button');
      assert.is(pngName, 'A form - Age.png');
      assert.equal([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
      // The header of a PNG says how wide it is.
      assert.is(png.readUInt32BE(16), 2 * 760);
      assert.equal(browser.complaints, []);
    } finally {
      await browser.close();
    }
  });

test('two groups are compared, from the controls to the charts', async () => {
  const browser = await openBrowser(address, { width: 1_280 });
  const { page } = browser;
  try {
    await signIn(page);
    await page.goto(address + path);
    await page.getByText('Compare', { exact: true }).first().click();
    await page.locator('select[name=compare]').selectOption('options');
    await page.locator('select[name=a]').selectOption({ label: 'Good' });
    await page.locator('select[name=b]').selectOption({ label: 'Bad' });
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('A: A drink: Good').waitFor();
    await page.getByText('B: A drink: Bad').waitFor();
    await assertSound(browser, 'comparison');
  } finally {
    await browser.close();
  }
});

test('figures that take long arrive by themselves; without script a link waits for them', async () => {
  const { answers } = service.deps.queries;
  const former = answers.answerPage;
  for (const javaScriptEnabled of [true, false]) {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    answers.answerPage = async (by, at) => {
      await held;
      return former(by, at);
    };
    const browser = await openBrowser(address, { width: 375, javaScriptEnabled });
    const { page } = browser;
    try {
      await signIn(page);
      await page.goto(`${address}${path}?days=${javaScriptEnabled ? '30' : '90'}`);
      await page.getByText('Counting the answers').waitFor();
      if (javaScriptEnabled) await assertSound(browser, 'counting');
      release();
      if (!javaScriptEnabled) await page.getByRole('link', { name: 'Wait for the figures' }).click();
      await page.getByRole('heading', { name: 'A drink' }).waitFor();
      assert.equal(browser.complaints, []);
    } finally {
      release();
      answers.answerPage = former;
      await browser.close();
    }
  }
});

test('on paper, the controls are left out and the charts stay', async () => {
  const browser = await openBrowser(address);
  const { page } = browser;
  try {
    await signIn(page);
    await page.goto(address + path);
    await page.emulateMedia({ media: 'print' });
    assert.not.ok(await page.getByRole('button', { name: 'Show' }).isVisible());
    assert.not.ok(await page.getByRole('navigation', { name: 'Console' }).isVisible());
    assert.ok(await page.getByRole('heading', { name: 'A drink' }).isVisible());
  } finally {
    await browser.close();
  }
});

test('the page has at most 200 KB, with all assets', async () => {
  const browser = await openBrowser(address);
  const { page } = browser;
  try {
    await signIn(page);
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
    await page.goto(address + path, { waitUntil: 'networkidle' });
    assert.ok(bytes > 10_000 && bytes <= 200_000, `${bytes} bytes`);
  } finally {
    await browser.close();
  }
});

test.run();
