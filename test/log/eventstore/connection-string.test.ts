import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseConnectionString } from '../../../log/eventstore/connection-string.ts';

const test = suite('addresses of the event store');

const parse = (url: string) => {
  const parsed = parseConnectionString(url);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};

test('one host, several hosts and a DNS name, in every scheme', () => {
  const cases = {
    'esdb://n1': ['one host', ['n1:2113']],
    'esdb://n1:2114?tls=false': ['one host', ['n1:2114']],
    'esdb://n1:2113,n2:2113,n3:2113?tls=false': ['listed hosts', ['n1:2113', 'n2:2113', 'n3:2113']],
    'esdb+discover://cluster.example': ['DNS name', ['cluster.example:2113']],
    'esdb+discover://n1,n2,n3': ['listed hosts', ['n1:2113', 'n2:2113', 'n3:2113']],
    'kurrentdb://admin:changeit@n1:2113/?tls=true': ['one host', ['n1:2113']],
    'kurrentdb+discover://cluster.example': ['DNS name', ['cluster.example:2113']],
    'kdb://n1,n2:2115': ['listed hosts', ['n1:2113', 'n2:2115']],
    'kdb+discover://cluster.example:2114': ['DNS name', ['cluster.example:2114']],
  } as const;
  for (const [url, [finds, hosts]] of Object.entries(cases)) {
    const found = parse(url);
    assert.equal([found.finds, found.hosts], [finds, hosts], url);
  }
});

test('credentials, files and names are decoded', () => {
  const { credentials, files, connectionName, isEncrypted } = parse(
    'esdb://us%40er:p%3Ass%25@n1?tlsCAFile=%2Fca.pem&userCertFile=/c.pem&userKeyFile=/k.pem&connectionName=a%20b',
  );
  assert.equal(credentials, { username: 'us@er', password: 'p:ss%' });
  assert.equal(files, { authority: '/ca.pem', certificate: '/c.pem', key: '/k.pem' });
  assert.is(connectionName, 'a b');
  assert.ok(isEncrypted);
  const plain = parse('esdb://n1?tls=false');
  assert.equal([plain.credentials, plain.isEncrypted], [null, false]);
});

test('the defaults of omitted options make a frozen node cause only a short delay', () => {
  const { discovery, keepAlive } = parse('esdb://n1');
  assert.equal(discovery, { attempts: 10, intervalMs: 100, gossipTimeoutMs: 2_000 });
  assert.equal(keepAlive, { intervalMs: 10_000, timeoutMs: 5_000 });
  const set = parse(
    'esdb://n1?gossip_timeout=7&KeepAliveTimeout=9&keep-alive-interval=-1&maxDiscoverAttempts=3',
  );
  assert.equal(set.discovery, { attempts: 3, intervalMs: 100, gossipTimeoutMs: 7_000 });
  assert.equal(set.keepAlive, { intervalMs: -1, timeoutMs: 9 });
});

test('an unknown option is named', () => {
  const { ignored } = parse('esdb://admin:changeit@n1?tls=true&tlsVerifyCert=false&wait=1&defaultDeadline=5');
  assert.equal(ignored, ['tlsVerifyCert', 'wait']);
});

test('errors do not contain the password', () => {
  const wrong = {
    'http://n1': /^is not a URL beginning with esdb:\/\//,
    'esdb://': /^does not name its hosts/,
    'esdb://admin:secret@n1,': /^does not name its hosts/,
    'esdb://admin:secret@n1:port': /^does not name its hosts/,
    'esdb://admin:sec:ret@n1': /^has credentials that are not user:password/,
    'esdb://admin@n1': /^has credentials that are not user:password/,
    'esdb://admin:sec/ret@n1': /^does not name its hosts/,
    'esdb://admin:secret@n1?nodePreference=follower': /leave nodePreference out/,
    'esdb://admin:secret@n1?tls=no': /^has tls, which is true or false/,
    'esdb://admin:secret@n1?gossipTimeout=soon': /^has gossipTimeout, which is a whole number/,
    'esdb://admin:sec%ret@n1': /^has credentials with a %/,
    'esdb://admin:secret@n1?tlsCAFile=%': /^has tlsCAFile, which is not percent-encoded/,
    'esdb://admin:secret@n1?keepAliveInterval=-2': /^has keepAliveInterval, which is a whole number/,
    'esdb://admin:secret@n1?tls=': /^has the option tls without a value/,
  };
  for (const [url, reason] of Object.entries(wrong)) {
    const parsed = parseConnectionString(url);
    if (parsed.ok) throw new Error(`accepted: ${url}`);
    assert.match(parsed.error, reason, url);
    assert.not.match(parsed.error, /sec.?ret/, url);
  }
});

test.run();
