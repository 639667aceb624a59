import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchivedInvitation, ArchivedPerson } from '../../../api/contract/accounts/account-archive.ts';
import { scopes } from '../../../domain/api-key/events.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { readAccountArchive } from '../../support/account-archive.ts';
import { adminBase, publicBase } from '../../support/injected-requests.ts';
import { newMember } from '../../support/people.ts';
import { turnOn } from '../../support/second-factor.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('people in the export of an account');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let number = 0;

test.before(async () => {
  service = await startService();
});
test.before.each(async () => {
  account = await service.newAccount();
  service.clock.aheadMs += 60_000;
});
test.after(() => service.close());

async function archiveBy(headers: Readonly<Record<string, string>>, url: string) {
  await service.settled();
  const { statusCode, payload, rawPayload } = await service.app.inject({ url, headers });
  assert.is(statusCode, 200, payload);
  return readAccountArchive(rawPayload);
}

const exported = () =>
  archiveBy(
    { authorization: `Bearer ${service.operatorTokens[0] ?? ''}` },
    `${adminBase}/accounts/${account.accountId}/export`,
  );

async function archiveByKey(has: readonly string[]) {
  const body = { name: 'export', scopes: has };
  const issued = await service.admin('POST', `/accounts/${account.accountId}/keys`, { body });
  return archiveBy({ 'x-api-key': String(issued.at('key')) }, `${publicBase}/export`);
}

const addressOf = (name: string): string => `${name}${++number}@example.com`;

async function idsOfMembers(): Promise<readonly string[]> {
  const listed = await service.admin('GET', `/accounts/${account.accountId}/members`);
  return (listed.at('data') as { readonly id: string }[]).map(({ id }) => id);
}

test('an archive has the members with their choices, and the open invitations', async () => {
  const { accountId } = account;
  const [ada, grace, eve] = [addressOf('ada'), addressOf('grace'), addressOf('eve')];
  const visit = await newMember(service, accountId, { email: ada, role: 'owner', name: 'Ada Lovelace' });
  await visit.post('/console/you/profile', { name: 'Ada L.', language: 'de' });
  await newMember(service, accountId, { email: grace, role: 'viewer', name: 'Grace' });
  const invited = await service.admin('POST', `/accounts/${accountId}/invitations`, {
    body: { email: eve, role: 'editor' },
  });
  const [id = '', other = ''] = await idsOfMembers();
  const mail = { kinds: ['quota.reached'], submissions: 'daily' };
  const chat = { kinds: ['form.closed'], submissions: null };
  const chosen = await service.admin('PUT', `/accounts/${accountId}/members/${id}/notices`, {
    body: { mail, chat, chat_url: 'https://chat.example/hooks/secret-part' },
  });
  assert.is(chosen.status, 200, chosen.text);
  const { lines, manifest, members } = await exported();

  const people = lines('members.ndjson');
  assert.ok(people.every((person) => Value.Check(ArchivedPerson, person)));
  const nothing = { kinds: [], submissions: null };
  assert.equal(
    people.map(({ joined_at: _, ...person }) => person),
    [
      {
        id,
        name: 'Ada L.',
        email: ada,
        role: 'owner',
        language: 'de',
        notices: { mail, chat: { ...chat, host: 'chat.example' } },
      },
      {
        id: other,
        name: 'Grace',
        email: grace,
        role: 'viewer',
        language: null,
        notices: { mail: nothing, chat: { ...nothing, host: null } },
      },
    ],
  );
  const [invitation, ...none] = lines('invitations.ndjson');
  assert.ok(Value.Check(ArchivedInvitation, invitation));
  const { invited_at, expires_at } = invitation;
  assert.equal([invitation, none], [{ email: eve, role: 'editor', invited_at, expires_at }, []]);
  assert.is(expires_at, invited.at('expires_at'));
  assert.equal([manifest.counts.members, manifest.counts.invitations, manifest.left_out], [2, 1, []]);
  for (const [path, content] of members) assert.not.ok(content.includes('secret-part'), path);
});

test('nothing that signs a person in is in an archive', async () => {
  const { accountId } = account;
  const visit = await newMember(service, accountId, { email: addressOf('ada'), role: 'owner' });
  const { app, codes } = await turnOn(service, visit);
  const invited = await service.admin('POST', `/accounts/${accountId}/invitations`, {
    body: { email: addressOf('eve'), role: 'editor' },
  });
  const token = new URL(String(invited.at('link'))).searchParams.get('link') ?? '';
  const [person = ''] = await idsOfMembers();
  const secrets = [app.secret, ...codes, token];
  for await (const { event } of service.log.readStream(streamOf.person(person))) {
    if (event.type === 'PasswordSet') secrets.push(event.data.hash);
    if (event.type === 'SessionBegun') secrets.push(event.data.sessionId);
    if (event.type === 'SecondFactorEnabled')
      secrets.push(...event.data.recoveryHashes, JSON.stringify(event.data.secret));
  }
  assert.ok(secrets.length > 20 && secrets.every((secret) => secret !== ''));
  const { members } = await exported();
  for (const [path, content] of members)
    for (const secret of secrets) assert.not.ok(content.includes(secret), path);
});

test('a key that may not list the members gets an archive without them, which says so', async () => {
  const email = addressOf('ada');
  await newMember(service, account.accountId, { email, role: 'owner' });
  const { members, manifest } = await archiveByKey(['submissions:read', 'forms:read', 'webhooks:read']);
  for (const [path, content] of members) assert.not.ok(content.includes(email), path);
  const required_scope = 'account:write';
  assert.equal(manifest.left_out, [
    { path: 'members.ndjson', required_scope },
    { path: 'invitations.ndjson', required_scope },
  ]);
  const paths = manifest.members.map(({ path }) => path);
  assert.not.ok(paths.includes('members.ndjson') || paths.includes('invitations.ndjson'));
  assert.equal([manifest.counts.members, manifest.counts.invitations], [0, 0]);

  const whole = await archiveByKey(scopes);
  assert.equal(
    whole.lines('members.ndjson').map((person) => person['email']),
    [email],
  );
});

test('people who were removed or erased are not in an archive, and no invitation that is over', async () => {
  const { accountId } = account;
  const [owner, removed, erased, late] = ['owner', 'removed', 'erased', 'late'].map(addressOf);
  for (const email of [owner, removed, erased])
    await newMember(service, accountId, { email: email ?? '', role: 'owner' });
  const body = { email: late, role: 'viewer' };
  await service.admin('POST', `/accounts/${accountId}/invitations`, { body });
  const [, second = '', third = ''] = await idsOfMembers();
  assert.is((await service.admin('DELETE', `/accounts/${accountId}/members/${second}`)).status, 200);
  const erasing = await service.admin('POST', `/people/${third}/erase`, { body: { reason: 'asked' } });
  assert.ok(erasing.status < 300, erasing.text);
  service.clock.aheadMs += 8 * 86_400_000;
  const { lines, members } = await exported();
  assert.equal(
    lines('members.ndjson').map((person) => person['email']),
    [owner],
  );
  assert.equal(lines('invitations.ndjson'), []);
  for (const [path, content] of members) assert.not.ok(content.includes(erased ?? ''), path);
});

test.run();
