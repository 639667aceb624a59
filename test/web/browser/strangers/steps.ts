import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { assertSound, type Browser } from '../../../support/browser.ts';
import { eventually } from '../../../support/eventually.ts';
import { readZip } from '../../../support/read-zip.ts';
import { linkOf, type Mailbox } from './mailbox.ts';

export const press = (page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> =>
  page
    .getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();

/** Goes to a room of the console: through the menu, where the page is narrow. */
export async function enter(page: Page, room: string): Promise<void> {
  const menu = page.locator('details.menu');
  if (await menu.isVisible()) await menu.locator('summary').click();
  await page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link', { name: room, exact: true })
    .click();
}

/** Opens the sign-up from the front door, and follows the link of the mail. */
export async function openAccount(
  browser: Browser,
  origin: string,
  { mailbox, name, account, password }: { mailbox: Mailbox; name: string; account: string; password: string },
): Promise<void> {
  const { page } = browser;
  await page.goto(origin);
  await press(page, 'link', 'Open an account');
  await assertSound(browser, 'the sign-up');
  await page.getByLabel('E-mail').fill(mailbox.address);
  await press(page, 'button', 'Send the link');
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await assertSound(browser, 'the answer of the sign-up');
  await page.goto(linkOf(await mailbox.next(/account/i)));
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Name of the account').fill(account);
  await page.getByLabel('Password').fill(password);
  await assertSound(browser, 'the account to open');
  await press(page, 'button', 'Open the account');
  await page.getByText(`Welcome, ${name}.`, { exact: false }).waitFor();
  await assertSound(browser, 'the first page');
}

/** Builds the first form of an account, with one question, and publishes it. @returns its address for respondents */
export async function publishForm(browser: Browser, title: string, question: string): Promise<string> {
  const { page } = browser;
  await press(page, 'button', 'Create a form');
  await page.getByLabel('Title').fill(title);
  await press(page, 'button', 'Create, and add questions');
  await page.locator('#editor[data-ready]').waitFor();
  await press(page, 'button', 'Add a question');
  await press(page, 'button', 'Short text');
  await page.getByLabel('Question', { exact: true }).fill(question);
  await press(page, 'button', 'Save to the form');
  await page.getByText('The form is saved.').waitFor();
  await assertSound(browser, 'the form as a draft');
  await press(page, 'button', 'Publish');
  await page.getByText('The form is published.').waitFor();
  await assertSound(browser, 'the published form');
  return (await page.locator('.share a').first().getAttribute('href')) ?? '';
}

/** Fills in a form as a person does, who takes some seconds. */
export async function answer(browser: Browser, url: string, question: string, text: string): Promise<void> {
  const { page } = browser;
  await page.goto(url);
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await assertSound(browser, 'the form of the respondent');
  await eventually(
    'a person takes as long',
    async () => Number(await page.evaluate('performance.now()')) > 2_000,
  );
  await page.getByLabel(question).fill(text);
  await press(page, 'button', 'Send');
  await page.getByText('Thank you.').waitFor();
  await assertSound(browser, 'the thanks');
}

/** Invites a colleague, who joins by the mail. */
export async function invite(
  owner: Browser,
  colleague: Browser,
  mailbox: Mailbox,
  name: string,
  password: string,
): Promise<void> {
  await enter(owner.page, 'Members');
  await owner.page.getByLabel('E-mail').fill(mailbox.address);
  await press(owner.page, 'button', 'Invite');
  await owner.page.getByText(`on its way to ${mailbox.address}`).waitFor();
  await assertSound(owner, 'the invitation that was sent');
  const { page } = colleague;
  await page.goto(linkOf(await mailbox.next(/^Join /)));
  await assertSound(colleague, 'the invitation');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password').first().fill(password);
  await press(page, 'button', 'Join');
  await page.getByText('Welcome.').waitFor();
  await assertSound(colleague, 'the first page of the colleague');
}

/** Renames the question of a form that was published. */
export async function editForm(
  { page, ...browser }: Browser,
  title: string,
  question: string,
): Promise<void> {
  await enter(page, 'Forms');
  await press(page, 'link', title);
  await press(page, 'button', /^Edit/);
  await page.locator('#editor[data-ready]').waitFor();
  await page.locator('.questions .head').first().click();
  await page.getByLabel('Question', { exact: true }).first().fill(question);
  await press(page, 'button', 'Publish changes');
  await page.getByText('The changes are published.').waitFor();
  await assertSound({ page, ...browser }, 'the form that was edited');
}

/** Downloads everything of the account. @returns the texts of the archive, by path */
export async function download({ page }: Browser): Promise<ReadonlyMap<string, string>> {
  await enter(page, 'Account');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    press(page, 'button', 'Download everything'),
  ]);
  return readZip(readFileSync(await file.path()));
}

/** Closes the account with its name and the proof. @param password null for a person without one, who has just signed in */
export async function closeAccount(
  browser: Browser,
  account: string,
  password: string | null,
): Promise<void> {
  const { page } = browser;
  await enter(page, 'Account');
  await press(page, 'link', /^Close it/);
  await assertSound(browser, 'the question before the account is closed');
  await page.getByLabel('Type the name of the account').fill(account);
  if (password !== null) await page.getByLabel('Your password').fill(password);
  await press(page, 'button', 'Close it and erase everything');
  await page.getByRole('heading', { name: 'A closed account' }).waitFor();
  await assertSound(browser, 'the closed account');
}

/** Waits on the page of the closed account until everything is erased, and signs out. */
export async function watchErasure(browser: Browser): Promise<void> {
  const { page } = browser;
  await page.getByText('Everything of the account was deleted permanently.').waitFor({ timeout: 120_000 });
  await assertSound(browser, 'the erased account');
  await page.getByText('You are not a member of any other account.').waitFor();
  await press(page, 'button', 'Sign out');
  await page.waitForURL('**/console/sign-in');
}

/** Signs in with the provider, which asks for a name and for the consent. @param button of the page that leads there */
export async function signInAtProvider(browser: Browser, button: string, login: string): Promise<void> {
  const { page } = browser;
  await assertSound(browser, 'the page before the provider');
  await press(page, 'button', button);
  await page.getByLabel('Name').fill(login);
  await press(page, 'button', 'Continue');
  await page.getByText('wants to know your name').waitFor();
  await press(page, 'button', 'Continue');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await assertSound(browser, 'the first page after the provider');
}
