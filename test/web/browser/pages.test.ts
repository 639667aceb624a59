import { createServer } from 'node:http';
import * as assert from 'uvu/assert';
import { fieldKinds } from '../../../domain/form/field.ts';
import { assertSound, type Browser, browserSuite, openBrowser } from '../../support/browser.ts';
import { destinationOf, endedDelivery } from '../../support/ended-deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import { optionsOf } from '../../support/fields.ts';
import { inLongRun } from '../../support/long-run.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('every page, in a browser');
let service: TestService;
let address: string;
/** The pages, with the things that they are about. */
let paths: readonly string[];
let formId: string;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { accountId, api } = await service.newAccount();
  const fields = fieldKinds.map((kind) => ({
    label: `A ${kind}`,
    kind,
    help_text: 'Help for this question',
    ...(['single_choice', 'dropdown', 'multiple_choice', 'ranking', 'matrix'].includes(kind) && {
      options: optionsOf('One', 'Two'),
    }),
    ...(kind === 'matrix' && { rows: optionsOf('First', 'Second') }),
  }));
  formId = await service.newForm(accountId, fields);
  const made = await api('POST', '/submissions', {
    body: { form_id: formId, answers: { a_short_text: 'Ada' } },
  });
  const submissionId = String(made.at('id'));
  const destinationId = await destinationOf(service, accountId);
  const about = { accountId, destinationId, formId, submissionId };
  const deliveryId = await endedDelivery(service, { ...about, end: 'failed' });
  await endedDelivery(service, { ...about, end: 'pending' });
  await service.settled();
  const account = `?account=${accountId}`;
  paths = [
    '/console',
    `/console/forms${account}`,
    `/console/forms/${formId}`,
    `/console/forms/${formId}/edit`,
    `/console/forms/${formId}/preview`,
    `/console/forms/${formId}/responses`,
    `/console/forms/${formId}/completion`,
    `/console/forms/${formId}/answers`,
    `/console/forms/${formId}/answers?days=30&compare=previous`,
    `/console/forms/new${account}`,
    `/console/submissions${account}`,
    `/console/submissions${account}&form=${formId}`,
    `/console/submissions${account}&form=${formId}&search=ada&source=api`,
    `/console/deliveries${account}&destination=nosuch`,
    `/console/submissions/${submissionId}`,
    `/console/submissions/${submissionId}/correct`,
    `/console/destinations${account}`,
    `/console/destinations/${destinationId}`,
    `/console/destinations/${destinationId}/edit`,
    `/console/deliveries${account}&live=on`,
    `/console/deliveries/${deliveryId}`,
    `/console/recoveries${account}`,
    `/console/recoveries/new${account}`,
    '/console/projections',
    '/console/projections/forms',
    '/console/accounts',
    `/console/accounts/${accountId}`,
    '/console/overview/plots?range=7d',
    '/console/history',
    `/console/accounts/${accountId}/history`,
    `/console/history/destination/${destinationId}`,
    `/console/log?account=${accountId}&type=Form`,
    `/console/history/submission/${submissionId}`,
    `/console/history/form/${formId}`,
    '/console/log',
    `/console/log?stream=form-${formId}`,
    `/console/log/form-${formId}/0`,
    `/f/${formId}`,
    `/f/${formId}/thanks`,
  ];
});
test.after(() => service.close());

async function signIn({ page }: Browser): Promise<void> {
  await page.goto(`${address}/console/sign-in`);
  await page.getByLabel('Token or API key').fill(service.operatorTokens[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

for (const width of [375, 1_280])
  for (const dark of [false, true])
    (dark === width > 1_000 ? test : inLongRun(test))(
      `${width} px wide, ${dark ? 'dark' : 'light'}: no accessibility violation, no error, no overflow`,
      async () => {
        const browser = await openBrowser(address, { width, dark });
        try {
          await browser.page.goto(`${address}/console/sign-in`);
          await assertSound(browser, 'sign-in');
          await signIn(browser);
          for (const path of paths) {
            const answer = await browser.page.goto(address + path);
            assert.is(answer?.status(), 200, path);
            await assertSound(browser, `${path} at ${width} px`);
          }
          assert.is((await browser.page.goto(`${address}/console/forms/none`))?.status(), 404);
          await assertSound(browser, 'an error');
        } finally {
          await browser.close();
        }
      },
    );

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

test('an embedded form grows with its content', async () => {
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
