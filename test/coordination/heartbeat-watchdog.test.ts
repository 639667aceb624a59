import { MongoClient, type ServerHeartbeatStartedEvent, type ServerHeartbeatSucceededEvent } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchHeartbeats } from '../../coordination/heartbeat-watchdog.ts';
import { startReadStore, type TestReadStore } from '../projections/stores.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('coordination/heartbeat-watchdog');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());

async function connected(limitMs: number) {
  const client = new MongoClient(server.url);
  const unwatch = watchHeartbeats(client, limitMs);
  // What the driver tells of its checks, to be told again.
  const begun = new Promise<ServerHeartbeatStartedEvent>((resolve) =>
    client.once('serverHeartbeatStarted', resolve),
  );
  const succeeded = new Promise<ServerHeartbeatSucceededEvent>((resolve) =>
    client.once('serverHeartbeatSucceeded', resolve),
  );
  await client.connect();
  let topologies = 0;
  client.on('topologyOpening', () => topologies++);
  return {
    client,
    events: { begun: await begun, succeeded: await succeeded },
    topologies: () => topologies,
    ping: () => client.db('x').command({ ping: 1 }),
    close: () => (unwatch(), client.close()),
  };
}

test('a client reconnects when a check of its server does not end, and its handles work again', async () => {
  const { client, events, topologies, ping, close } = await connected(50);
  const handle = client.db('x').collection<{ _id: string }>('kept');
  client.emit('serverHeartbeatStarted', events.begun);
  await eventually('it is connected anew', () => topologies() === 1);
  await eventually('it answers', () => ping().catch(() => null));
  await handle.insertOne({ _id: 'after' });
  assert.equal(await handle.findOne(), { _id: 'after' });
  await close();
});

test('a client does not reconnect after a check that ended', async () => {
  const { client, events, topologies, ping, close } = await connected(100);
  client.emit('serverHeartbeatStarted', events.begun);
  client.emit('serverHeartbeatSucceeded', events.succeeded);
  const since = performance.now();
  await eventually('longer than a check may take', () => performance.now() - since > 300);
  await ping();
  assert.is(topologies(), 0);
  await close();
});

test('a client that is closed while it reconnects stays closed', async () => {
  const { client, events, close } = await connected(50);
  const connect = client.connect.bind(client);
  let isConnected = false;
  Object.assign(client, {
    connect: async () => {
      await close();
      await connect();
      isConnected = true;
    },
  });
  let closedAfter = false;
  client.on('topologyClosed', () => (closedAfter = isConnected));
  client.emit('serverHeartbeatStarted', events.begun);
  await eventually('it is closed again', () => closedAfter);
});

test.run();
