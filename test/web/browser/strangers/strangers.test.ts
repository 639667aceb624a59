import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { type Browser, type BrowserOptions, browserSuite, openBrowser } from '../../../support/browser.ts';
import { formlogJson } from '../../../support/formlog.ts';
import { inLongRun } from '../../../support/long-run.ts';
import { testPassword } from '../../../support/people.ts';
import { startReceiver } from '../console-journey.ts';
import { addDestination, mendDestination } from './destination-steps.ts';
import { linkOf, openMailbox } from './mailbox.ts';
import { type OpenService, startOpenService } from './service.ts';
import * as steps from './steps.ts';

const test = browserSuite('strangers open an account, use it, and close it');
let dir: string;
let service: OpenService;
const opened: Browser[] = [];
/** The browsers whose accounts are closed, and being erased. */
const closing: Browser[] = [];

test.before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'formlog-strangers-'));
  service = await startOpenService(dir);
});
test.after(async () => {
  for (const browser of opened) await browser.close();
  await service.close();
  await rm(dir, { recursive: true });
});

const screens = [
  { width: 375, dark: false, declare: test },
  { width: 1_280, dark: true, declare: test },
  { width: 375, dark: true, declare: inLongRun(test) },
  { width: 1_280, dark: false, declare: inLongRun(test) },
].map((screen) => ({ ...screen, tag: `${screen.width}-${screen.dark ? 'dark' : 'light'}` }));

async function open(screen: BrowserOptions): Promise<Browser> {
  const browser = await openBrowser([service.url, service.provider.issuer], screen);
  browser.page.setDefaultTimeout(30_000);
  opened.push(browser);
  return browser;
}

/** Runs a journey, and shows where the browsers stand if it fails. */
async function travel(journey: () => Promise<void>): Promise<void> {
  const before = opened.length;
  try {
    await journey();
  } catch (error) {
    for (const { page } of opened.slice(before))
      console.log(page.url(), (await page.locator('body').textContent())?.slice(0, 600));
    throw error;
  }
}

for (const { tag, declare, ...screen } of screens)
  declare(`by mail, with a colleague and a destination that fails, at ${tag}`, () =>
    travel(async () => {
      const { url, sink } = service;
      const [ada, grace] = ['ada', 'grace'].map((name) => openMailbox(sink, `${name}.${tag}@example.com`));
      assert.ok(ada && grace);
      const name = 'Ada Lovelace';
      const account = `Garden club ${tag}`;
      const owner = await open(screen);
      await steps.openAccount(owner, url, { mailbox: ada, name, account, password: testPassword });
      const shared = await steps.publishForm(owner, 'Our party', 'Your name');
      const { receiver, close } = await startReceiver(503);
      await addDestination(owner, receiver);
      await steps.answer(await open(screen), shared, 'Your name', 'Charles Babbage');

      const colleague = await open(screen);
      await steps.invite(owner, colleague, grace, 'Grace Hopper', 'another horse battery');
      await steps.editForm(colleague, 'Our party', 'Your name, please');
      const respondent = await open(screen);
      await steps.answer(respondent, shared, 'Your name, please', 'Mary Somerville');
      await mendDestination(owner, ada, receiver);
      close();

      const archive = [...(await steps.download(owner)).values()].join('\n');
      for (const text of ['Our party', 'Your name, please', 'Charles Babbage', 'Mary Somerville'])
        assert.match(archive, text);
      await steps.closeAccount(owner, account, testPassword);
      closing.push(owner);
      await colleague.page.reload();
      await colleague.page.getByRole('heading', { name: 'Formlog' }).waitFor();
      await respondent.page.goto(shared);
      assert.is(await respondent.page.getByRole('button', { name: 'Send' }).count(), 0);
    }),
  );

for (const [index, { tag, declare, ...screen }] of screens.slice(0, 2).entries())
  declare(`with an OpenID provider, without a password, at ${tag}`, () =>
    travel(async () => {
      const { url, provider, sink, accountOfProvider } = service;
      const login = `mary.${tag}`;
      const mary = openMailbox(sink, `${login}@example.com`);
      const claims = { name: 'Mary Somerville', email: mary.address, email_verified: true };
      const account = `Acme ${tag}`;
      const owner = await open(screen);
      // The provider gives roles in one account; the owners of the others are invited.
      const isFirst = index === 0;
      const id = isFirst ? accountOfProvider : tag;
      await formlogJson(dir, ['accounts', 'create', '--id', id, '--name', account, '--plan', 'free']);
      provider.people.set(login, { ...claims, groups: isFirst ? ['admins'] : [] });
      if (!isFirst)
        await formlogJson(dir, ['members', 'invite', mary.address, '--role', 'owner', '--account', id]);
      await owner.page.goto(isFirst ? url : linkOf(await mary.next(/^Join /)));
      const button = isFirst ? 'Sign in with Acme ID' : 'Join with Acme ID';
      await steps.signInAtProvider(owner, button, login);

      const shared = await steps.publishForm(owner, 'Our picnic', 'Your name');
      await steps.answer(await open(screen), shared, 'Your name', 'Charles Babbage');
      assert.match([...(await steps.download(owner)).values()].join('\n'), 'Charles Babbage');
      await steps.closeAccount(owner, account, null);
      closing.push(owner);
    }),
  );

test('everything of the closed accounts is erased', async () => {
  for (const browser of closing) await steps.watchErasure(browser);
  for (const { complaints } of opened) assert.equal(complaints, []);
});

test.run();
