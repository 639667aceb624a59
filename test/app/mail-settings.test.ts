import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkMail } from '../../app/checks/check-mail.ts';
import { readConfig } from '../../app/config/config.ts';
import { eachInDirectory } from '../support/directory.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { runCli } from './cli/run-cli.ts';

const test = suite<{ dir: string }>('the settings of mail');
eachInDirectory(test);

const MAIL_FROM = 'Forms <forms@example.org>';
const mistakesOf = (env: Readonly<Record<string, string>>): string => {
  const read = readConfig(env);
  return read.ok ? '' : read.error.join('\n');
};

test('a mail server and a sender are accepted', () => {
  for (const SMTP_URL of [
    'smtp://mail.example',
    'smtp://mail.example:25',
    'smtps://user:p%40ss@mail.example:465',
    'smtp://[::1]:2525/',
  ])
    assert.is(mistakesOf({ SMTP_URL, MAIL_FROM }), '', SMTP_URL);
  const config = readConfig({ SMTP_URL: 'smtp://mail.example', MAIL_FROM });
  assert.equal(config.ok && config.value.MAIL_FROM, { name: 'Forms', address: 'forms@example.org' });
});

test('a URL that names no mail server is refused, without its password', () => {
  for (const SMTP_URL of [
    'mail.example:25',
    'https://u:hunter2@mail.example',
    'smtp://u:hunter2@',
    'smtp://u:hunter2@mail.example/path',
    'smtp://u:hunter2@mail.example?tls=false',
    'smtp://u:hunter2%@mail.example',
    'smtp://:hunter2@mail.example',
  ]) {
    const found = mistakesOf({ SMTP_URL, MAIL_FROM });
    assert.match(found, /^SMTP_URL /, SMTP_URL);
    assert.not.match(found, 'hunter2');
  }
});

test('a sender is one address, and is needed with a mail server', () => {
  assert.match(mistakesOf({ SMTP_URL: 'smtp://mail.example' }), /^MAIL_FROM is missing/);
  for (const sender of [
    'Forms',
    'a@example.org, b@example.org',
    'A <a@example.org>\r\nBcc: b@example.org',
    'a@b',
  ])
    assert.match(mistakesOf({ MAIL_FROM: sender }), /^MAIL_FROM is not an address/, sender);
});

test('a service that others reach needs its address for the links of mails', () => {
  const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM };
  const missing = /^PUBLIC_URL is missing: mails have links/;
  for (const HOST of ['0.0.0.0', '::', '10.0.0.1', 'forms.internal'])
    assert.match(mistakesOf({ HOST, ...mail }), missing, HOST);
  assert.match(mistakesOf({ TRUSTED_PROXIES: '10.0.0.0/8', ...mail }), missing);
  assert.is(mistakesOf({ HOST: '0.0.0.0', PUBLIC_URL: 'https://forms.example', ...mail }), '');
  assert.is(mistakesOf({ HOST: '0.0.0.0' }), '', 'without mails, links are shown to those who ask for them');
  for (const HOST of ['127.0.0.1', 'localhost', '::1', '[::1]'])
    assert.is(mistakesOf({ HOST, ...mail }), '', HOST);
});

test('an open sign-up needs a mail server, an address of its own and a plan that exists', () => {
  const PUBLIC_URL = 'https://forms.example';
  const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM };
  const missing = mistakesOf({ SIGN_UP: 'open' });
  assert.match(missing, 'SMTP_URL is missing');
  assert.match(missing, 'PUBLIC_URL is missing');
  assert.is(mistakesOf({ SIGN_UP: 'open', PUBLIC_URL, ...mail }), '');
  assert.is(mistakesOf({ SIGN_UP: 'invitation' }), '', 'an operator hands the links over');
  assert.is(mistakesOf({ SIGN_UP: 'closed' }), '');
  for (const mode of ['closed', 'invitation'])
    assert.match(mistakesOf({ SIGN_UP: mode, SIGN_UP_PLAN: 'none' }), /^SIGN_UP_PLAN is none, which/, mode);
  assert.match(
    mistakesOf({ SIGN_UP: 'open', SIGN_UP_PLAN: 'gold', PUBLIC_URL, ...mail }),
    /^SIGN_UP_PLAN is gold, which is none of: free, pro/,
  );
  assert.match(mistakesOf({ SIGN_UP: 'maybe' }), /^SIGN_UP is not one of open, invitation, closed/);
  const others = mistakesOf({ SIGN_UP: 'open', PUBLIC_URL: 'x', SMTP_URL: 'y', MAIL_FROM });
  assert.not.match(others, 'missing', 'a mistake of its own');
});

test('a check greets the server and logs in, and sends nothing', async () => {
  const credentials = { user: 'forms', pass: 'hunter2' };
  const sink = await startSmtpSink({ credentials });
  assert.equal(await checkMail({ SMTP_URL: sink.url }), []);
  const [rejected] = await checkMail({ SMTP_URL: sink.url.replace('hunter2', 'hunter3') });
  assert.is(rejected?.level, 'mistake');
  assert.match(rejected?.message ?? '', 'that the server rejects');
  assert.not.match(rejected?.message ?? '', 'hunter');
  assert.is(sink.received.length, 0);
  await sink.close();
  assert.equal(await checkMail({ SMTP_URL: undefined }), []);
});

test('"formlog check" warns of a mail server that is away, and the service is usable', async ({ dir }) => {
  const SMTP_URL = 'smtp://forms:hunter2@127.0.0.1:1';
  const { code, stdout, stderr } = await runCli(['check'], { SMTP_URL, MAIL_FROM, DATA_DIR: dir, PORT: '0' });
  assert.is(code, 0, stdout);
  assert.match(stdout, /warning: SMTP_URL names 127\.0\.0\.1:1, which cannot be used/);
  assert.not.match(stdout + stderr, 'hunter2');
});

test.run();
