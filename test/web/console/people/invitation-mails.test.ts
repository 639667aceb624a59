import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newMember } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts';

const test = suite('the link of an invitation, where a mail server is configured');
let service: TestService;
let sink: SmtpSink;
test.before(async () => {
  sink = await startSmtpSink();
  service = await startService({
    settings: { SMTP_URL: sink.url, MAIL_FROM: { name: 'Forms', address: 'forms@example.org' } },
  });
});
test.after(async () => {
  await service.close();
  await sink.close();
});

const refusal = { refuse: 550, at: 'recipient' } as const;
const link = /sign-in\/invitation\?link=/;

/** Uses up the mails of an hour to an address. */
async function useUp(email: string) {
  const { api } = await service.newAccount();
  for (let sent = 0; sent < 5; sent++) {
    const invited = await api('POST', '/invitations', { body: { email, role: 'viewer' } });
    assert.is(invited.at('mailed'), true, invited.text);
  }
  return api;
}

test('a key gets 429 instead of the link beyond the mails of an hour, and invites nobody', async () => {
  const email = 'often@example.com';
  const api = await useUp(email);
  const before = (await api('GET', '/invitations')).at('data');
  const id = (await api('GET', '/invitations')).at('data.0.id');
  for (const refused of [
    await api('POST', '/invitations', { body: { email: 'Often@Example.com', role: 'viewer' } }),
    await api('POST', `/invitations/${String(id)}/send`),
  ]) {
    assert.equal([refused.status, refused.at('error.code')], [429, 'rate_limited'], refused.text);
    assert.ok(Number(refused.header('retry-after')) > 0);
    assert.not.match(refused.text, link);
  }
  assert.equal((await api('GET', '/invitations')).at('data'), before);
});

test('an owner gets 429 instead of the link', async () => {
  const email = 'also-often@example.com';
  await useUp(email);
  const { accountId } = await service.newAccount();
  const owner = await newMember(service, accountId, { email: 'owner@example.com', role: 'owner', sink });
  const refused = await owner.post(`/console/accounts/${accountId}/invitations`, { email, role: 'viewer' });
  assert.is(refused.status, 429);
  assert.match(refused.text, 'several mails within an hour');
  assert.not.match(refused.text, link);
});

test('an operator gets the link beyond the mails of an hour', async () => {
  const email = 'by-operator@example.com';
  await useUp(email);
  const { accountId } = await service.newAccount();
  const body = { email, role: 'viewer' };
  const invited = await service.admin('POST', `/accounts/${accountId}/invitations`, { body });
  assert.is(invited.at('mailed'), false);
  assert.match(String(invited.at('link')), link);
});

test('a mail that the mail server refuses gives a key no link; the invitation stays, and is sent again', async () => {
  const { api } = await service.newAccount();
  sink.next(refusal, refusal);
  const invited = await api('POST', '/invitations', { body: { email: 'no@example.com', role: 'viewer' } });
  assert.equal([invited.status, invited.at('mailed')], [201, false], invited.text);
  assert.match(String(invited.at('mail_failure')), '550');
  assert.not.match(invited.text, link);
  const path = `/invitations/${String(invited.at('id'))}/send`;
  assert.not.match((await api('POST', path)).text, link);
  assert.is((await api('POST', path)).at('mailed'), true);
});

test('a mail that the mail server refuses gives an owner no link, and an operator one', async () => {
  const { accountId } = await service.newAccount();
  const owner = await newMember(service, accountId, { email: 'olga@example.com', role: 'owner', sink });
  sink.next(refusal, refusal);
  const sent = await owner.post(`/console/accounts/${accountId}/invitations`, {
    email: 'refused@example.com',
    role: 'viewer',
  });
  assert.is(sent.status, 303, sent.text);
  const page = await owner.get(`/console/accounts/${accountId}/members`);
  assert.match(page.text, 'The mail to refused@example.com was not sent');
  assert.match(page.text, 'Send again');
  assert.not.match(page.text, link);
  const body = { email: 'refused@example.com', role: 'viewer' };
  const byOperator = await service.admin('POST', `/accounts/${accountId}/invitations`, { body });
  assert.match(String(byOperator.at('link')), link);
});

test.run();
