import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkStores } from '../../app/checks/check-stores.ts';
import { judgeEventStore } from '../../app/checks/judge-event-store.ts';
import { judgeMongo } from '../../app/checks/judge-mongodb.ts';
import { readConfig } from '../../app/config/config.ts';
import type { MongoFacts } from '../../coordination/inspect-mongodb.ts';
import { parseMongoUrl } from '../../coordination/mongodb-url.ts';
import { parseConnectionString } from '../../log/eventstore/connection-string.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import {
  checkStream,
  type EventStoreFacts,
  inspectEventStore,
} from '../../log/eventstore/inspect-event-store.ts';
import { startEventStore } from '../../packages/embedded-eventstore/src/server.ts';
import { startMongo } from '../../packages/embedded-mongodb/src/server.ts';
import { startNats } from '../../packages/embedded-nats/src/server.ts';
import { eachInDirectory } from '../support/directory.ts';
import { runCli } from './cli/run-cli.ts';

const judging = suite('findings about a store');

const member = { address: 'n1:2113', role: 'leader', isAlive: true };
const goodStore: EventStoreFacts = {
  version: '24.10.4.0',
  members: [member],
  mayReadAll: true,
  mayAppend: true,
  clockAheadMs: 20,
  tooSmallLimit: null,
};
const ofStore = (facts: Partial<EventStoreFacts>, url = 'esdb://n1:2113', maxClockS = 60) => {
  const parsed = parseConnectionString(url);
  if (!parsed.ok) throw new Error(parsed.error);
  return judgeEventStore(parsed.value, { ...goodStore, ...facts }, maxClockS).map(
    ({ level, message }) => `${level}: ${message}`,
  );
};
const only = (found: readonly string[], expected: RegExp): void => {
  assert.is(found.length, 1, found.join('\n'));
  assert.match(found[0] ?? '', expected);
};

judging('a sound event store has no findings', () => {
  for (const version of [
    '23.10.6.0',
    '24.2.0',
    '24.10.14.0',
    '25.0.0',
    '25.1.2',
    '26.0.0',
    '26.1.0-prerelease',
  ])
    assert.equal(ofStore({ version }), []);
});

judging('versions: one that is too old is refused, a newer one than tested is a warning', () => {
  for (const version of ['21.10.9', '23.6.0', '23.9.99'])
    only(ofStore({ version }), /^mistake: .*23\.10 or newer/);
  for (const version of ['26.2.0', '27.0.0']) only(ofStore({ version }), /^warning: .*newer than/);
  only(ofStore({ version: '' }), /^warning: .*does not report its version/);
});

judging('clusters: without a leader, with a lost node, with only one node in the address', () => {
  const follower = { address: 'n2:2113', role: 'follower', isAlive: true };
  only(ofStore({ members: [follower] }), /^mistake: .*without a leader/);
  const away = [member, { ...follower, isAlive: false }];
  only(ofStore({ members: away }, 'esdb://n1,n2'), /^warning: .*n2:2113 is away/);
  only(ofStore({ members: [member, follower] }), /^warning: .*name all: n1:2113,n2:2113/);
});

judging('permissions are checked', () => {
  only(ofStore({ mayReadAll: false }), /^mistake: .*without the right to read \$all/);
  only(ofStore({ mayAppend: false, clockAheadMs: null }), /^mistake: .*without the right to append/);
});

judging('a limit of an append or of an event that is too low for large submissions is an error', () => {
  const ofAppend = { setting: 'MaxAppendSize', bytes: 262_144 } as const;
  only(ofStore({ tooSmallLimit: ofAppend }), /^mistake: .*at most 262144 bytes.*MaxAppendSize/);
  const ofEvent = { setting: 'MaxAppendEventSize' } as const;
  only(ofStore({ tooSmallLimit: ofEvent }), /^mistake: .*no event of \d+ bytes.*MaxAppendEventSize/);
});

judging(
  'clocks: a difference of seconds is a warning, one beyond the limit an error, in both directions',
  () => {
    only(ofStore({ clockAheadMs: 5_000 }), /^warning: .*5\.0 s ahead of/);
    only(ofStore({ clockAheadMs: -90_000 }), /^mistake: .*90\.0 s behind .*MAX_CLOCK_DIFFERENCE_S/);
    only(ofStore({ clockAheadMs: -90_000 }, 'esdb://n1', 0), /^warning: /);
  },
);

judging(
  'MongoDB: a standalone server, a sharded cluster, a secondary, one member of several, a user without permissions',
  () => {
    const good: MongoFacts = {
      version: '8.0.4',
      kind: 'replica set',
      members: ['m1:1', 'm2:1'],
      isPrimary: true,
      clockAheadMs: 0,
      forbidden: null,
    };
    const of = (facts: Partial<MongoFacts>, url = 'mongodb://m1:1,m2:1/shop') => {
      const parsed = parseMongoUrl(url);
      if (!parsed.ok) throw new Error(parsed.error);
      return judgeMongo(parsed.value, { ...good, ...facts }, 60).map(
        ({ level, message }) => `${level}: ${message}`,
      );
    };
    assert.equal(of({}), []);
    only(of({ kind: 'sharded cluster', members: [] }), /^mistake: .*sharded cluster.*name a replica set/);
    only(of({ kind: 'standalone', members: [] }), /^mistake: .*--replSet/);
    only(of({ isPrimary: false }), /^mistake: .*secondary/);
    only(of({}, 'mongodb://m1:1/?directConnection=true'), /^mistake: .*name m1:1,m2:1/);
    only(of({}, 'mongodb://m1:1/'), /^warning: .*name m1:1,m2:1/);
    only(of({ forbidden: 'write' }), /^mistake: .*may not write in the database shop.*readWrite/);
    only(of({ clockAheadMs: 61_000 }), /^mistake: .*61\.0 s ahead/);
  },
);

judging.run();

const checking = suite<{ dir: string }>('checks by connecting');
eachInDirectory(checking);

const check = (env: Readonly<Record<string, string>>) => {
  const config = readConfig({ STORE_WAIT_S: '0', ...env });
  if (!config.ok) throw new Error(config.error.join());
  return checkStores(config.value);
};

checking('nothing is asked where all stores are embedded', async () => {
  assert.equal(await check({}), []);
});

checking('stores in order need no word, and of all checks one event is kept', async ({ dir }) => {
  const events = await startEventStore({ dir: join(dir, 'events'), port: 0 });
  const documents = await startMongo({ dir: join(dir, 'documents'), port: 0 });
  const nats = await startNats({ port: 0 });
  const env = { EVENTSTORE_URL: events.url, MONGODB_URL: documents.url, NATS_URL: nats.url };
  assert.equal(await check(env), []);
  assert.equal(await check(env), []);
  const facts = await inspectEventStore(events.url);
  assert.ok(Math.abs(facts.clockAheadMs ?? Infinity) < 2_000, String(facts.clockAheadMs));
  const log = openEventStoreLog({ url: events.url });
  const exported = [];
  for await (const event of log.readStored({ from: null })) exported.push(event);
  assert.equal(exported, [], 'an export knows nothing of it');
  assert.is(await log.readEvent(checkStream, 0), null);
  await log.close();
  const { code, stdout, lines } = await runCli(['check', '--json'], env);
  assert.is(code, 0, stdout);
  assert.equal(lines(), []);
  await Promise.all([events.close(), documents.close(), nats.close()]);
});

checking('an event store that limits events below the largest submission is named', async ({ dir }) => {
  const events = await startEventStore({ dir, port: 0, maxAppendEventSize: 100_000 });
  // With credentials, the client appends by another call.
  for (const url of [events.url, events.url.replace('//', '//admin:changeit@')]) {
    const found = await check({ EVENTSTORE_URL: url });
    only(
      found.map(({ level, message }) => `${level}: ${message}`),
      /^mistake: .*MaxAppendEventSize/,
    );
  }
  await events.close();
});

checking('what does not answer or refuses is named, all together, without a password', async ({ dir }) => {
  const nats = await startNats({ port: 0, token: 'letmein' });
  const { code, lines, stderr } = await runCli(['check', '--json'], {
    STORE_WAIT_S: '0',
    EVENTSTORE_URL: 'esdb://admin:secret@127.0.0.1:1?tls=false',
    MONGODB_URL: 'mongodb://u:secret@127.0.0.1:1/shop',
    NATS_URL: `nats://secret@127.0.0.1:${nats.port}`,
    DATA_DIR: dir,
  });
  await nats.close();
  assert.is(code, 2);
  const said = lines().map((line) => JSON.stringify(line));
  assert.is(said.length, 3, said.join('\n'));
  assert.match(said.join('\n'), /EVENTSTORE_URL.*127\.0\.0\.1:1, which does not answer/);
  assert.match(said.join('\n'), /MONGODB_URL.*127\.0\.0\.1:1, which does not answer/);
  assert.match(said.join('\n'), /NATS_URL.*credentials that the server rejects/);
  assert.not.match(said.join('\n') + stderr, 'secret');
});

checking.run();
