import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseNatsUrl } from '../../../dispatcher/bus/nats-url.ts';

const test = suite('addresses of NATS');

test('parses several servers with the scheme and the credentials given once', () => {
  const plain = { isEncrypted: false, credentials: null };
  const cases = {
    'nats://a': { ...plain, servers: ['nats://a'] },
    'nats://a:4222,nats://b:4223': { ...plain, servers: ['nats://a:4222', 'nats://b:4223'] },
    'nats://a:4222, b:4223': { ...plain, servers: ['nats://a:4222', 'nats://b:4223'] },
    'tls://a,b': { ...plain, isEncrypted: true, servers: ['tls://a', 'tls://b'] },
    'nats://me:p%40ss@a,nats://b': {
      isEncrypted: false,
      servers: ['nats://a', 'nats://b'],
      credentials: { user: 'me', pass: 'p@ss' },
    },
    'nats://letmein@a': { isEncrypted: false, servers: ['nats://a'], credentials: { token: 'letmein' } },
  };
  for (const [url, expected] of Object.entries(cases))
    assert.equal(parseNatsUrl(url), { ok: true, value: expected });
});

test('errors do not contain the password', () => {
  for (const url of [
    '',
    'nats://',
    'http://a',
    'nats://a,',
    'nats://a,http://b',
    'nats://u:secret@a/path',
    'a:4222',
  ]) {
    const parsed = parseNatsUrl(url);
    if (parsed.ok) throw new Error(`accepted: ${url}`);
    assert.match(parsed.error, /^is not a list of nats:\/\/host:port/, url);
  }
  const differing = parseNatsUrl('nats://u:secret@a,nats://u:other@b');
  assert.equal(differing, {
    ok: false,
    error: 'has different credentials for its servers; one connection has one user',
  });
});

test.run();
