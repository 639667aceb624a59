import { EventStoreDBClient } from '@eventstore/db-client';
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
    'esdb://n1': ['one host', 'esdb://n1?'],
    'esdb://n1:2114?tls=false': ['one host', 'esdb://n1:2114?tls=false&'],
    'esdb://n1:2113,n2:2113,n3:2113?tls=false': ['listed hosts', 'esdb://n1:2113,n2:2113,n3:2113?tls=false&'],
    'esdb+discover://cluster.example': ['DNS name', 'esdb+discover://cluster.example?'],
    'esdb+discover://n1,n2,n3': ['listed hosts', 'esdb://n1,n2,n3?'],
    'kurrentdb://admin:changeit@n1:2113/?tls=true': ['one host', 'esdb://admin:changeit@n1:2113?tls=true&'],
    'kurrentdb+discover://cluster.example': ['DNS name', 'esdb+discover://cluster.example?'],
    'kdb://n1,n2': ['listed hosts', 'esdb://n1,n2?'],
    'kdb+discover://cluster.example:2113': ['DNS name', 'esdb+discover://cluster.example:2113?'],
  } as const;
  for (const [url, [finds, beginning]] of Object.entries(cases)) {
    const { client, ...found } = parse(url);
    assert.is(found.finds, finds, url);
    assert.ok(client.startsWith(beginning), client);
    EventStoreDBClient.connectionString(client);
  }
  assert.equal(parse('esdb://n1,n2:2115').hosts, ['n1:2113', 'n2:2115']);
});

test('omitted options have defaults under which a frozen node causes only a short delay', () => {
  assert.match(parse('esdb://n1').client, /\?gossipTimeout=2&keepAliveInterval=10000&keepAliveTimeout=5000$/);
  assert.match(
    parse('esdb://n1?gossip_timeout=7&KeepAliveTimeout=9').client,
    /\?gossip_timeout=7&KeepAliveTimeout=9&keepAliveInterval=10000$/,
  );
});

test('an option that the client would print with the whole address is left out and named', () => {
  const { client, ignored } = parse('esdb://admin:changeit@n1?tls=true&tlsVerifyCert=false&wait=1');
  assert.equal(ignored, ['tlsVerifyCert', 'wait']);
  assert.not.match(client, /tlsVerifyCert|wait/);
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
