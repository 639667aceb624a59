import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addMember } from '../../../support/people.ts';
import { rootUrl } from '../../../support/repository.ts';
import {
  contentsOf,
  type Json,
  newAddress,
  type Side,
  startTwoServices,
  type TwoServices,
} from './two-services.ts';

const test = suite('members of an account that moves to another service');
let here: Side;
let there: Side;
let services: TwoServices;

test.before(async () => {
  services = await startTwoServices();
  ({ here, there } = services);
});
test.after(() => services.close());

test('people are invited only if the command says so, and each once', async () => {
  const { accountId } = await here.service.newAccount();
  const [owner, viewer, guest] = ['owner', 'viewer', 'guest'].map((name) => `${name}.${newAddress()}`);
  await addMember(here.service, accountId, { role: 'owner', email: owner ?? '' });
  await addMember(here.service, accountId, { role: 'viewer', email: viewer ?? '' });
  await here.service.admin('POST', `/accounts/${accountId}/invitations`, {
    body: { email: guest, role: 'editor' },
  });
  const archive = await services.exportOf(here, accountId);
  const earlier = services.sink.received.length;
  const plain = await services.importInto(there, archive);
  assert.is(plain.code, 0, plain.stderr);
  assert.match(
    plain.stderr,
    '3 × member: people join only by an invitation: import again with --invite-members',
  );
  assert.is(services.sink.received.length, earlier);
  const shown = await services.importInto(there, archive, '--invite-members', '--dry-run');
  const would = (shown.lines() as Json[]).flatMap(({ would_invite: person }) => person ?? []);
  assert.is(would.length, 3);

  // One of them is a member there already, and another is invited there with another role.
  await addMember(there.service, accountId, { role: 'viewer', email: owner ?? '' });
  const own = await there.service.admin('POST', `/accounts/${accountId}/invitations`, {
    body: { email: viewer, role: 'editor' },
  });
  assert.is(own.status, 201, own.text);
  const invitedBefore = services.sink.received.length;
  const first = await services.importInto(there, archive, '--invite-members');
  assert.is(first.code, 0, first.stderr);
  const [total = {}] = (first.lines() as Json[]).filter((line) => 'members_invited' in line);
  assert.equal([total['members_invited'], total['members_present']], [1, 2]);
  assert.equal(
    services.sink.received.slice(invitedBefore).map(({ to }) => to),
    [[guest]],
  );
  for (let run = 0; run < 2; run++) await services.importInto(there, archive, '--invite-members');
  assert.is(services.sink.received.length, invitedBefore + 1);
  const listed = await there.service.admin('GET', `/accounts/${accountId}/invitations`);
  const open = (listed.at('data') as Json[]).map(({ email, role }) => [email, role]);
  assert.equal(open, [
    [viewer, 'editor'],
    [guest, 'editor'],
  ]);
});

test('an invitation that could not be mailed or was withdrawn is named', async () => {
  const { accountId } = await here.service.newAccount();
  const email = newAddress();
  await addMember(here.service, accountId, { role: 'owner', email });
  const archive = await services.exportOf(here, accountId);
  services.sink.next({ refuse: 550, at: 'recipient' });
  const failed = await services.importInto(there, archive, '--invite-members');
  assert.is(failed.code, 1, failed.stderr);
  assert.match(failed.stderr, 'invited, but the mail could not be sent');
  assert.match(failed.stderr, /Hand over: http/);
  const listed = await there.service.admin('GET', `/accounts/${accountId}/invitations`);
  const id = String(listed.at('data.0.id'));
  await there.service.admin('DELETE', `/accounts/${accountId}/invitations/${id}`);
  const over = await services.importInto(there, archive, '--invite-members');
  assert.is(over.code, 1, over.stderr);
  assert.match(over.stderr, 'the invitation of an earlier run is over');
});

test('an archive of version 1, which has no people, is imported as before', async () => {
  const archive = fileURLToPath(new URL('test/fixtures/archives/account.v1.zip', rootUrl));
  const { code, stderr } = await services.importInto(there, archive, '--id', 'first-version');
  assert.is(code, 0, stderr);
  assert.match(stderr, 'The archive has no members: an archive of version 1 of the format has none.');
  const { people, forms, destinations } = contentsOf(await services.exportOf(there, 'first-version'));
  assert.equal([people, forms.length, destinations.length], [[], 1, 1]);
  const original = contentsOf(archive);
  assert.equal({ forms, destinations }, { forms: original.forms, destinations: original.destinations });
  const asked = await services.importInto(there, archive, '--id', 'first-version', '--invite-members');
  assert.equal([asked.code, /no members to invite/.test(asked.stderr)], [1, true], asked.stderr);
});

test.run();
