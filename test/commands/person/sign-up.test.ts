import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandDeps } from '../../../commands/deps.ts';
import { membersOf } from '../../../commands/membership/read-members.ts';
import { changeEmail } from '../../../commands/person/change-person.ts';
import { personWithEmail } from '../../../commands/person/find-person.ts';
import { isPassword } from '../../../commands/person/passwords.ts';
import { registerPerson } from '../../../commands/person/register-person.ts';
import { finishSignUp, isSignUpOpen, signUp, signUpRightOf } from '../../../commands/person/sign-up.ts';
import { account } from '../../../domain/account/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { unlessErased } from '../../../log/read-unless-erased.ts';
import { type CommandFixture, contextOf, openFixture, succeeded } from '../command-fixture.ts';
import { beforeWrites } from '../pausing.ts';

const test = suite('signing up');
let fixture: CommandFixture;
test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const context = contextOf('');
const ada = {
  name: 'Ada',
  password: 'correct horse battery',
  account: { name: 'Engines', plan: 'tiny', locale: { language: 'de', timeZone: 'Europe/Berlin' } },
};

/** A process that is killed right before its write number `count`, counted from 0. */
function killedBefore(count: number): CommandDeps {
  const deps = fixture.another();
  let writes = 0;
  const aggregates = beforeWrites(deps.aggregates, async () => {
    if (writes++ === count) throw new Error('killed');
  });
  return { ...deps, aggregates };
}

async function accountIn(accountId: string) {
  const { state } = await fixture.deps.aggregates.load(account, streamOf.account(accountId));
  return state.exists ? state : null;
}

async function killed(email: string, before: number) {
  const right = await signUpRightOf(fixture.deps, email);
  try {
    await signUp(killedBefore(before), right, ada, context);
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'killed') throw error;
    return right;
  }
  throw new Error('the sign-up has fewer steps');
}

test('a stranger becomes the owner of a new account, who acts for themselves', async () => {
  const right = await signUpRightOf(fixture.deps, 'first@example.com');
  assert.ok(await isSignUpOpen(fixture.deps, right));
  const { accountId, person } = succeeded(await signUp(fixture.deps, right, ada, context));
  const opened = await accountIn(accountId);
  assert.equal(
    [opened?.name, opened?.plan, opened?.language, opened?.timeZone],
    ['Engines', 'tiny', 'de', 'Europe/Berlin'],
  );
  const [owner, ...others] = await membersOf(fixture.deps, accountId);
  assert.equal(
    [owner?.personId, owner?.role, owner?.name, others.length],
    [person.personId, 'owner', 'Ada', 0],
  );
  assert.is((await personWithEmail(fixture.deps, 'first@example.com'))?.personId, person.personId);
  for (const stream of [streamOf.account(accountId), streamOf.membership(accountId)])
    for await (const { metadata } of fixture.log.readStream(stream))
      assert.equal(metadata.actor, { kind: 'member', id: person.personId });
});

test('a right is used once, and not after another person has got the address, nor after it was given up', async () => {
  const email = 'once@example.com';
  const [used, other] = [await signUpRightOf(fixture.deps, email), await signUpRightOf(fixture.deps, email)];
  const { person } = succeeded(await signUp(fixture.deps, used, ada, context));
  assert.not.ok(await isSignUpOpen(fixture.deps, used));
  assert.not.ok(await isSignUpOpen(fixture.deps, other));
  const own = { ...context, actor: { kind: 'member', id: person.personId } as const };
  succeeded(
    await changeEmail(fixture.deps, person, { email: 'other@example.com', keptSessionId: 'none' }, own),
  );
  assert.not.ok(await isSignUpOpen(fixture.deps, used));
  assert.ok(
    await isSignUpOpen(fixture.deps, await signUpRightOf(fixture.deps, email)),
    'the address is free again',
  );
});

test('an address that an invitation gave to another person meanwhile is refused', async () => {
  const email = 'raced@example.com';
  const right = await signUpRightOf(fixture.deps, email);
  succeeded(await registerPerson(fixture.deps, { name: 'Bob', email, passwordHash: 'none' }, context));
  assert.not.ok(await isSignUpOpen(fixture.deps, right));
  const refused = await signUp(fixture.deps, right, ada, context);
  assert.is(!refused.ok && refused.error.code, 'login_taken');
});

for (const before of [0, 1, 2, 3]) {
  test(`killed before write ${before}, the same link opens the account`, async () => {
    const right = await killed(`again${before}@example.com`, before);
    assert.ok(await isSignUpOpen(fixture.deps, right));
    const { accountId, person } = succeeded(
      await signUp(
        fixture.another(),
        right,
        { ...ada, name: 'Ada L.', password: 'another long word' },
        context,
      ),
    );
    assert.is((await accountIn(accountId))?.name, 'Engines');
    assert.is((await membersOf(fixture.deps, accountId))[0]?.name, 'Ada L.');
    assert.ok(await isPassword(person.passwordHash, 'another long word'));
    assert.not.ok(await isSignUpOpen(fixture.deps, right));
  });

  test(`killed before write ${before}, no account lacks an owner, and another link or a sign-in goes on`, async () => {
    const email = `later${before}@example.com`;
    const former = await killed(email, before);
    const person = await personWithEmail(fixture.deps, email);
    if (person) {
      const [accountId = ''] = person.accountIds;
      assert.is(await accountIn(accountId), null);
      assert.is(await finishSignUp(fixture.deps, person, null, context), false, 'the plan is gone');
      assert.is(await accountIn(accountId), null);
      await finishSignUp(fixture.deps, person, 'tiny', context);
      await finishSignUp(fixture.deps, person, 'tiny', context);
      assert.is((await accountIn(accountId))?.name, 'Ada');
      assert.is((await membersOf(fixture.deps, accountId))[0]?.role, 'owner');
      assert.not.ok(await isSignUpOpen(fixture.deps, former));
      return;
    }
    const right = await signUpRightOf(fixture.deps, email);
    assert.is(right.personId, former.personId);
    const { accountId } = succeeded(await signUp(fixture.another(), right, ada, context));
    assert.is((await membersOf(fixture.deps, accountId)).length, 1);
  });
}

test('two requests with one link open one account', async () => {
  const right = await signUpRightOf(fixture.deps, 'twice@example.com');
  const both = await Promise.all([
    signUp(fixture.another(), right, ada, context),
    signUp(fixture.another(), right, ada, context),
  ]);
  const opened = both.filter(({ ok }) => ok).map(succeeded);
  assert.ok(opened.length > 0);
  assert.is(new Set(opened.map(({ accountId }) => accountId)).size, 1);
  assert.is((await membersOf(fixture.deps, opened[0]?.accountId ?? '')).length, 1);
});

test('an erased account is not opened again', async () => {
  const right = await signUpRightOf(fixture.deps, 'gone@example.com');
  const { accountId, person } = succeeded(await signUp(fixture.deps, right, ada, context));
  await fixture.log.eraseStream(streamOf.account(accountId));
  const another = fixture.another();
  assert.not.ok(await isSignUpOpen(another, right));
  await finishSignUp(another, person, 'tiny', context);
  assert.is(await unlessErased(another.aggregates.load(account, streamOf.account(accountId))), null);
});

test.run();
