import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandDeps } from '../../../commands/deps.ts';
import { executeOnMembers, listAccount, removeMember } from '../../../commands/membership/members.ts';
import { erasePerson } from '../../../commands/person/erase-person.ts';
import { registerPerson } from '../../../commands/person/register-person.ts';
import { membership } from '../../../domain/membership/decider.ts';
import type { Role } from '../../../domain/membership/roles.ts';
import { noticeChoices } from '../../../domain/notice-choices/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { eventually } from '../../support/eventually.ts';
import { type CommandFixture, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('commands/erase person');
let fixture: CommandFixture;
test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

async function newPerson(context: CommandContext, name: string, role: Role): Promise<string> {
  const { deps } = fixture;
  const email = `${name}-${context.accountId}@example.com`;
  const { personId } = succeeded(await registerPerson(deps, { name, email, passwordHash: 'h' }, context));
  const at = deps.now().toISOString();
  succeeded(await executeOnMembers(deps, [{ type: 'AddMember', personId, role, at }], context));
  succeeded(await listAccount(deps, personId, 'JoinAccount', context));
  return personId;
}

/** A process whose request to erase a person goes on once another's has found the account to have two owners. */
function processAfter(deps: CommandDeps, both: () => Promise<void>): CommandDeps {
  let isFirst = true;
  const load: CommandDeps['aggregates']['load'] = async (decider, stream, maxAgeMs) => {
    const loaded = await deps.aggregates.load(decider, stream, maxAgeMs);
    if (isFirst && stream.startsWith('members-')) {
      isFirst = false;
      await both();
    }
    return loaded;
  };
  return { ...deps, aggregates: { ...deps.aggregates, load } };
}

test('of two owners who erase themselves at once, one is refused, and stays an owner', async () => {
  const { context, accountId } = await fixture.newAccount();
  const owners = [await newPerson(context, 'One', 'owner'), await newPerson(context, 'Two', 'owner')];
  let arrived = 0;
  const both = async () => {
    arrived += 1;
    await eventually('both have looked', () => arrived === 2);
  };
  const outcomes = await Promise.all(
    owners.map((personId) => erasePerson(processAfter(fixture.another(), both), personId, context)),
  );
  const refused = outcomes.find((outcome) => !outcome.ok);
  assert.equal(refused, { ok: false, error: { code: 'last_owner', accountIds: [accountId] } });
  assert.is(outcomes.filter(({ ok }) => ok).length, 1);
  const { state } = await fixture.deps.aggregates.load(membership, streamOf.membership(accountId));
  const stays = owners[outcomes.findIndex((outcome) => !outcome.ok)];
  assert.equal(
    [...state.members].map(([id, { role }]) => [id, role]),
    [[stays, 'owner']],
  );
});

test('an owner who is refused in one account stays an owner in the others', async () => {
  const made = [await fixture.newAccount(), await fixture.newAccount()];
  const [one, two] = made.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
  if (!one || !two) throw new Error('no accounts');
  const personId = await newPerson(one.context, 'Ann', 'owner');
  const at = fixture.deps.now().toISOString();
  const add = { type: 'AddMember', personId, role: 'owner', at } as const;
  succeeded(await executeOnMembers(fixture.deps, [add], two.context));
  succeeded(await listAccount(fixture.deps, personId, 'JoinAccount', two.context));
  await newPerson(one.context, 'Bob', 'owner');
  const leaving = await newPerson(two.context, 'Eve', 'owner');
  // The other owner leaves between the look at the members and the request.
  const deps = processAfter(fixture.deps, async () => {
    const seen = () => fixture.deps.aggregates.load(membership, streamOf.membership(two.accountId));
    await seen();
    succeeded(await removeMember(fixture.another(), leaving, two.context));
  });
  const refused = await erasePerson(deps, personId, one.context);
  assert.is(refused.ok, false);
  for (const { accountId } of made) {
    const { state } = await fixture.deps.aggregates.load(membership, streamOf.membership(accountId));
    assert.is(state.members.get(personId)?.role, 'owner');
  }
});

test('those who follow the log hear that the chosen notices end, before their stream is deleted', async () => {
  const { context, accountId } = await fixture.newAccount();
  await newPerson(context, 'Ada', 'owner');
  const personId = await newPerson(context, 'Bob', 'viewer');
  const { deps } = fixture;
  const stream = streamOf.noticeChoices(accountId, personId);
  const at = deps.now().toISOString();
  const of = { personId, at };
  const address = { keyId: 'k', nonce: 'n', ciphertext: 'c', tag: 't' };
  const choice = { kinds: ['form.closed' as const], submissions: 'daily' as const };
  await deps.aggregates.execute(
    noticeChoices,
    stream,
    [
      { type: 'ChooseChatAddress', address, host: 'chat.example', ...of },
      { type: 'ChooseNotices', channel: 'mail', choice, ...of },
      { type: 'ChooseNotices', channel: 'chat', choice, ...of },
    ],
    context,
  );
  const last: unknown[] = [];
  const log = {
    ...deps.log,
    async eraseStream(name: string) {
      if (name === stream) last.push((await deps.aggregates.load(noticeChoices, name)).state);
      await deps.log.eraseStream(name);
    },
  };
  succeeded(await erasePerson({ ...deps, log }, personId, context));
  assert.equal(last, [noticeChoices.initial]);
  const { state } = await deps.aggregates.load(membership, streamOf.membership(accountId));
  assert.not.ok(state.members.has(personId));
});

test.run();
