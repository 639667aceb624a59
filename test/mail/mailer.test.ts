import { createServer, type Server } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Mail, type MailerOptions, openMailer } from '../../mail/mailer.ts';
import { parseSmtpUrl } from '../../mail/smtp-url.ts';
import { eventually } from '../support/eventually.ts';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../support/smtp-sink.ts';

const test = suite('the mailer');
const ends: (() => Promise<unknown>)[] = [];
test.after.each(async () => {
  for (const end of ends.splice(0)) await end();
});

const from = { name: 'Forms', address: 'forms@example.org' };
const mail: Mail = {
  to: 'ada@example.com',
  subject: 'A destination fails',
  text: 'Look at it.\n',
  html: '<p>Look at it.</p>',
  messageId: 'notice-1',
};

const serverAt = (url: string) => {
  const parsed = parseSmtpUrl(url);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};

function mailerTo(url: string, options: Partial<MailerOptions> = {}) {
  const mailer = openMailer({ server: serverAt(url), from, ...options });
  ends.unshift(() => mailer.close());
  return mailer;
}

async function start(options: SmtpSinkOptions & Partial<MailerOptions> = {}) {
  const sink: SmtpSink = await startSmtpSink(options);
  ends.push(sink.close);
  return { sink, mailer: mailerTo(sink.url, options) };
}

test('a message arrives with its sender, recipient, subject, id and both forms of its content', async () => {
  const { sink, mailer } = await start();
  const outcome = await mailer.send(mail);
  assert.is(outcome.kind, 'sent');
  const [received] = sink.received;
  assert.is(received?.messageId, '<notice-1@example.org>');
  assert.is(received?.from, 'forms@example.org');
  assert.equal(received?.to, ['ada@example.com']);
  assert.is(received?.subject, 'A destination fails');
  assert.is(received?.text.trim(), 'Look at it.');
  assert.match(received?.html ?? '', '<p>Look at it.</p>');
  assert.is(received?.headers.get('auto-submitted'), 'auto-generated');
  assert.not.ok(received?.headers.has('list-unsubscribe'));
});

test('a message that can be stopped names the address for one click', async () => {
  const { sink, mailer } = await start();
  const stopUrl = `https://forms.example/notices/stop/${'x'.repeat(400)}`;
  await mailer.send({ ...mail, stopUrl });
  assert.is(sink.received[0]?.headers.get('list-unsubscribe'), `<${stopUrl}>`);
  assert.is(sink.received[0]?.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
});

test('texts of every script arrive as they are', async () => {
  const { sink, mailer } = await start();
  const subject = 'フォーム「お問い合わせ」: 新しい回答 🎉 – ärgerlich';
  await mailer.send({ ...mail, subject, text: 'مرحبا\n.\n..\nFrom here\n', html: '<p>é</p>' });
  assert.is(sink.received[0]?.subject, subject);
  assert.is(sink.received[0]?.text.trim(), 'مرحبا\n.\n..\nFrom here');
});

for (const [what, changed] of [
  ['the recipient', { to: 'ada@example.com\r\nBcc: eve@example.net' }],
  ['the recipient, with a command', { to: 'ada@example.com>\r\nRCPT TO:<eve@example.net' }],
  ['a list of recipients', { to: 'ada@example.com, eve@example.net' }],
  ['a named recipient', { to: 'Ada <ada@example.com>' }],
  ['the subject', { subject: 'A\r\nBcc: eve@example.net' }],
  ['the subject, by LF alone', { subject: 'A\nBcc: eve@example.net' }],
  ['the subject, by CR alone', { subject: 'A\rBcc: eve@example.net' }],
  ['the id', { messageId: 'a>\r\nBcc: eve@example.net' }],
  ['the address to stop', { stopUrl: 'https://a.example/\r\nBcc: eve@example.net' }],
  ['the value of a header', { headers: { 'X-A': 'a\r\nBcc: eve@example.net' } }],
  ['the name of a header', { headers: { 'X-A: a\r\nBcc': 'eve@example.net' } }],
] as const)
  test(`no header can be injected through ${what}`, async () => {
    const { sink, mailer } = await start();
    const outcome = await mailer.send({ ...mail, ...changed });
    assert.is(outcome.kind, 'refused');
    assert.is(outcome.kind === 'refused' ? outcome.code : 0, null);
    assert.is(sink.mostConnections(), 0);
    assert.is(sink.received.length, 0);
  });

test('a refusal for good has the code of the server, at the recipient and after the content', async () => {
  const { sink, mailer } = await start();
  sink.next({ refuse: 550, at: 'recipient' }, { refuse: 554, at: 'content' });
  for (const code of [550, 554]) {
    const outcome = await mailer.send(mail);
    assert.is(outcome.kind, 'refused');
    assert.is(outcome.kind === 'refused' ? outcome.code : null, code);
  }
  assert.is((await mailer.send(mail)).kind, 'sent');
});

test('a temporary refusal may be tried again, and has certainly not arrived', async () => {
  const { sink, mailer } = await start();
  sink.next({ refuse: 451, at: 'recipient' }, { refuse: 452, at: 'content' });
  for (const code of [451, 452]) {
    const outcome = await mailer.send(mail);
    assert.is(outcome.kind, 'failed');
    if (outcome.kind !== 'failed') continue;
    assert.is(outcome.code, code);
    assert.is(outcome.mayHaveArrived, false);
  }
});

test('a connection that is cut before the content leaves no doubt', async () => {
  const { sink, mailer } = await start();
  sink.next('cut before the content');
  const outcome = await mailer.send(mail);
  assert.is(outcome.kind, 'failed');
  assert.is(outcome.kind === 'failed' && outcome.mayHaveArrived, false);
  assert.is(sink.received.length, 0);
});

test('a server that takes a message over and dies before its reply leaves the doubt, and gets no copy', async () => {
  const { sink, mailer } = await start();
  sink.next('accept and cut');
  const outcome = await mailer.send(mail);
  assert.is(outcome.kind, 'failed');
  assert.is(outcome.kind === 'failed' && outcome.mayHaveArrived, true);
  assert.is(sink.received.length, 1);
  // A second message shows that nothing of the first waits in the pool.
  await mailer.send({ ...mail, messageId: 'notice-2' });
  assert.equal(
    sink.received.map(({ messageId }) => messageId),
    ['<notice-1@example.org>', '<notice-2@example.org>'],
  );
});

test('a server that cuts the connection in the content leaves the doubt', async () => {
  const { sink, mailer } = await start();
  sink.next('cut in the content');
  const outcome = await mailer.send({ ...mail, text: 'x'.repeat(1_000_000) });
  assert.is(outcome.kind === 'failed' && outcome.mayHaveArrived, true);
});

test('a server that is silent after the content ends with the limit of silence', async () => {
  const { sink, mailer } = await start({ silenceMs: 200 });
  sink.next('stall');
  const outcome = await mailer.send(mail);
  assert.is(outcome.kind === 'failed' && outcome.mayHaveArrived, true);
  assert.is(outcome.kind === 'failed' ? outcome.reason : '', 'the mail server did not reply in time');
  assert.is((await mailer.send(mail)).kind, 'sent');
});

test('a server that accepts connections and says nothing ends with the limit of a message', async () => {
  const silent: Server = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => silent.close(resolve)));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const outcome = await mailerTo(`smtp://127.0.0.1:${port}`, { limitMs: 200 }).send(mail);
  assert.is(outcome.kind === 'failed' && outcome.mayHaveArrived, false);
});

test('a server that is away, and one that rejects the log-in, may be tried again', async () => {
  const away = await mailerTo('smtp://127.0.0.1:1').send(mail);
  assert.is(away.kind === 'failed' && away.mayHaveArrived, false);
  const { sink } = await start({ credentials: { user: 'forms', pass: 's3cret-word' } });
  const wrong = await mailerTo(sink.url.replace('s3cret-word', 'another-word')).send(mail);
  assert.is(wrong.kind, 'failed');
  assert.not.match(JSON.stringify(wrong), 'another-word');
});

test('credentials with special characters log in', async () => {
  const { mailer } = await start({ credentials: { user: 'a@b:c', pass: 'p%/ä @' } });
  assert.is((await mailer.send(mail)).kind, 'sent');
});

test('a password does not cross a network without encryption', () => {
  assert.is(serverAt('smtp://a:b@mail.example:587').requiresTls, true);
  assert.is(serverAt('smtp://a:b@127.0.0.1').requiresTls, false);
  assert.is(serverAt('smtp://mail.example').requiresTls, false);
});

test('the number of connections is limited, and all messages arrive', async () => {
  const { sink, mailer } = await start({ connections: 2 });
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => mailer.send({ ...mail, messageId: `notice-${index}` })),
  );
  assert.ok(outcomes.every(({ kind }) => kind === 'sent'));
  assert.is(new Set(sink.received.map(({ messageId }) => messageId)).size, 20);
  assert.is(sink.received.length, 20);
  assert.ok(sink.mostConnections() <= 2);
});

test('a mailer that closes ends the messages under way, and its connections', async () => {
  const { sink, mailer } = await start();
  sink.always('stall');
  const outcome = mailer.send(mail);
  await eventually('the connection', () => sink.openConnections() > 0);
  await mailer.close();
  assert.is((await outcome).kind, 'failed');
  await eventually('its end', () => sink.openConnections() === 0);
});

test.run();
