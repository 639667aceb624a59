import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/eventually.ts';
import { callbackPath, openIdPath } from '../support/openid/sign-in.ts';
import { invitationPath, linkIn, testPassword, tokenIn } from '../support/people.ts';
import { turnOn } from '../support/second-factor.ts';
import type { Visit } from '../support/web.ts';
import { operatorToken, type Place, startTwoProcesses, type TwoProcesses } from './two-processes.ts';

const test = suite('people who sign in, at two processes over the same stores');
const dir = mkdtempSync(join(tmpdir(), 'formlog-sign-in-'));
/** People of earlier runs are in the log of a real server. */
const domain = `${randomUUID()}.example`;
const clock = { aheadMs: 0 };
const Ticket = Type.Object({ url: Type.String() });

let world: TwoProcesses;
test.before(async () => {
  world = await startTwoProcesses(dir);
});
test.after(async () => {
  await world.close();
  rmSync(dir, { recursive: true });
});

async function mailTo(address: string, since = 0): Promise<string> {
  const mail = await eventually(`a mail to ${address}`, () =>
    world.sink.received.slice(since).findLast(({ to }) => to.includes(address)),
  );
  return linkIn(mail);
}

const isSignedIn = async (visit: Visit): Promise<boolean> => (await visit.get('/console/you')).status === 200;

/** Opens an account: the mail is asked for at the first process, and its link is followed at the second. */
async function signUp(email: string, name: string) {
  const browser = world.openBrowser();
  await browser.at(0).post('/console/sign-up', { email });
  const path = await mailTo(email);
  const asked = await browser.at(1).get(path);
  assert.is(asked.status, 200, asked.text);
  const fields = { link: tokenIn(path), name, account: `${name}'s`, password: testPassword };
  const opened = await browser.post('/console/sign-up/account', fields);
  assert.is(opened.status, 303, opened.text);
  return { ...browser, path };
}

async function signInAt(process: Place, email: string) {
  const browser = world.openBrowser();
  const answer = await browser.at(process).post('/console/sign-in', { email, password: testPassword });
  assert.is(answer.status, 303, answer.text);
  return browser;
}

test('an account is opened at the other process, where its session is valid as well as at the first', async () => {
  const browser = await signUp(`ada@${domain}`, 'Ada');
  for (const process of [0, 1] as const) {
    const overview = await browser.at(process).get('/console');
    assert.is(overview.status, 200, String(process));
    assert.match(overview.text, 'Ada');
  }
  assert.is((await world.openBrowser().at(0).get(browser.path)).status, 410, 'the link is used at both');
});

test('a session that ends at one process ends at the other', async () => {
  const browser = await signInAt(0, `ada@${domain}`);
  assert.ok(await isSignedIn(browser.at(1)));
  const copy = world.openBrowser(Object.fromEntries(browser.cookies));
  assert.ok(await isSignedIn(copy.at(1)));
  const left = await browser.at(0).post('/console/sign-out');
  assert.is(left.status, 303, left.text);
  await eventually('the session has ended', async () => !(await isSignedIn(copy.at(1))), 5_000);
  assert.not.ok(await isSignedIn(copy.at(0)));
});

test('another password, set at one process by a link of the other, ends the sessions at both', async () => {
  const email = `grace@${domain}`;
  const first = await signUp(email, 'Grace');
  const count = world.sink.received.length;
  await world.openBrowser().at(0).post('/console/sign-in/forgotten', { email });
  const link = tokenIn(await mailTo(email, count));
  const browser = world.openBrowser();
  const set = await browser.at(1).post('/console/sign-in/password', { link, password: 'quite another word' });
  assert.is(set.status, 303, set.text);
  assert.ok(await isSignedIn(browser.at(0)));
  for (const process of [0, 1] as const)
    await eventually('it has ended', async () => !(await isSignedIn(first.at(process))), 5_000);
  const again = await world
    .openBrowser()
    .at(0)
    .post('/console/sign-in/password', { link, password: testPassword });
  assert.is(again.status, 410, 'the link works once');
});

test('a second factor is turned on and asked for across the processes, and a code counts once', async () => {
  const email = `mary@${domain}`;
  const own = await signUp(email, 'Mary');
  const { app, codes } = await turnOn({ clock }, own.at(1));
  const half = await signInAt(0, email);
  assert.not.ok(await isSignedIn(half.at(1)), 'half a session opens no page');
  // The code of this moment has turned it on.
  const code = app.code(30_000);
  const entered = await half.at(1).post('/console/sign-in/code', { code });
  assert.is(entered.status, 303, entered.text);
  assert.ok(await isSignedIn(half.at(0)));
  const [recovery = ''] = codes;
  const second = await signInAt(1, email);
  assert.is((await second.at(0).post('/console/sign-in/code', { code })).status, 401, 'it was used');
  assert.is((await second.post('/console/sign-in/code', { recovery })).status, 303);
  const third = await signInAt(0, email);
  assert.is((await third.at(1).post('/console/sign-in/code', { recovery })).status, 401);
});

test('a sign-in with the OpenID provider that began at one process ends at the other, once', async () => {
  const { provider } = world;
  provider.people.set('emmy', { name: 'Emmy', email: `emmy@${domain}`, email_verified: true });
  provider.meet({ as: 'emmy' });
  const browser = world.openBrowser();
  const begun = await browser.at(0).get(openIdPath);
  assert.is(begun.status, 303, begun.text);
  const held = Object.fromEntries(browser.cookies);
  const answer = await provider.answer(begun.location ?? '');
  assert.ok(answer.startsWith(callbackPath));
  const back = await browser.at(1).get(answer);
  assert.is(back.status, 200, back.text);
  for (const process of [1, 0] as const) assert.ok(await isSignedIn(browser.at(process)));
  assert.is(
    (await world.openBrowser(held).at(0).get(answer)).status,
    410,
    'the same answer at the first process',
  );
});

test('an invitation of one process is accepted at the other, and one that was withdrawn is over at both', async () => {
  const owner = await signUp(`olga@${domain}`, 'Olga');
  const [, account = ''] =
    /\/console\/accounts\/([\w-]+)\/members/.exec((await owner.get('/console')).text) ?? [];
  const invite = async (email: string): Promise<string> => {
    await owner.at(0).get(`/console/accounts/${account}/members`);
    const sent = await owner.post(`/console/accounts/${account}/invitations`, { email, role: 'viewer' });
    assert.ok(sent.status < 400, sent.text);
    return tokenIn(await mailTo(email));
  };
  const browser = world.openBrowser();
  const [link, email] = [await invite(`carl@${domain}`), `dora@${domain}`];
  const fields = { as: 'new', name: 'Carl', password: testPassword };
  const joined = await browser.at(1).post(invitationPath, { link, ...fields });
  assert.is(joined.status, 303, joined.text);
  assert.ok(await isSignedIn(browser.at(0)));

  const other = await invite(email);
  const [, withdrawn = ''] =
    /action="([^"]+\/withdraw)"/.exec((await owner.at(1).get(`/console/accounts/${account}/members`)).text) ??
    [];
  assert.is((await owner.post(withdrawn)).status, 303);
  for (const process of [0, 1] as const) {
    const late = await world
      .openBrowser()
      .at(process)
      .post(invitationPath, { link: other, ...fields });
    assert.is(late.status, 410, late.text);
  }
});

test('a link of an operator opens the console at the other process, once', async () => {
  const printed = await fetch(`${world.urls[0]}/api/admin/v1/console-tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}` },
  });
  const { pathname, search } = new URL(Value.Parse(Ticket, await printed.json()).url);
  const browser = world.openBrowser();
  const opened = await browser.at(1).get(pathname + search);
  assert.ok(opened.status < 400, opened.text);
  const again = world.openBrowser();
  await again.at(0).get(pathname + search);
  assert.is((await again.get('/console')).status, 303, 'the sign-in');
});

test.run();
