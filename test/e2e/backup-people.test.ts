// Embedded only: real stores are backed up by their own means.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { passkeysPath } from '../../web/console/people/passkey-forms.tsx';
import { codePath } from '../../web/console/session/complete-sign-in.ts';
import { passkeySignInPath } from '../../web/console/session/passkey-form.tsx';
import { eachInDirectory } from '../support/directory.ts';
import { formlog, startService } from '../support/formlog.ts';
import { adminBase, clientOver } from '../support/injected-requests.ts';
import { requestsTo } from '../support/network-requests.ts';
import { invitationPath, invite, newMember, testPassword, tokenIn } from '../support/people.ts';
import { turnOn } from '../support/second-factor.ts';
import { softPasskey } from '../support/soft-passkey.ts';
import { openVisit, origin, type Visit } from '../support/web.ts';

const test = suite<{ dir: string }>('backup and restore of people');
eachInDirectory(test);

const env = { PUBLIC_URL: origin };
const signInPath = '/console/sign-in';

async function run(dataDir: string, args: readonly string[]): Promise<void> {
  const { exited, stderr } = formlog(dataDir, args);
  assert.is(await exited, 0, stderr());
}

async function started(dataDir: string) {
  const running = await startService(dataDir, env);
  const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
  const { inject } = requestsTo(() => running.url);
  return { running, inject, admin: clientOver(inject, adminBase, { authorization: `Bearer ${token}` }) };
}

/** Whether a browser has a session. */
const isIn = async (visit: Visit): Promise<boolean> => (await visit.get('/console/you')).status === 200;

test('after a restore, people sign in as before, and everything is as it was at the backup', async ({
  dir,
}) => {
  const dataDir = join(dir, 'data');
  const first = await started(dataDir);
  const account = await first.admin('POST', '/accounts', { body: { name: 'Acme', plan: 'pro' } });
  const accountId = String(account.at('id'));
  const member = (email: string, role = 'viewer') => newMember(first, accountId, { email, role });
  const owner = await member('owner@example.com', 'owner');
  const ended = await member('ended@example.com');
  await member('erased@example.com');
  const { app } = await turnOn({ clock: { aheadMs: 0 } }, await member('factor@example.com'));
  const withPasskey = await member('passkey@example.com');
  const passkey = softPasskey(origin);
  const named = { name: 'Laptop', password: testPassword };
  const options = await withPasskey.post(`${passkeysPath}/options`, named);
  const added = await withPasskey.post(passkeysPath, {
    name: 'Laptop',
    credential: passkey.create(options.text),
  });
  assert.is(added.status, 303, added.text);
  const link = tokenIn(await invite(first, accountId, 'invited@example.com', 'viewer'));
  await run(dataDir, ['backup', join(dir, 'backup')]);

  const stolen = Object.fromEntries(ended.cookies);
  assert.is((await ended.post('/console/sign-out')).status, 303);
  assert.not.ok(await isIn(openVisit(first, stolen)));
  const before = await first.admin('GET', '/people/erased@example.com');
  const erased = await first.admin('POST', `/people/${String(before.at('id'))}/erase`);
  assert.is(erased.status, 200, erased.text);
  await first.running.kill('SIGTERM');

  const restoredDir = join(dir, 'restored');
  await run(restoredDir, ['restore', join(dir, 'backup')]);
  const second = await started(restoredDir);
  const reopened = (visit: Visit) => openVisit(second, Object.fromEntries(visit.cookies));
  assert.ok(await isIn(reopened(owner)), 'a session that was open at the backup goes on');
  assert.ok(await isIn(openVisit(second, stolen)), 'a session that was ended since is open again');
  const enter = async (email: string) => {
    const visit = openVisit(second);
    return { visit, answer: await visit.post(signInPath, { email, password: testPassword }) };
  };
  const byPassword = await enter('owner@example.com');
  assert.is(byPassword.answer.status, 303);
  assert.ok(await isIn(byPassword.visit));
  assert.is(
    (await openVisit(second).post(signInPath, { email: 'owner@example.com', password: 'wrong password' }))
      .status,
    401,
  );
  const byCode = await enter('factor@example.com');
  assert.is(byCode.answer.location, codePath);
  assert.not.ok(await isIn(byCode.visit));
  assert.is((await byCode.visit.post(codePath, { code: app.code(30_000) })).status, 303);
  assert.ok(await isIn(byCode.visit));
  const byPasskey = openVisit(second);
  const challenge = await byPasskey.post(`${passkeySignInPath}/options`);
  assert.is(
    (await byPasskey.post(passkeySignInPath, { credential: passkey.get(challenge.text), next: '' })).status,
    303,
  );
  assert.ok(await isIn(byPasskey));
  const invited = openVisit(second);
  const joining = { link, as: 'new', name: 'Invited', password: testPassword };
  assert.is((await invited.post(invitationPath, joining)).status, 303, 'an open invitation can be accepted');

  assert.is((await enter('erased@example.com')).answer.status, 303, 'the backup has the person');
  const found = await second.admin('GET', '/people/erased@example.com');
  const again = await second.admin('POST', `/people/${String(found.at('id'))}/erase`);
  assert.is(again.status, 200, again.text);
  assert.is((await enter('erased@example.com')).answer.status, 401);
  await second.running.kill('SIGTERM');
});

test.run();
