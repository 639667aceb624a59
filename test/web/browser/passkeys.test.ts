import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { assertSound, browserSuite, openBrowser } from '../../support/browser.ts';
import { invite, testPassword } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('passkeys in a browser');
let service: TestService;
let address: string;
let link: string;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined }, http: { minFormMs: 0 } });
  const { port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  // An address of numbers has no passkeys.
  address = `http://localhost:${port}`;
  const { accountId } = await service.newAccount();
  link = await invite(service, accountId, 'ada@example.com', 'owner');
});
test.after(() => service.close());

/** Puts a device into the browser that keeps passkeys and verifies its owner. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function join(page: Page): Promise<void> {
  await page.goto(address + link);
  await page.locator('input[name=name]').fill('Ada Lovelace');
  await page.locator('input[name=password]').first().fill(testPassword);
  await page.locator('button[type=submit]').first().click();
  await page.waitForURL(/\/console$/);
}

test('a person adds a passkey, signs out, and signs in with it', async () => {
  const browser = await openBrowser(address, { width: 375 });
  const { page, complaints, close } = browser;
  await addDevice(page);
  await join(page);
  await page.goto(`${address}/console/you`);
  await page.getByRole('link', { name: 'Passkeys' }).click();
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByLabel('Your password').fill('wrong password');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This is not your password.').waitFor();
  await assertSound(browser, 'the refusal');
  await page.getByLabel('Your password').fill(testPassword);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey “My phone” is added.').waitFor();
  await assertSound(browser, 'the list of passkeys');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/sign-in/);
  await assertSound(browser, 'the sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/\/console$/);
  await page.goto(`${address}/console/you`);
  await page.getByText('with a passkey').first().waitFor();

  await page.getByRole('link', { name: 'Passkeys' }).click();
  await page.getByRole('link', { name: 'Remove' }).click();
  await assertSound(browser, 'the question');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('You have no passkey yet.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('This passkey does not sign in here').waitFor();
  assert.equal(complaints, []);
  await close();
});

test('a device that refuses is told in words, and the password remains', async () => {
  const { page, close } = await openBrowser(address);
  await page.addInitScript(
    "navigator.credentials.get = async () => { throw new DOMException('No.', 'NotAllowedError'); }",
  );
  await page.goto(`${address}/console/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('Your device was not asked, or did not agree. Try again.').waitFor();
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/console$/);
  await close();
});

test('without script the sign-in has no button for passkeys', async () => {
  const { page, close } = await openBrowser(address, { javaScriptEnabled: false });
  await page.goto(`${address}/console/sign-in`);
  assert.is(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0);
  assert.is(await page.getByRole('button', { name: 'Sign in', exact: true }).count(), 1);
  await close();
});

test.run();
