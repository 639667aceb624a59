import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDestinationUrl } from '../../../commands/destination/destination-url.ts';

const test = suite('destination URL');
const rules = { allowHosts: ['127.0.0.1', '::1'] };

test('https is allowed everywhere, http on allowed hosts', () => {
  for (const url of [
    'https://example.com/hook?x=1',
    'https://example.com:8443',
    'http://127.0.0.1:9999/hook',
    'http://[::1]:9999/',
    'https://127.0.0.1/',
    'https://8.8.8.8/',
  ])
    assert.ok(parseDestinationUrl(url, rules).ok, url);
});

test('every other URL is refused', () => {
  for (const url of [
    '',
    'example.com',
    '/hook',
    'http://example.com',
    'http://127.0.0.2/',
    'http://127.0.0.1.example.com/',
    'ftp://127.0.0.1/',
    'javascript:alert(1)',
    'https://user@example.com/',
    'https://:secret@example.com/',
    'https://example.com/#part',
    'https://example.com:0/',
    'https://10.0.0.1/',
    'https://0x0a000001/',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    `https://example.com/${'x'.repeat(2_048)}`,
  ])
    assert.not.ok(parseDestinationUrl(url, rules).ok, url);
});

test('a refusal of a local or plain address names the remedy', () => {
  const fault = (url: string) => {
    const parsed = parseDestinationUrl(url, rules);
    return parsed.ok ? null : parsed.error;
  };
  for (const url of [
    'http://localhost:9000/hook',
    'https://localhost:9000/hook',
    'http://LOCALHOST.:9000/hook',
  ])
    assert.is(
      fault(url),
      'Must name 127.0.0.1 in place of localhost, as in http://127.0.0.1:9000/hook, and WEBHOOK_ALLOW_HOSTS must ' +
        'include 127.0.0.1.',
    );
  assert.is(
    fault('http://example.com/'),
    'Must be an https URL. Plain HTTP is only for hosts in WEBHOOK_ALLOW_HOSTS, in development.',
  );
  assert.is(
    fault('https://10.0.0.1/'),
    'Must not have a private address, except for hosts in WEBHOOK_ALLOW_HOSTS, in development.',
  );
});

test('a URL that the URL class would repair is refused, and the refusal names the fault', () => {
  const spaces = 'Must not contain spaces, tabs, line breaks or invisible characters.';
  const host = 'Must name a host after https://, as in https://example.com/hook.';
  const credentials = 'Must not hold a user name or password.';
  for (const [url, error] of [
    ['https:///example.com', host],
    ['https:example.com', host],
    ['https:/example.com', host],
    ['https://', host],
    ['https:///', host],
    ['https://?x', host],
    ['https:\\\\example.com', 'Must not contain a backslash.'],
    ['https://example.com\\@10.0.0.1/', 'Must not contain a backslash.'],
    [' https://example.com/', spaces],
    ['https://example.com/\n', spaces],
    ['https://exa\nmple.com/', spaces],
    ['https://example.com/a\tb', spaces],
    ['https://example.com/a b', spaces],
    ['https://example.com/\r\nX: y', spaces],
    ['https://example.com/\u200b', spaces],
    ['https://example.com/\0', spaces],
    ['https://@example.com/', credentials],
    ['https://user:pass@example.com/', credentials],
    ['https://example.com/#', 'Must not have a fragment.'],
    ['https://example.com/#part', 'Must not have a fragment.'],
  ] as const)
    assert.equal(parseDestinationUrl(url, rules), { ok: false, error }, JSON.stringify(url));
  assert.ok(parseDestinationUrl('https://example.com/@name?to=a@example.com', rules).ok);
});

test('a host localhost that is allowed needs no remedy', () => {
  assert.ok(parseDestinationUrl('http://localhost:9000/', { allowHosts: ['localhost'] }).ok);
});

test('a URL is stored in its normal form', () => {
  const normal = (url: string) => {
    const parsed = parseDestinationUrl(url, rules);
    return parsed.ok ? parsed.value : parsed.error;
  };
  assert.is(normal('HTTPS://Example.COM'), 'https://example.com/');
  assert.is(normal('https://bücher.example/ä?q=ö'), 'https://xn--bcher-kva.example/%C3%A4?q=%C3%B6');
});

test.run();
