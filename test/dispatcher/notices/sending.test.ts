import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStopLink } from '../../../commands/notice/stop-links.ts';
import { membership } from '../../../domain/membership/decider.ts';
import { notice } from '../../../domain/notice/decider.ts';
import { noticeChoices } from '../../../domain/notice-choices/decider.ts';
import type { ChannelChoice } from '../../../domain/notice-choices/events.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { eventually } from '../../support/eventually.ts';
import { copiedForm } from '../../support/forms.ts';
import { startReceiver } from '../receiver.ts';
import { type NoticeWorld, openNoticeWorld } from './notice-world.ts';

const test = suite('notices are sent');
let world: NoticeWorld;
test.before(async () => {
  world = await openNoticeWorld();
});
test.before.each(() => world.startParts());
test.after.each(async () => {
  await world.stopParts();
  world.sink.always('accept');
  world.clock.aheadMs = 0;
});
test.after(() => world.close());

const mailOf = (choice: Partial<ChannelChoice>) => ({ mail: { kinds: [], submissions: null, ...choice } });
const closings = mailOf({ kinds: ['form.closed'] });
const mailsTo = (address: string) => world.sink.received.filter(({ to }) => to.includes(address));

/** An account with a member who gets notices of closed forms, and a form. */
async function withReader(address: string, settings = closings, language = 'en') {
  const accountId = await world.newAccount();
  const personId = await world.newMember(accountId, address, settings, 'owner', language);
  const formId = await world.newForm(accountId, 'Registration <b>& more</b>');
  return { accountId, personId, formId };
}

test('a closed form is reported by mail, once, with its title, in the time zone, and with a way to stop', async () => {
  const { accountId, personId, formId } = await withReader('one@example.com');
  await world.closeForm(accountId, formId);
  const [only, ...others] = await world.ended(accountId);
  assert.is(only?.status, 'sent');
  assert.equal(others, []);
  assert.equal(
    only?.attempts.map(({ outcome }) => outcome.kind),
    ['sent'],
  );
  const [mail, ...copies] = mailsTo('one@example.com');
  assert.equal(copies, []);
  assert.is(mail?.subject, 'The form “Registration <b>& more</b>” was closed');
  assert.match(mail?.text ?? '', /GMT\+[12]/);
  assert.match(mail?.text ?? '', `https://forms.test/console/forms/${formId}`);
  assert.match(mail?.html ?? '', 'Registration &lt;b>&amp; more&lt;/b>');
  assert.is(mail?.messageId, `<notice-${only?.id}@example.org>`);
  const [, token = ''] = /stop\?link=([^>]+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '') ?? [];
  assert.equal(openStopLink(world.service.commands, token), {
    accountId,
    personId,
    channel: 'mail',
    kind: 'form.closed',
  });
  assert.is(openStopLink(world.service.commands, `${token}A`), null);
  assert.is(openStopLink(world.service.commands, 'a.b.c.d'), null);
});

test('the text is in the language of the person', async () => {
  const { accountId, formId } = await withReader('german@example.com', closings, 'de-AT');
  await world.closeForm(accountId, formId);
  await world.ended(accountId);
  assert.match(mailsTo('german@example.com')[0]?.subject ?? '', /^Das Formular .* wurde geschlossen$/);
});

test('no stream of a notice holds an address, also where the server quotes it', async () => {
  const { accountId, formId } = await withReader('quoted@example.com');
  world.sink.next({ refuse: 550, at: 'recipient' });
  await world.closeForm(accountId, formId);
  const [only] = await world.ended(accountId);
  assert.is(only?.status, 'failed');
  assert.match(JSON.stringify(only?.attempts[0]?.outcome), '"code":550');
  for await (const { event } of world.service.log.readStream(streamOf.notice(only?.id ?? '')))
    assert.not.match(JSON.stringify(event), 'quoted');
});

test('a temporary refusal is tried again, and a mail server that is away as well', async () => {
  const { accountId, formId } = await withReader('again@example.com');
  world.sink.next({ refuse: 451, at: 'content' }, 'cut before the content');
  await world.closeForm(accountId, formId);
  const [only] = await world.ended(accountId);
  assert.is(only?.status, 'sent');
  assert.equal(
    only?.attempts.map(({ outcome }) => outcome.kind),
    ['failed', 'failed', 'sent'],
  );
  assert.is(mailsTo('again@example.com').length, 1);
});

test('a server that takes a notice over and dies gets it once more, under the same id', async () => {
  const { accountId, formId } = await withReader('died@example.com');
  world.sink.next('accept and cut');
  await world.closeForm(accountId, formId);
  const [only] = await world.ended(accountId);
  assert.is(only?.status, 'sent');
  const ids = mailsTo('died@example.com').map(({ messageId }) => messageId);
  assert.is(ids.length, 2);
  assert.is(new Set(ids).size, 1);
});

test('a server that always dies after it has taken a notice over gets it twice, and no third time', async () => {
  const { accountId, formId } = await withReader('dies@example.com');
  world.sink.always('accept and cut');
  await world.closeForm(accountId, formId);
  const [only] = await world.ended(accountId);
  assert.is(only?.status, 'unconfirmed');
  assert.is(mailsTo('dies@example.com').length, 2);
});

test('a process that ended within an attempt: the next one sends again, and the log says so', async () => {
  await world.stopParts();
  const { accountId, personId, formId } = await withReader('ended@example.com');
  const noticeId = `n${formId}`;
  const occurredAt = new Date().toISOString();
  const trigger = { kind: 'form.closed', formId } as const;
  const planned = { noticeId, accountId, personId, channel: 'mail', trigger, occurredAt } as const;
  await world.aggregates.execute(
    notice,
    streamOf.notice(noticeId),
    [
      { type: 'PlanNotice', notice: planned, at: occurredAt },
      { type: 'BeginAttempt', at: occurredAt },
    ],
    world.contextOf(accountId),
  );
  world.startParts();
  const [only] = await world.ended(accountId);
  assert.equal(
    only?.attempts.map(({ outcome }) => outcome.kind),
    ['interrupted', 'sent'],
  );
  assert.is(mailsTo('ended@example.com').length, 1);
});

test('a member who was removed, and one who has stopped such notices, get nothing', async () => {
  await world.stopParts();
  const { accountId, personId, formId } = await withReader('gone@example.com');
  const other = await world.newMember(accountId, 'stopped@example.com', closings);
  await world.newMember(accountId, 'third@example.com', mailOf({}));
  await world.closeForm(accountId, formId);
  world.sink.always({ refuse: 451, at: 'recipient' });
  world.startParts();
  await eventually('a first attempt', async () => {
    const { items } = await world.service.queries.notices.list(accountId, { limit: 10 });
    return items.length === 2 && items.every(({ attempts }) => attempts.length > 0);
  });
  await world.choose(accountId, other, mailOf({}));
  await world.aggregates.execute(
    membership,
    streamOf.membership(accountId),
    [{ type: 'RemoveMember', personId, at: new Date().toISOString() }],
    world.contextOf(accountId),
  );
  const ended = await world.ended(accountId, 2);
  for (const { status } of ended) assert.ok(status === 'cancelled' || status === 'failed', status);
  assert.equal([...mailsTo('gone@example.com'), ...mailsTo('stopped@example.com')], []);
});

test('the reason of a failure names no address: a notice outlives its reader', async () => {
  const { accountId, personId } = await withReader('chat-failure@example.com', mailOf({}));
  const stream = streamOf.noticeChoices(accountId, personId);
  // As if the name had come to stand for it since it was chosen.
  const address = world.service.commands.secrets.seal('https://10.1.2.3/hook', stream);
  const of = { personId, at: new Date().toISOString() };
  const choice = { kinds: ['form.closed' as const], submissions: null };
  await world.aggregates.execute(
    noticeChoices,
    stream,
    [
      { type: 'ChooseChatAddress', address, host: '10.1.2.3', ...of },
      { type: 'ChooseNotices', channel: 'chat', choice, ...of },
    ],
    world.contextOf(accountId),
  );
  await world.closeForm(accountId, await world.newForm(accountId, 'A form'));
  const [failed] = await world.ended(accountId);
  assert.is(failed?.status, 'failed');
  assert.equal(
    failed?.attempts.map(({ outcome }) => outcome),
    [{ kind: 'refused', code: null, reason: '(address) is not a public address' }],
  );
});

test('a chat gets a text that mentions no person, and a refusing chat is given up', async () => {
  const receiver = await startReceiver((nth) => (nth === 1 ? 503 : nth === 2 ? 200 : 404));
  const chat = { chatUrl: receiver.url, chat: { kinds: ['form.closed' as const], submissions: null } };
  const { accountId } = await withReader('chat@example.com', { ...mailOf({}), ...chat });
  const formId = await world.newForm(accountId, '<!channel> @here *party*');
  await world.closeForm(accountId, formId);
  const [first] = await world.ended(accountId);
  assert.is(first?.status, 'sent');
  assert.equal(mailsTo('chat@example.com'), []);
  const body: unknown = JSON.parse(receiver.received[1]?.body ?? '');
  assert.match(JSON.stringify(body), /^\{"text":"/);
  assert.not.match(JSON.stringify(body), /<!channel>|@here|[^\u200b]\*party/);
  await world.closeForm(accountId, await world.newForm(accountId, 'Another'));
  const ended = await world.ended(accountId, 2);
  assert.equal(
    ended.map(({ status }) => status),
    ['sent', 'failed'],
  );
  receiver.close();
});

test('new submissions are reported in a digest once its time has come, once, without answers', async () => {
  const { accountId, formId } = await withReader('daily@example.com', mailOf({ submissions: 'daily' }));
  for (const submissionId of ['x', 'y', 'z'].map((name) => `${name}${formId}`))
    await world.append(accountId, streamOf.submission(submissionId), {
      type: 'SubmissionCreated',
      data: {
        submissionId,
        accountId,
        form: copiedForm({ id: formId }),
        answers: ['a secret answer'],
        isComplete: true,
        source: 'api',
        at: new Date().toISOString(),
      },
    });
  await world.stopParts();
  world.clock.aheadMs = 25 * 3_600_000;
  world.startParts();
  const [only] = await world.ended(accountId);
  assert.is(only?.trigger.kind, 'submission.digest');
  const [mail, ...copies] = mailsTo('daily@example.com');
  assert.equal(copies, []);
  assert.is(mail?.subject, '3 new submissions');
  assert.match(mail?.text ?? '', '“Registration <b>& more</b>”: 3');
  assert.not.match(mail?.text ?? '', 'secret');
  await world.stopParts();
  world.clock.aheadMs = 50 * 3_600_000;
  world.startParts();
  await world.closeForm(accountId, formId);
  assert.is((await world.ended(accountId)).length, 1);
});

test.run();
