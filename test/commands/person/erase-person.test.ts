import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { executeOnMembers, listAccount } from '../../../commands/membership/members.ts';
import { erasePerson } from '../../../commands/person/erase-person.ts';
import { registerPerson } from '../../../commands/person/register-person.ts';
import { membership } from '../../../domain/membership/decider.ts';
import type { Role } from '../../../domain/membership/roles.ts';
import { noticeChoices } from '../../../domain/notice-choices/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
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
