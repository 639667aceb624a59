import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { emailIn, loginHash } from '../../../commands/person/login-name.ts';
import type { PersonEraserDeps } from '../../../dispatcher/person-erasure/person-eraser.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { unlessErased } from '../../../log/read-unless-erased.ts';
import { eventually } from '../../support/eventually.ts';
import { newMember } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { eraseUntil, everythingIn } from './eraser-world.ts';

const test = suite('person eraser');
let service: TestService;
test.before(async () => {
  service = await startService({ settings: { SIGN_UP: 'invitation', SIGN_UP_PLAN: 'pro' } });
});
test.after(() => service.close());

const everything = () => everythingIn(service);

/** An eraser whose process ends at some of its deletions of streams. */
function endingAt(deletions: ReadonlySet<number>): Partial<PersonEraserDeps> {
  const { log } = service;
  let count = 0;
  return {
    log: {
      ...log,
      async eraseStream(stream: string) {
        count += 1;
        if (deletions.has(count)) throw new LogUnavailable(new Error('the process ends here'));
        await log.eraseStream(stream);
      },
    },
  };
}

const statusOf = async (personId: string) =>
  (await service.admin('GET', `/people/${personId}/erasure`)).at('status');

async function idOf(email: string): Promise<string> {
  const found = await service.admin('GET', `/people/${encodeURIComponent(email)}`);
  return String(found.at('id'));
}

test('nothing personal of an erased person is left, whenever the process ended; others stay as they were', async () => {
  const [one, two] = [await service.newAccount(), await service.newAccount()];
  await newMember(service, one.accountId, { email: 'stays@example.com', role: 'owner', name: 'Stayer' });
  const email = 'zelda.vanishing@example.org';
  const name = 'Zelda Vanishing';
  // About no account.
  const toSignUp = { body: { email }, headers: { 'idempotency-key': 'an invitation to sign up' } };
  assert.is((await service.admin('POST', '/sign-up-invitations', toSignUp)).status, 201);
  await newMember(service, one.accountId, { email, role: 'owner', name });
  const personId = await idOf(email);
  const invited = { body: { email, role: 'viewer' } };
  const left = await service.admin('POST', `/accounts/${two.accountId}/invitations`, invited);
  await service.admin('DELETE', `/accounts/${two.accountId}/invitations/${String(left.at('id'))}`);
  const notices = `/accounts/${one.accountId}/members/${personId}/notices`;
  const choices = {
    body: { chat_url: 'https://chat.example/vanishing', chat: { kinds: ['form.closed'], submissions: null } },
  };
  assert.is((await service.admin('PUT', notices, choices)).status, 200);
  const path = `/accounts/${one.accountId}/members/${personId}`;
  const headers = { 'idempotency-key': 'change of a role' };
  assert.is((await service.admin('PATCH', path, { body: { role: 'editor' }, headers })).status, 200);
  const kept = () => service.store.collection('_replies').find().toArray();
  const naming = async () => (await kept()).filter((reply) => JSON.stringify(reply).includes(email)).length;
  await eventually('its responses are kept', async () => (await naming()) === 2);
  const before = await everything();
  for (const word of [name, email, 'chat.example'])
    assert.ok(before.includes(word), `${word} is there before`);

  const asked = await service.admin('POST', `/people/${personId}/erase`);
  assert.equal([asked.status, asked.at('status')], [200, 'erasing'], asked.text);
  await service.settled();
  const isErased = async () => (await statusOf(personId)) === 'erased';
  // At the chosen notices, at them once more, and at the stream of the person.
  await eraseUntil(service, 'it is erased', isErased, endingAt(new Set([1, 3, 6])));

  const after = await everything();
  for (const word of [name, email, 'vanishing', 'chat.example'])
    assert.not.ok(after.includes(word), `${word} is left`);
  assert.ok(after.includes('Stayer'));
  const facts: string[] = [];
  for await (const { event } of service.log.readStream(streamOf.personErasure(personId)))
    facts.push(event.type);
  assert.equal(facts, ['PersonErasureStarted', 'PersonTombstoned', 'PersonScrubbed', 'PersonErased']);
  for (const stream of [streamOf.person(personId), streamOf.noticeChoices(one.accountId, personId)])
    assert.is(await unlessErased(service.log.readEvent(stream, 0)), null, stream);
  const members = await service.admin('GET', `/accounts/${one.accountId}/members`);
  assert.equal([members.at('count'), members.at('data.0.name')], [1, 'Stayer']);
  const claims: string[] = [];
  for await (const { event } of service.log.readStream(streamOf.login(await loginHash(emailIn(email) ?? ''))))
    claims.push(event.type);
  assert.equal(claims, ['LoginClaimed', 'LoginReleased']);
});

test('requests that began before may still end', async () => {
  const { accountId } = await service.newAccount();
  await newMember(service, accountId, { email: 'other@example.com', role: 'owner' });
  await newMember(service, accountId, { email: 'late@example.com', role: 'viewer' });
  const personId = await idOf('late@example.com');
  await service.admin('POST', `/people/${personId}/erase`);
  await service.settled();
  const waits = async () =>
    (await unlessErased(service.log.readEvent(streamOf.personErasure(personId), 0))) !== null;
  await eraseUntil(service, 'it has begun', waits, { settleMs: 600_000 });
  assert.ok(await service.log.readEvent(streamOf.person(personId), 0));
  const isDeleted = async () =>
    (await service.admin('GET', `/people/${personId}/erasure`)).at('deleted_from_log') === true;
  await eraseUntil(service, 'it is deleted', isDeleted, {});
  assert.is(await unlessErased(service.log.readEvent(streamOf.person(personId), 0)), null);
});

test.run();
