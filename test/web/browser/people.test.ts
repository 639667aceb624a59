import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { Stored } from '../../../projections/collections.ts';
import { type FailureRow, failureRows } from '../../../projections/queries/overview/needs-attention.ts';
import { assertSound, type Browser, browserSuite, openBrowser } from '../../support/browser.ts';
import { destinationOf, endedDelivery } from '../../support/ended-deliveries.ts';
import { optionsOf } from '../../support/fields.ts';
import { inLongRun } from '../../support/long-run.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('five people at the pages they need, in a browser');
let service: TestService;
let address: string;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined }, http: { minFormMs: 0 } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
test.after(() => service.close());

type Mine = Awaited<ReturnType<TestService['newAccount']>>;

/** A person: what the browser is like, and with which secret the person signs in. */
interface Person {
  readonly width: number;
  readonly dark: boolean;
  readonly secret?: string | undefined;
  readonly javaScriptEnabled?: boolean;
}

async function as(
  { width, dark, secret, javaScriptEnabled = true }: Person,
  journey: (page: Page, browser: Browser) => Promise<void>,
): Promise<void> {
  const browser = await openBrowser(address, { width, dark, javaScriptEnabled });
  const { page } = browser;
  page.setDefaultTimeout(20_000);
  try {
    if (secret !== undefined) {
      await page.goto(`${address}/console/sign-in`);
      await page.getByLabel('Token or API key').focus();
      await page.keyboard.type(secret);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    }
    await journey(page, browser);
    assert.equal(browser.complaints, []);
  } catch (error) {
    console.log(page.url(), (await page.locator('main').textContent())?.slice(0, 600));
    throw error;
  } finally {
    await browser.close();
  }
}

/** Presses a link or a button with the keyboard, from wherever the focus is. */
async function press(page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> {
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press('Enter');
}

const tokenOf = (role: number): string => service.operatorTokens[role] ?? '';
const [operator, auditor, analyst] = [0, 1, 2];

/** Runs a journey on a phone in the dark and on a wide screen in the light; in the long run also the other way round. */
function onEveryScreen(name: string, journey: (screen: Person) => Promise<void>): void {
  for (const [size, width] of [
    ['a phone', 375],
    ['a wide screen', 1_280],
  ] as const)
    for (const dark of [true, false])
      (dark === width < 1_000 ? test : inLongRun(test))(
        `${name}, on ${size} in the ${dark ? 'dark' : 'light'}`,
        () => journey({ width, dark }),
      );
}

const questions = [
  {
    key: 'drink',
    label: 'A drink',
    kind: 'single_choice',
    options: optionsOf('Tea', 'Coffee'),
    required: true,
  },
  { key: 'mail', label: 'Your mail', kind: 'email' },
];

async function answered(mine: Mine, answers: readonly object[]): Promise<string> {
  const formId = await service.newForm(mine.accountId, questions);
  for (const each of answers)
    await mine.api('POST', '/submissions', { body: { form_id: formId, answers: each } });
  await service.settled();
  return formId;
}

onEveryScreen(
  'an owner builds a form, publishes it, reads its charts and exports the same figures',
  async (screen) => {
    const mine = await service.newAccount();
    await as({ ...screen, secret: mine.key }, async (page, browser) => {
      await page.goto(`${address}/console/forms`);
      await press(page, 'button', 'New form');
      await page.getByLabel('Title').focus();
      await page.keyboard.type('Breakfast');
      await page.keyboard.press('Enter');
      await page.locator('#editor[data-ready]').waitFor();
      await press(page, 'button', 'Add a question');
      await press(page, 'button', 'Yes or no');
      await page.keyboard.type('Did you like it?');
      await page.locator('#saved', { hasText: /^Saved/ }).waitFor();
      await press(page, 'button', 'Save to the form');
      await page.getByText('The form is saved.').waitFor();
      await press(page, 'button', 'Publish');
      await page.getByText('The form is published.').waitFor();
      const formId = new URL(page.url()).pathname.split('/')[3] ?? '';
      for (const answer of [true, true, false])
        await mine.api('POST', '/submissions', {
          body: { form_id: formId, answers: { did_you_like_it: answer } },
        });
      await service.settled();

      await page.goto(`${address}/console/forms/${formId}`);
      await press(page, 'link', /^Charts/);
      await page.getByRole('heading', { name: 'Did you like it?' }).waitFor();
      await assertSound(browser, 'charts');
      const section = page.locator('section', {
        has: page.getByRole('heading', { name: 'Did you like it?' }),
      });
      const chart = (await section.textContent()) ?? '';

      await page.goto(`${address}/console/submissions?form=${formId}`);
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'link', /^CSV/)]);
      const rows = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n')
        .slice(1);
      const yes = rows.filter((row) => row.includes('Yes')).length;
      assert.equal([rows.length, yes], [3, 2]);
      assert.match(chart, /Yes\D*2/);
      assert.match(chart, /No\D*1/);
    });
  },
);

onEveryScreen('a person answers without script, corrects a mistake, and is thanked', async (screen) => {
  const mine = await service.newAccount();
  const formId = await service.newForm(mine.accountId, questions);
  await service.admin('PATCH', `/forms/${formId}`, {
    body: { responses: { thanks: { text: 'See you soon.', shows_answers: true } } },
  });
  service.clock.aheadMs += 2_000;
  await as({ ...screen, javaScriptEnabled: false }, async (page) => {
    await page.goto(`${address}/f/${formId}`);
    await page.getByLabel('Your mail').focus();
    await page.keyboard.type('ada');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    // Each problem of the summary leads to its question.
    await press(page, 'link', 'A drink');
    await page.getByRole('radio', { name: 'Coffee' }).focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Your mail').fill('ada@example.org');
    await page.keyboard.press('Enter');
    await page.getByText('See you soon.').waitFor();
    await page.getByText('Coffee').waitFor();
  });
});

onEveryScreen(
  'an operator at night sees the destination that fails first, and why it does',
  async (screen) => {
    const mine = await service.newAccount();
    const destinationId = await destinationOf(service, mine.accountId);
    for (let count = 0; count < 3; count++)
      await endedDelivery(service, { accountId: mine.accountId, destinationId, end: 'waiting' });
    // As the disable policy counts them.
    await service.store.named<Stored<FailureRow>>(`${failureRows.name}@${failureRows.version}`).insertOne({
      _id: destinationId,
      _position: 1n,
      exhausted: 0,
      attempts: 3,
      failed_since: '2026-01-01T00:00:00.000Z',
    });
    await service.settled();
    await as({ ...screen, secret: tokenOf(operator) }, async (page, browser) => {
      await page.goto(`${address}/console?account=${mine.accountId}`);
      const need = page.locator('main').getByText('The destination “x” fails').first();
      await need.waitFor();
      await assertSound(browser, 'overview');
      await press(page, 'button', 'See why');
      await page.getByRole('heading', { level: 1, name: 'x' }).waitFor();
      await page.getByText(/5\d\d/).first().waitFor();
      await assertSound(browser, 'destination');
    });
  },
);

onEveryScreen('an auditor reads who did what in an account, and keeps it', async (screen) => {
  const mine = await service.newAccount();
  const formId = await service.newForm(mine.accountId, questions);
  await service.admin('PATCH', `/forms/${formId}`, { body: { title: 'Lunch' } });
  await service.settled();
  await as({ ...screen, secret: tokenOf(auditor) }, async (page, browser) => {
    await page.goto(`${address}/console/accounts/${mine.accountId}/history`);
    await page.getByText('gave the form the title “Lunch”').first().waitFor();
    await page.getByText('Operator test-operator').filter({ visible: true }).first().waitFor();
    await assertSound(browser, 'the trail');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'link', /CSV/)]);
    assert.match(readFileSync(await download.path(), 'utf8'), 'Lunch');
    // An auditor changes nothing.
    await page.goto(`${address}/console/forms/${formId}`);
    assert.is(await page.getByRole('button', { name: /Publish|Close|Back to draft/ }).count(), 0);
  });
});

onEveryScreen(
  'an analyst compares two groups of answers, and rebuilds the model behind them',
  async (screen) => {
    const mine = await service.newAccount();
    const formId = await answered(mine, [
      { drink: 'Tea', mail: 'a@example.org' },
      { drink: 'Tea' },
      { drink: 'Coffee' },
    ]);
    await as({ ...screen, secret: tokenOf(analyst) }, async (page, browser) => {
      await page.goto(`${address}/console/forms/${formId}/answers`);
      await page.getByRole('heading', { name: 'A drink' }).waitFor();
      await page.getByText('Compare', { exact: true }).first().focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Compare with').selectOption('groups by an answer');
      await page.locator('[name=a]').selectOption('Tea');
      await page.locator('[name=b]').selectOption('Coffee');
      await press(page, 'button', 'Compare');
      await page.getByText('2 submissions').waitFor();
      await page.getByText('1 submissions').waitFor();
      await assertSound(browser, 'two groups');
      await page.goto(`${address}/console/projections/submissions`);
      await press(page, 'button', 'Rebuild');
      await page.getByText('A new generation was requested').waitFor();
    });
  },
);

test.run();
