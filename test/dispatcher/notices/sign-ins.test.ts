import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { beginSession, continueSession } from '../../../commands/person/begin-session.ts';
import { account } from '../../../domain/account/decider.ts';
import { membership } from '../../../domain/membership/decider.ts';
import { person } from '../../../domain/person/decider.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { newId } from '../../../log/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../receiver.ts';
import { type NoticeWorld, openNoticeWorld } from './notice-world.ts';

const test = suite('notices of sign-ins from elsewhere');
let world: NoticeWorld;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
test.before(async () => {
  [world, receiver] = await Promise.all([openNoticeWorld(), startReceiver()]);
});
test.before.each(() => world.startParts());
test.after.each(() => world.stopParts());
test.after(async () => {
  receiver.close();
  await world.close();
});

const chosen = { kinds: ['member.signed_in' as const], submissions: null };
const nothing = { kinds: [], submissions: null };
const at = () => world.service.commands.now().toISOString();
const mailsTo = (address: string) => world.sink.received.filter(({ to }) => to.includes(address));
const mailTo = (address: string, count = 1) =>
  eventually(`${count} mails to ${address}`, () => Promise.resolve(mailsTo(address).length >= count));

type Settings = Parameters<NoticeWorld['choose']>[2];

async function join(accountId: string, personId: string): Promise<void> {
  const context = world.contextOf(accountId);
  const joining = [{ type: 'JoinAccount', accountId, at: at() }] as const;
  await world.aggregates.execute(person, streamOf.person(personId), joining, context);
}

/** A person in two accounts, with a choice in each, who has signed in from one device before. */
async function personInTwo(email: string, choices: { readonly one: Settings; readonly other: Settings }) {
  const [one, other] = [await world.newAccount(), await world.newAccount()];
  const personId = await world.newMember(one, email, choices.one);
  const added = [{ type: 'AddMember', personId, role: 'viewer', at: at() }] as const;
  await world.aggregates.execute(membership, streamOf.membership(other), added, world.contextOf(other));
  for (const accountId of [one, other]) await join(accountId, personId);
  await world.choose(other, personId, choices.other);
  await enter(personId, one, 'Firefox on Linux');
  return { personId, one, other };
}

async function stateOf(personId: string): Promise<ExistingPerson> {
  const { state } = await world.aggregates.load(person, streamOf.person(personId));
  if (!state.exists) throw new Error('there is no such person');
  return state;
}

async function enter(personId: string, accountId: string, name: string): Promise<string> {
  const sessionId = newId();
  const session = {
    sessionId,
    method: 'password',
    device: { name, network: '192.0.2.7' },
    until: new Date(Date.now() + 3_600_000).toISOString(),
  } as const;
  const { commands } = world.service;
  const begun = await beginSession(commands, await stateOf(personId), session, world.contextOf(accountId));
  assert.ok(begun.ok);
  return sessionId;
}

/** All that is planned until now is planned and sent once a later sign-in of another person has been reported. */
async function untilReported(): Promise<void> {
  const email = `${newId().toLowerCase()}@example.com`;
  const { personId, one } = await personInTwo(email, { one: { mail: chosen }, other: {} });
  await enter(personId, one, 'Edge on Windows');
  await mailTo(email);
}

test('a notice that was chosen in one account tells of a sign-in to another', async () => {
  const { personId, one, other } = await personInTwo('b@example.com', { one: {}, other: { mail: chosen } });
  await enter(personId, one, 'Safari on iOS');
  await mailTo('b@example.com');
  const [only, ...more] = await world.ended(other);
  assert.equal([only?.status, only?.trigger.kind, more.length], ['sent', 'member.signed_in', 0]);
  const [mail] = mailsTo('b@example.com');
  assert.is(
    mail?.subject,
    'A new sign-in to Formlog',
    'the account that was entered is not the one of the choice',
  );
});

test('who chose it in both accounts gets one mail for a device, whichever account is entered', async () => {
  const both = { one: { mail: chosen }, other: { mail: chosen } };
  const { personId, one, other } = await personInTwo('both@example.com', both);
  const sessionId = await enter(personId, other, 'Safari on iOS');
  await enter(personId, one, 'Safari on iOS');
  const goingOn = { sessionId: newId(), from: sessionId };
  await continueSession(world.service.commands, await stateOf(personId), goingOn, world.contextOf(one));
  await untilReported();
  assert.is(mailsTo('both@example.com').length, 1);
  const [only] = await world.ended(other);
  assert.is(only?.status, 'sent', 'the account that was entered comes first');
  await enter(personId, one, 'Chrome on Android');
  await mailTo('both@example.com', 2);
});

test('two sign-ins at once from one new device are told of once', async () => {
  const both = { one: { mail: chosen }, other: { mail: chosen } };
  const { personId, one, other } = await personInTwo('twice@example.com', both);
  await Promise.all([enter(personId, one, 'Safari on iOS'), enter(personId, other, 'Safari on iOS')]);
  await untilReported();
  assert.is(mailsTo('twice@example.com').length, 1);
});

test('a mail chosen in one account and a chat in another both tell of it', async () => {
  const chatUrl = `${receiver.url}/chat`;
  const choices = { one: { mail: chosen }, other: { chat: chosen, chatUrl } };
  const { personId, one, other } = await personInTwo('chat@example.com', choices);
  await enter(personId, one, 'Safari on iOS');
  await mailTo('chat@example.com');
  const [inChat] = await world.ended(other);
  assert.equal([inChat?.status, inChat?.channel], ['sent', 'chat']);
  assert.is((await world.ended(one)).length, 1);
});

test('nothing is told without a choice, of a first sign-in, and by the choices of accounts that were left or closed', async () => {
  const none = await personInTwo('none@example.com', { one: { mail: nothing }, other: {} });
  await enter(none.personId, none.one, 'Safari on iOS');

  const left = await personInTwo('left@example.com', { one: {}, other: { mail: chosen } });
  await world.aggregates.execute(
    membership,
    streamOf.membership(left.other),
    [{ type: 'RemoveMember', personId: left.personId, at: at() }],
    world.contextOf(left.other),
  );
  await enter(left.personId, left.one, 'Safari on iOS');

  const both = { one: { mail: chosen }, other: { mail: chosen } };
  const closed = await personInTwo('closed@example.com', both);
  await world.aggregates.execute(
    account,
    streamOf.account(closed.one),
    [{ type: 'CloseAccount', at: at() }],
    world.contextOf(closed.one),
  );
  await enter(closed.personId, closed.one, 'Safari on iOS');
  await mailTo('closed@example.com');
  assert.is(
    (await world.ended(closed.other))[0]?.status,
    'sent',
    'by the choice in the account that is open',
  );
  await untilReported();
  assert.equal([...mailsTo('none@example.com'), ...mailsTo('left@example.com')], []);
});

test.run();
