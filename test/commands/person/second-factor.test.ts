import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { executeOnPerson } from '../../../commands/person/change-person.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import { newCodeSecret, recoveryHash, stepOfCode } from '../../../commands/person/one-time-codes.ts';
import { registerPerson } from '../../../commands/person/register-person.ts';
import { enableSecondFactor, useOfCode } from '../../../commands/person/second-factor.ts';
import { openSecretBox, SecretUnreadable } from '../../../commands/secret-box.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { codeApp } from '../../support/second-factor.ts';
import { type CommandFixture, contextOf, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('commands/second factor');
let fixture: CommandFixture;
test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const context = contextOf('');

/** Base32 of the secret of RFC 6238, `12345678901234567890`. */
const published = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('codes are those of RFC 6238', async () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.is(await stepOfCode(published, code, new Date(seconds * 1_000)), Math.floor(seconds / 30));
});

test('only six digits are a code, with spaces between them', async () => {
  const at = new Date(59_000);
  assert.is(await stepOfCode(published, '287 082', at), 1);
  for (const text of ['', '28708', '2870822', '94287082', '२८७०८२', '-87082', '2e7082'])
    assert.is(await stepOfCode(published, text, at), null, text);
});

test('the hash of a recovery code is of one person', () => {
  assert.is(recoveryHash('p', 'ABCD efgh'), recoveryHash('p', 'abcd-efgh'));
  assert.is.not(recoveryHash('p', 'abcd-efgh'), recoveryHash('q', 'abcd-efgh'));
});

async function personWithFactor() {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const person = succeeded(
    await registerPerson(fixture.deps, { name: 'Ada', email, passwordHash: 'h' }, context),
  );
  const app = codeApp(fixture, await newCodeSecret());
  const given = { secret: app.secret, code: app.code(), keptSessionId: 'none' };
  const { person: enabled, codes } = succeeded(
    await enableSecondFactor(fixture.deps, person, given, context),
  );
  fixture.clock.aheadMs += 30_000;
  return { person: enabled, app, codes };
}

const read = async (deps: CommandFixture['deps'], { personId }: ExistingPerson) => {
  const found = await personWithId(deps, personId);
  if (!found) throw new Error('no such person');
  return found;
};

test('a code that one process has accepted is refused by another, even if both checked it before', async () => {
  const { person, app } = await personWithFactor();
  const other = { ...fixture.another(), secrets: fixture.deps.secrets };
  const code = { kind: 'app', code: app.code() } as const;
  const [here, there] = [
    await useOfCode(fixture.deps, await read(fixture.deps, person), code),
    await useOfCode(other, await read(other, person), code),
  ];
  assert.ok(here && there);
  assert.ok((await executeOnPerson(fixture.deps, person.personId, here, context)).ok);
  const refused = await executeOnPerson(other, person.personId, there, context);
  assert.is(refused.ok ? 'accepted' : refused.error.code, 'stale');
  assert.is(await useOfCode(other, await read(other, person), code), null);
});

test('a code seals the secret with a new master key, and the old key is no longer needed', async () => {
  const { person, app } = await personWithFactor();
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const old = { ...fixture.deps, secrets: openSecretBox(before) };
  const both = { ...fixture.deps, secrets: openSecretBox(after, [before]) };
  const rotated = { ...fixture.deps, secrets: openSecretBox(after) };
  const stream = `person-${person.personId}`;
  const secret = old.secrets.seal(app.secret, stream);
  const sealed = succeeded(
    await executeOnPerson(
      old,
      person.personId,
      [{ type: 'ResealSecondFactor', secret, at: old.now().toISOString() }],
      context,
    ),
  ).person;
  const code = () => ({ kind: 'app', code: app.code() }) as const;
  const unreadable = await useOfCode(rotated, sealed, code()).catch((error: unknown) => error);
  assert.instance(unreadable, SecretUnreadable);
  const use = await useOfCode(both, sealed, code());
  const resealed = succeeded(await executeOnPerson(both, person.personId, use ?? [], context)).person;
  fixture.clock.aheadMs += 30_000;
  assert.is((await useOfCode(rotated, resealed, code()))?.length, 1);
});

test.run();
