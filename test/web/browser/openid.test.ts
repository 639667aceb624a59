import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { assertSound, type Browser, browserSuite, openBrowser } from '../../support/browser.ts';
import { freePort } from '../../support/free-port.ts';
import { startOpenIdProvider, type TestProvider } from '../../support/openid/provider.ts';
import { callbackPath, openAcme, openIdSettings } from '../../support/openid/sign-in.ts';
import { invite, testPassword } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('signing in with an OpenID provider, in a browser');
let service: TestService;
let provider: TestProvider;
let address: string;
test.before(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  provider = await startOpenIdProvider(address + callbackPath, 'localhost');
  service = await startService({ settings: { PUBLIC_URL: address, ...openIdSettings(provider.issuer) } });
  await openAcme(service);
  await service.app.listen({ host: '127.0.0.1', port });
});
test.after(async () => {
  await service.close();
  await provider.close();
});

const button = 'Sign in with Acme ID';
const press = (page: Page, role: 'button' | 'link', name: string) =>
  page.getByRole(role, { name, exact: true }).click();

const open = (width = 1_280, dark = false): Promise<Browser> =>
  openBrowser([address, provider.issuer], { width, dark });

/** A person at the provider, who has a role in the account of the settings. */
function registerAtProvider(name: string, groups: readonly string[] = ['staff']): void {
  provider.people.set(name, { name, email: `${name}@example.com`, email_verified: true, groups });
}

/** Answers the pages of the provider: the name, and then the consent. */
async function consent(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await press(page, 'button', 'Continue');
  await page.getByText('wants to know your name').waitFor();
  await press(page, 'button', 'Continue');
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'button', 'Sign out');
  await page.waitForURL('**/console/sign-in');
}

/** Joins the account by an invitation, with a password. */
async function join({ page }: Browser, name: string): Promise<void> {
  await page.goto(address + (await invite(service, 'acme', `${name}@example.com`, 'editor')));
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password').first().fill(testPassword);
  await press(page, 'button', 'Join');
  await page.getByText('Welcome.').waitFor();
}

async function signInWithPassword(page: Page, name: string): Promise<void> {
  await page.getByLabel('E-mail').fill(`${name}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await press(page, 'button', 'Sign in');
}

for (const [width, dark] of [
  [375, false],
  [1_280, true],
] as const)
  test(`a person agrees at the provider, comes back signed in, and signs out, at ${width} px`, async () => {
    const name = `ada${width}`;
    registerAtProvider(name);
    const browser = await open(width, dark);
    const { page } = browser;
    // A page that a colleague has sent.
    await page.goto(`${address}/console/forms`);
    await assertSound(browser, 'the sign-in');
    await press(page, 'button', button);
    await consent(page, name);
    await page.getByRole('heading', { name: 'Forms', level: 1 }).waitFor();
    await press(page, 'link', name);
    await page.getByText('with the OpenID provider').waitFor();
    await assertSound(browser, 'the person');

    await signOut(page);
    await page.goto(`${address}/console`);
    await page.waitForURL('**/console/sign-in**');
    // The provider knows the browser, and that the person agreed.
    await press(page, 'button', button);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await browser.close();
  });

test('a person who refuses at the provider is not signed in, and can try again', async () => {
  registerAtProvider('grace');
  const browser = await open(375);
  const { page } = browser;
  await page.goto(`${address}/console/sign-in`);
  await press(page, 'button', button);
  await press(page, 'button', 'Cancel');
  await page.getByText('was cancelled or refused there').waitFor();
  await assertSound(browser, 'the refusal of the name');
  await press(page, 'link', 'Back to the sign-in');
  await press(page, 'button', button);
  await page.getByLabel('Name').fill('grace');
  await press(page, 'button', 'Continue');
  await page.getByText('wants to know your name').waitFor();
  await press(page, 'button', 'Cancel');
  await page.getByText('was cancelled or refused there').waitFor();
  await page.goto(`${address}/console`);
  await page.waitForURL('**/console/sign-in**');
  await browser.close();
});

test('a person without a role is refused, in words', async () => {
  registerAtProvider('mallory', ['guests']);
  const browser = await open();
  const { page } = browser;
  await page.goto(`${address}/console/sign-in`);
  await press(page, 'button', button);
  await consent(page, 'mallory');
  await page.getByRole('heading', { name: 'You have no role here' }).waitFor();
  await assertSound(browser, 'the refusal');
  await browser.close();
});

test('an identity with a known address waits until its person has signed in, and is linked', async () => {
  registerAtProvider('mary');
  const browser = await open(375, true);
  const { page } = browser;
  await join(browser, 'mary');
  await signOut(page);
  await press(page, 'button', button);
  await consent(page, 'mary');
  await page.getByText('mary@example.com signs in here already.').waitFor();
  await assertSound(browser, 'the identity that waits');
  await press(page, 'button', 'Sign in and link');
  await signInWithPassword(page, 'mary');
  await page.getByRole('heading', { name: 'Link your account' }).waitFor();
  await assertSound(browser, 'the question');
  await press(page, 'button', 'Link the account');
  await page.getByText('You can sign in with Acme ID from now on.').waitFor();
  await signOut(page);
  await press(page, 'button', button);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'mary' }).waitFor();
  await browser.close();
});

test('a person links an identity on their page, and unlinks it', async () => {
  registerAtProvider('charles');
  const browser = await open();
  const { page } = browser;
  await join(browser, 'charles');
  await page.goto(`${address}/console/you`);
  await press(page, 'link', 'Link an account at Acme ID');
  await consent(page, 'charles');
  await page.getByRole('heading', { name: 'Link your account' }).waitFor();
  await press(page, 'button', 'Link the account');
  await page.getByText('You can sign in with Acme ID from now on.').waitFor();
  const linked = page.getByRole('table', { name: 'The accounts elsewhere with which you sign in' });
  assert.is(await linked.getByText(new URL(provider.issuer).host).count(), 1);
  await assertSound(browser, 'the linked account');

  await press(page, 'button', 'Unlink');
  await page.getByText('The account is unlinked.').waitFor();
  assert.is(await linked.count(), 0);
  await signOut(page);
  await press(page, 'button', button);
  await page.getByText('charles@example.com signs in here already.').waitFor();
  await browser.close();
});

test('a person without another way to sign in keeps the identity', async () => {
  registerAtProvider('emmy');
  const browser = await open(375);
  const { page } = browser;
  await page.goto(`${address}/console/you`);
  await press(page, 'button', button);
  await consent(page, 'emmy');
  await page.getByRole('heading', { name: 'You', level: 1 }).waitFor();
  await press(page, 'button', 'Unlink');
  await page.getByText('This is your only way to sign in. Set a password first.').waitFor();
  await assertSound(browser, 'the refusal to unlink');
  await browser.close();
});

test.run();
