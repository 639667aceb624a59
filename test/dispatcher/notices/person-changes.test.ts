import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { person, type PersonCommand } from '../../../domain/person/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { newId } from '../../../log/ids.ts';
import { mailLanguages } from '../../../mail/texts.ts';
import { eventually } from '../../support/eventually.ts';
import type { ReceivedMail } from '../../support/smtp-sink.ts';
import { type NoticeWorld, openNoticeWorld } from './notice-world.ts';

const test = suite('mails about changes of how a person signs in');
let world: NoticeWorld;
test.before(async () => {
  world = await openNoticeWorld();
});
test.before.each(() => world.startParts());
test.after.each(() => world.stopParts());
test.after(() => world.close());

const at = () => world.service.commands.now().toISOString();
const mailsTo = (address: string) => world.sink.received.filter(({ to }) => to.includes(address));
async function mailTo(address: string): Promise<ReceivedMail> {
  await eventually(`a mail to ${address}`, () => Promise.resolve(mailsTo(address).length > 0));
  const [mail] = mailsTo(address);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}

async function change(
  personId: string,
  commands: readonly PersonCommand[],
  actor: { kind: 'member' | 'operator'; id: string } = { kind: 'member', id: personId },
): Promise<void> {
  const context = { ...world.contextOf(''), actor };
  const done = await world.aggregates.execute(person, streamOf.person(personId), commands, context);
  assert.ok(done.ok, done.ok ? '' : done.error.code);
}

/** A person with a password and two sessions. */
async function newPerson(email: string, language = 'en'): Promise<string> {
  const personId = newId();
  const registeredAt = at();
  await change(personId, [
    { type: 'RegisterPerson', personId, name: 'Ada', email, at: registeredAt },
    { type: 'SetPassword', hash: 'a secret hash', version: 0, at: registeredAt },
    { type: 'ChangePersonLanguage', language, at: registeredAt },
  ]);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  for (const [sessionId, name] of [
    ['phone', 'Safari on iOS'],
    ['laptop', 'Firefox on Linux'],
  ] as const)
    await change(personId, [
      {
        type: 'BeginSession',
        sessionId,
        method: 'password',
        device: { name, network: '192.0.2.7' },
        until,
        passwordVersion: 1,
        provesSecondFactor: false,
        at: at(),
      },
    ]);
  return personId;
}

const endOthers = (keptSessionId: string | null): PersonCommand => ({
  type: 'EndOtherSessions',
  keptSessionId,
  at: at(),
});

test('a new password is told of once, with the device, what to do, and no way to stop', async () => {
  const personId = await newPerson('one@example.com');
  await change(personId, [
    endOthers('laptop'),
    { type: 'SetPassword', hash: 'another secret hash', version: 1, at: at() },
  ]);
  const mail = await mailTo('one@example.com');
  assert.is(mail.subject, 'Your way to sign in to Formlog was changed');
  assert.match(mail.text, 'Your password was changed.');
  assert.match(mail.text, 'Device: Firefox on Linux.');
  assert.match(mail.text, 'Forgotten your password?');
  assert.not.match(mail.text, 'secret');
  assert.not.ok(mail.headers.has('list-unsubscribe'));
  await world.stopParts();
  world.startParts();
  const [only, ...others] = (await world.ended('')).filter(({ person_id: id }) => id === personId);
  assert.equal([only?.status, others.length], ['sent', 0]);
  assert.is(mailsTo('one@example.com').length, 1, 'the registration is no change');
});

test('the former address is told of a change of the address, and the notice holds neither', async () => {
  const personId = await newPerson('former@example.com');
  await change(personId, [
    endOthers('phone'),
    { type: 'ChangePersonEmail', email: 'present@example.com', at: at() },
  ]);
  assert.match((await mailTo('former@example.com')).text, 'This address no longer signs in.');
  assert.match((await mailTo('present@example.com')).text, 'Device: Safari on iOS.');
  const all = await world.ended('');
  for (const { id, person_id: of } of all)
    for await (const { event } of world.service.log.readStream(streamOf.notice(id)))
      if (of === personId) assert.not.match(JSON.stringify(event), '@');
});

test('an operator is named, and a link that was mailed has no device', async () => {
  const personId = await newPerson('reset@example.com');
  await change(personId, [endOthers(null), { type: 'SetPassword', hash: 'h', version: 1, at: at() }]);
  const mail = await mailTo('reset@example.com');
  assert.match(mail.text, 'When: ');
  assert.not.match(mail.text, 'Device');
  const other = await newPerson('lost@example.com');
  await change(other, [{ type: 'SetPassword', hash: 'h', version: 1, at: at() }], {
    kind: 'operator',
    id: 'otto',
  });
  assert.match((await mailTo('lost@example.com')).text, 'An operator of the service did it.');
});

test('the mail has the language of the person, in every language', async () => {
  for (const language of mailLanguages) {
    const email = `${language}@example.com`;
    const personId = await newPerson(email, language);
    await change(personId, [endOthers('laptop'), { type: 'SetPassword', hash: 'h', version: 1, at: at() }]);
    const { html, text } = await mailTo(email);
    assert.match(html, `lang="${language}"`);
    assert.match(text, 'Firefox on Linux');
  }
});

test('nothing is sent about a person who is erased', async () => {
  await world.stopParts();
  const personId = await newPerson('gone@example.com');
  await change(personId, [{ type: 'SetPassword', hash: 'h', version: 1, at: at() }]);
  await change(personId, [{ type: 'RequestErasure', at: at() }]);
  world.startParts();
  const last = await newPerson('last@example.com');
  await change(last, [{ type: 'SetPassword', hash: 'h', version: 1, at: at() }]);
  await mailTo('last@example.com');
  assert.equal(mailsTo('gone@example.com'), []);
});

test.run();
