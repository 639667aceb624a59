import * as assert from 'uvu/assert';
import { assertSound, type BrowserOptions, browserSuite, openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { linkIn, testPassword } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts';

const test = browserSuite('people in the browser');
let service: TestService;
let sink: SmtpSink;
let address: string;
test.before(async () => {
  sink = await startSmtpSink();
  service = await startService({
    settings: {
      PUBLIC_URL: undefined,
      SMTP_URL: sink.url,
      MAIL_FROM: { name: 'Forms', address: 'forms@example.org' },
    },
  });
  address = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
test.after(async () => {
  await service.close();
  await sink.close();
});

async function mailTo(email: string): Promise<string> {
  const found = () => sink.received.findLast(({ to }) => to.includes(email));
  await eventually(`a mail to ${email}`, () => found() !== undefined);
  return linkIn(found() ?? { text: '' });
}

test('an owner is invited, makes a form, and invites an editor, who edits it and returns with a new password', async () => {
  const { accountId } = await service.newAccount();
  const body = { email: 'ada@example.com', role: 'owner' };
  await service.admin('POST', `/accounts/${accountId}/invitations`, { body });

  const ada = await openBrowser(address);
  await ada.page.goto(address + (await mailTo('ada@example.com')));
  await assertSound(ada, 'invitation');
  await ada.page.getByLabel('Your name').fill('Ada Lovelace');
  await ada.page.getByLabel('Password').first().fill(testPassword);
  await ada.page.getByRole('button', { name: 'Join' }).first().click();
  await ada.page.waitForURL('**/console');
  const formId = await service.newForm(accountId);
  await service.settled();

  await ada.page.getByRole('link', { name: 'Members' }).first().click();
  await ada.page.getByLabel('E-mail').fill('grace@example.com');
  await ada.page.getByRole('button', { name: 'Invite' }).click();
  await ada.page.getByText('on its way to grace@example.com').waitFor();
  await assertSound(ada, 'members');

  const grace = await openBrowser(address, { width: 375, dark: true, javaScriptEnabled: false });
  await grace.page.goto(address + (await mailTo('grace@example.com')));
  await grace.page.getByLabel('Your name').fill('Grace Hopper');
  await grace.page.getByLabel('Password').first().fill(testPassword);
  await grace.page.getByRole('button', { name: 'Join' }).first().click();
  await grace.page.waitForURL('**/console');
  assert.is(await grace.page.getByRole('link', { name: 'Members' }).count(), 0);
  await grace.page.goto(`${address}/console/forms/${formId}`);
  await grace.page.locator('a[href$="/edit"]').first().click();
  await grace.page.waitForURL('**/edit');
  await grace.page.goto(`${address}/console/you`);
  await grace.page.getByRole('button', { name: 'Sign out' }).click();
  await grace.page.waitForURL('**/console/sign-in');
  await grace.page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await grace.page.getByLabel('E-mail').fill('grace@example.com');
  const before = sink.received.length;
  await grace.page.getByRole('button', { name: 'Send the link' }).click();
  await eventually('the mail', () => sink.received.length > before);
  await grace.page.goto(address + (await mailTo('grace@example.com')));
  await grace.page.getByLabel('New password').fill('quite another word');
  await grace.page.getByRole('button', { name: 'Set the password' }).click();
  await grace.page.waitForURL('**/console');
  await grace.page.getByText('Your password is set').waitFor();
  for (const browser of [ada, grace]) await browser.close();
});

for (const width of [375, 1_280])
  for (const dark of [false, true])
    test(`the pages of people are sound at ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      const browser = await openBrowser(address, { width, dark });
      const { page } = browser;
      for (const path of ['', '/forgotten', '/password?link=x', '/invitation?link=x', '/email?link=x']) {
        await page.goto(`${address}/console/sign-in${path}`);
        await assertSound(browser, path);
      }
      await page.goto(`${address}/console/sign-in`);
      await page.getByLabel('E-mail').fill('ada@example.com');
      await page.getByLabel('Password').fill(testPassword);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL('**/console');
      await page.goto(`${address}/console/you`);
      await assertSound(browser, 'you');
      await page.getByRole('link', { name: 'Choose your notices' }).click();
      await page.getByLabel('A destination begins to fail').first().check();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await assertSound(browser, 'notices');
      await page.getByText('Members').first().waitFor({ state: 'attached' });
      await page.goto(
        String(await page.locator('a[href$="/members"]').first().getAttribute('href')).replace(/^/, address),
      );
      await assertSound(browser, 'members');
      await browser.close();
    });

test('the only owner learns which account needs an owner, and a member erases themselves on a phone', async () => {
  const { accountId } = await service.newAccount('business', 'Garden club');
  const join = async (email: string, role: string, options: BrowserOptions) => {
    await service.admin('POST', `/accounts/${accountId}/invitations`, { body: { email, role } });
    const browser = await openBrowser(address, options);
    const { page } = browser;
    await page.goto(address + (await mailTo(email)));
    await page.getByLabel('Your name').fill(email.replace(/@.*/, ''));
    await page.getByLabel('Password').first().fill(testPassword);
    await page.getByRole('button', { name: 'Join' }).first().click();
    await page.waitForURL('**/console');
    await page.goto(`${address}/console/you`);
    await page.getByRole('link', { name: 'Erase yourself' }).click();
    await page.waitForURL('**/console/you/erase');
    return browser;
  };
  const owner = await join('rose@example.com', 'owner', { width: 1_280, dark: true });
  await owner.page.getByText('Garden club').waitFor();
  await assertSound(owner, 'the page of the only owner');
  const member = await join('lily@example.com', 'viewer', { width: 375 });
  await assertSound(member, 'the page that asks before the erasure');
  await member.page.getByLabel('Your password').fill(testPassword);
  await member.page.getByRole('button', { name: 'Erase me' }).click();
  await member.page.waitForURL('**/console/sign-in');
  await member.page.getByText('your data is being erased').waitFor();
  for (const browser of [owner, member]) await browser.close();
});

test.run();
