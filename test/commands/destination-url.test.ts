import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { urlFault } from '../../commands/support/destination-url.ts';

const test = suite('destination URL');
const rules = { allowHosts: ['127.0.0.1', '::1'] };

test('https anywhere, http on the hosts that are allowed', () => {
  for (const url of [
    'https://example.com/hook?x=1',
    'https://example.com:8443',
    'http://127.0.0.1:9999/hook',
    'http://[::1]:9999/',
  ])
    assert.is(urlFault(url, rules), null, url);
});

test('anything else is refused', () => {
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
    `https://example.com/${'x'.repeat(2_048)}`,
  ])
    assert.type(urlFault(url, rules), 'string', url);
});

test.run();
