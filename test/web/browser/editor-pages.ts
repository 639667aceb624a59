import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { type Browser, openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { startService, type TestService } from '../../support/service.ts';

/** A service that listens, with an account whose forms are edited. */
export interface EditedService {
  readonly service: TestService;
  readonly address: string;
  readonly accountId: string;
  newForm(labels: readonly string[]): Promise<string>;
}

export async function startEdited(): Promise<EditedService> {
  const service = await startService({ settings: { PUBLIC_URL: undefined } });
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { accountId } = await service.newAccount();
  return {
    service,
    address,
    accountId,
    newForm: (labels) =>
      service.newForm(
        accountId,
        labels.map((label) => ({ label, kind: 'short_text' })),
      ),
  };
}

/** Runs a journey of a person who is signed in at the editor of a form. The browser must not complain. */
export async function atEditor(
  { service, address }: EditedService,
  formId: string,
  journey: (page: Page, browser: Browser) => Promise<void>,
  options: Parameters<typeof openBrowser>[1] = {},
): Promise<void> {
  const browser = await openBrowser(address, options);
  const { page } = browser;
  page.setDefaultTimeout(20_000);
  try {
    await page.goto(`${address}/console/sign-in`);
    await page.getByLabel('Token or API key').fill(service.operatorTokens[0] ?? '');
    await page.getByRole('button', { name: 'Sign in with the key' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await openEditor(page, address, formId);
    await journey(page, browser);
    assert.equal(browser.complaints, []);
  } catch (error) {
    console.log(page.url(), await page.locator('#said, #saved').allTextContents());
    throw error;
  } finally {
    await browser.close();
  }
}

export async function openEditor(page: Page, address: string, formId: string): Promise<void> {
  await page.goto(`${address}/console/forms/${formId}/edit`);
  await page.locator('#editor[data-ready]').waitFor();
}

/** The labels of the questions, in order. */
export const labelsOf = (page: Page): Promise<string[]> =>
  page.locator('.questions .head b').allTextContents();

export const untilSaved = (page: Page): Promise<void> =>
  page.locator('#saved', { hasText: /^Saved/ }).waitFor();

/** Waits for an announcement. */
export const untilSaid = (page: Page, words: string): Promise<void> =>
  page.locator('#said', { hasText: words }).waitFor({ state: 'attached' });

export const untilLabels = (page: Page, expected: readonly string[]) =>
  eventually(
    `the questions are ${expected.join(', ')}`,
    async () => (await labelsOf(page)).join() === expected.join(),
  );

/** The text of the element that has the focus, or its label. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');
