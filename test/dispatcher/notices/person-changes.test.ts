import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { erasePerson } from '../../../commands/person/erase-person.ts';
import { noticesOfChange } from '../../../dispatcher/notices/change-notices.ts';
import {
  type PersonAnnouncement,
  personNoticePlanner,
  planPersonNotices,
} from '../../../dispatcher/notices/person-planner.ts';
import { person, type PersonCommand } from '../../../domain/person/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { newId } from '../../../log/ids.ts';
import { unlessErased } from '../../../log/read-unless-erased.ts';
import { mailLanguages } from '../../../mail/texts.ts';
import { eventually } from '../../support/eventually.ts';
import type { ReceivedMail } from '../../support/smtp-sink.ts';
import { eraseUntil } from '../person-erasure/eraser-world.ts';
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

async function announcementsOf(personId: string): Promise<PersonAnnouncement[]> {
  const found: PersonAnnouncement[] = [];
  for await (const recorded of world.service.log.readStream(streamOf.person(personId)))
    found.push(...personNoticePlanner.react(null, recorded));
  return found;
}

test('the notices of a person who is erased are erased, and a replay plans none', async () => {
  const { service } = world;
  const stays = await newPerson('stays@example.com');
  await change(stays, [{ type: 'SetPassword', hash: 'h', version: 1, at: at() }]);
  const goes = await newPerson('goes@example.com');
  await change(goes, [{ type: 'SetPassword', hash: 'h', version: 1, at: at() }]);
  await change(goes, [{ type: 'ChangePersonEmail', email: 'went@example.com', at: at() }]);
  for (const email of ['stays@example.com', 'goes@example.com', 'went@example.com']) await mailTo(email);
  const noticesOf = async (personId: string) =>
    (await world.ended('')).filter(({ person_id: id }) => id === personId).map(({ id }) => id);
  const ids = await noticesOf(goes);
  assert.is(ids.length, 3, 'one of the password, two of the address');
  const announcements = await announcementsOf(goes);

  assert.ok((await erasePerson(service.commands, goes, world.contextOf(''))).ok);
  await eraseUntil({ parts: service, log: service.log }, 'the person is erased', async () => {
    return (await service.queries.personErasures.get(goes))?.stage === null;
  });

  for (const id of ids)
    assert.is(await unlessErased(service.log.readEvent(streamOf.notice(id), 0)), null, id);
  assert.is((await noticesOf(stays)).length, 1);
  await planPersonNotices({ ...service.commands, mailer: service.mailer }, announcements);
  assert.equal(await noticesOf(goes), []);
});

test('a notice that is erased before it is planned holds up no other', async () => {
  await world.stopParts();
  const personId = await newPerson('raced@example.com');
  await change(personId, [{ type: 'ChangePersonEmail', email: 'race@example.com', at: at() }]);
  const last = (await announcementsOf(personId)).at(-1);
  const [first] = last?.kind === 'change' ? noticesOfChange(last) : [];
  if (first) await world.service.log.eraseStream(streamOf.notice(first.noticeId));
  world.startParts();
  assert.match((await mailTo('raced@example.com')).text, 'This address no longer signs in.');
  assert.equal(mailsTo('race@example.com'), []);
});

test.run();
