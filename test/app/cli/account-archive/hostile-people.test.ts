import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { maxMembers } from '../../../../domain/membership/decider.ts';
import { ada, archiveOf, counts, invited, line, openTrials, whole } from './made-archives.ts';

const test = suite('people of an archive that no export makes');
const { imported, refusedFor, close } = openTrials();
test.after(close);

/** An archive with these people, whose manifest counts them. */
function archiveWith(people: readonly object[], invitations: readonly object[] = []): Promise<Buffer> {
  const lists = {
    'members.ndjson': people.map(line).join(''),
    'invitations.ndjson': invitations.map(line).join(''),
  };
  const numbers = { ...counts, members: people.length, invitations: invitations.length };
  return archiveOf({ members: { ...whole, ...lists }, manifest: { counts: numbers } });
}

test('more people than an account can have are refused', async () => {
  const many = Array.from({ length: maxMembers + 1 }, (_, n) => ({ ...ada, email: `p${n}@example.com` }));
  await refusedFor(await archiveWith(many), 'members.ndjson has more than 200 lines');
  await refusedFor(
    await archiveWith(
      [],
      many.map(({ email }) => ({ ...invited, email })),
    ),
    'invitations.ndjson has more than 200 lines',
  );
  const { code, stderr } = await imported(await archiveWith(many.slice(1)), '--dry-run');
  assert.is(code, 0, stderr);
});

test('addresses that are none, and those that a mail server would take apart, are refused', async () => {
  for (const email of [
    'ada',
    'Ada@example.com',
    ' ada@example.com',
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    '',
    `${'a'.repeat(300)}@example.com`,
  ]) {
    await refusedFor(await archiveWith([{ ...ada, email }]), /members.ndjson/);
    await refusedFor(await archiveWith([], [{ ...invited, email }]), /invitations.ndjson/);
  }
});

test('texts that add a header to a mail, or a line to a terminal, are refused', async () => {
  for (const ending of [
    '\r\nBcc: eve@example.com',
    '\nBcc: eve@example.com',
    '\u2028x',
    '\u001b[2J',
    '\u202eevil',
    '\0',
  ])
    for (const part of ['name', 'email', 'language'])
      await refusedFor(await archiveWith([{ ...ada, [part]: `x${ending}` }]), 'members.ndjson');
});

test('roles that no release knows are refused', async () => {
  for (const role of ['admin', 'operator', 'Owner', '', null, ['owner']]) {
    await refusedFor(await archiveWith([{ ...ada, role }]), 'members.ndjson');
    await refusedFor(await archiveWith([], [{ ...invited, role }]), 'invitations.ndjson');
  }
});

test('an address that is there twice is refused', async () => {
  await refusedFor(await archiveWith([ada, { ...ada, role: 'viewer' }]), 'members.ndjson repeats an address');
  await refusedFor(
    await archiveWith([], [invited, { ...invited, role: 'owner' }]),
    'invitations.ndjson repeats an address',
  );
  const both = await imported(
    await archiveWith([ada], [{ ...invited, email: ada.email }]),
    '--dry-run',
    '--invite-members',
    '--json',
  );
  assert.is(both.code, 0, both.stderr);
  const would = both
    .lines()
    .flatMap((each) => (Reflect.get(each as object, 'would_invite') as unknown) ?? []);
  assert.equal(would, [{ email: ada.email, role: 'owner' }], 'a person who has just joined is in both lists');
});

test('numbers of people that the manifest does not have are refused', async () => {
  for (const record of ['members', 'invitations'])
    await refusedFor(
      await archiveOf({ manifest: { counts: { ...counts, [record]: 2 } } }),
      'other numbers of records',
    );
});

test('lists that the manifest leaves out must not be there, and others must', async () => {
  const left_out = ['members.ndjson', 'invitations.ndjson'].map((path) => ({
    path,
    required_scope: 'account:write',
  }));
  await refusedFor(
    await archiveOf({ manifest: { left_out } }),
    'its manifest says that it has no members.ndjson',
  );
  const { 'members.ndjson': _, ...without } = whole;
  await refusedFor(await archiveOf({ members: without }), 'it has no members.ndjson');
});

test('an archive without people cannot be asked to invite them', async () => {
  const { 'members.ndjson': _, 'invitations.ndjson': __, ...members } = whole;
  const left_out = ['members.ndjson', 'invitations.ndjson'].map((path) => ({
    path,
    required_scope: 'account:write',
  }));
  const numbers = { ...counts, members: 0, invitations: 0 };
  const bytes = await archiveOf({ members, manifest: { left_out, counts: numbers } });
  const plain = await imported(bytes, '--dry-run');
  assert.is(plain.code, 0, plain.stderr);
  assert.match(plain.stderr, 'no members: it was exported with a key without the scope account:write');
  await refusedFor(bytes, 'no members to invite', '--invite-members');
});

test.run();
