import { assertSound, type Browser } from '../../../support/browser.ts';
import { eventually } from '../../../support/eventually.ts';
import type { MendableReceiver } from '../console-journey.ts';
import { linkOf, type Mailbox } from './mailbox.ts';
import { enter, press } from './steps.ts';

/** Adds a destination, and chooses to get a mail when it begins to fail. */
export async function addDestination(browser: Browser, receiver: MendableReceiver): Promise<void> {
  const { page } = browser;
  await enter(page, 'Destinations');
  await press(page, 'button', /^Add a destination/);
  await page.getByLabel('Label').fill('The kitchen');
  await page.getByLabel('Address').fill(receiver.url);
  await press(page, 'button', 'Add the destination');
  await page.getByText('only this once', { exact: false }).waitFor();
  await assertSound(browser, 'the secret of the destination');
  await press(page, 'link', 'choose that notice');
  await page.getByLabel('A destination begins to fail').first().check();
  await press(page, 'button', 'Save');
  await page.getByText('Saved.').waitFor();
  await assertSound(browser, 'the notices');
  await enter(page, 'Destinations');
  await press(page, 'link', 'The kitchen');
  await page.getByRole('heading', { name: 'The kitchen', level: 1 }).waitFor();
  await assertSound(browser, 'the new destination');
}

/** Follows the mail about a destination that fails, has it mended, and sends what it missed. */
export async function mendDestination(
  browser: Browser,
  mailbox: Mailbox,
  receiver: MendableReceiver,
): Promise<void> {
  const { page } = browser;
  await page.goto(linkOf(await mailbox.next(/The kitchen/)));
  await page.getByText('Mend the receiver, then send a test.').waitFor();
  await assertSound(browser, 'the destination that fails');
  receiver.isMended = true;
  await press(page, 'button', 'Send a test');
  // The dispatcher may try some of them again by itself meanwhile.
  const waiting = page.getByRole('button', { name: /^Send the \d+ waiting now$/ });
  await eventually(
    'what waits can be sent',
    async () => receiver.received === 3 || (await waiting.isVisible()),
    30_000,
  );
  await assertSound(browser, 'the test that arrived');
  if (await waiting.isVisible()) await waiting.click();
  // The test, and both submissions.
  await eventually('the receiver gets what it missed', () => receiver.received === 3);
}
