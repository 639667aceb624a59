import Type from 'typebox';
import { Value } from 'typebox/value';
import * as assert from 'uvu/assert';
import { type Browser, browserSuite, openBrowser } from '../../support/browser.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('pages on paper');
let service: TestService;
let address: string;
let browser: Browser;
let formId: string;
let submissionId: string;
let accountId: string;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const mine = await service.newAccount();
  ({ accountId } = mine);
  formId = await service.newForm(accountId, [
    { key: 'name', label: 'Your name', kind: 'short_text' },
    { key: 'stars', label: 'How was it?', kind: 'rating' },
  ]);
  const made = await mine.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'Ada Lovelace', stars: 4 } },
  });
  submissionId = String(made.at('id'));
  await service.settled();
  browser = await openBrowser(address);
  const { page } = browser;
  await page.goto(`${address}/console/sign-in`);
  await page.getByLabel('Token or API key').fill(service.operatorTokens[0] ?? '');
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.emulateMedia({ media: 'print' });
});
test.after(async () => {
  await browser.close();
  await service.close();
});

/** The texts of the buttons, links that look like buttons, and ways to other pages that are printed. */
const printedControls = async (): Promise<string[]> =>
  Value.Parse(
    Type.Array(Type.String()),
    await browser.page.evaluate(
      `[...document.querySelectorAll('button, [role=button], nav a, input[type=submit]')]
         .filter((element) => element.checkVisibility()).map((element) => element.textContent)`,
    ),
  );

test('a page of the console is its content alone', async () => {
  const { page } = browser;
  for (const [path, text] of [
    [`/console/submissions/${submissionId}`, 'Ada Lovelace'],
    [`/console/submissions?account=${accountId}&form=${formId}`, 'Ada Lovelace'],
    [`/console/forms/${formId}`, 'How was it?'],
    [`/console/history/submission/${submissionId}`, 'History'],
  ] as const) {
    await page.goto(address + path);
    assert.equal(await printedControls(), [], path);
    assert.ok(await page.getByText(text).filter({ visible: true }).first().isVisible(), path);
  }
});

test('a public form is its questions alone', async () => {
  const { page } = browser;
  await page.goto(`${address}/f/${formId}`);
  assert.equal(await printedControls(), []);
  assert.ok(await page.getByText('Your name').isVisible());
});

test.run();
