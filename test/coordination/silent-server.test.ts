// Embedded only: its bytes are held.

import pTimeout from 'p-timeout';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStallWatch } from '../../async/stall-watch.ts';
import { openReadStore, type ReadStore } from '../../coordination/read-store.ts';
import { readModelUrl } from '../../packages/embedded-mongodb/src/read-model-url.ts';
import { eventually } from '../support/eventually.ts';
import { throughWire } from '../support/faults/through-wire.ts';
import { useMongoServer } from '../support/servers.ts';

const test = suite('a read store that falls silent or is closed');

/** In 25 seconds all have failed; the rest is for a busy machine. */
const limitMs = 100_000;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));
const failureOf = (call: Promise<unknown>): Promise<string> => call.then(() => 'no error', nameOf);

/** Makes a call of each kind at once. @returns the name of the error that each ends with */
const everyFailure = (store: ReadStore): Promise<string[]> => {
  const documents = store.collection<{ _id: string }>('documents');
  const calls = [
    documents.findOne(),
    documents.insertOne({ _id: 'a' }),
    store.ping(),
    store.names(),
    store.clock(),
  ];
  return Promise.all(calls.map(failureOf));
};

async function openWired() {
  const server = await useMongoServer();
  const { url, wire } = await throughWire(readModelUrl(server.url));
  const listener = { stalled: () => undefined, recovered: () => undefined, processPaused: () => undefined };
  const stalls = openStallWatch(listener, { limitMs: 500, everyMs: 50 });
  const store = await openReadStore({ url, database: 'silent', watch: stalls.watch });
  return {
    store,
    wire,
    stalls,
    async close() {
      await store.close();
      stalls.close();
      await wire.close();
      await server.close();
    },
  };
}

test('during the silence every command fails and is reported; afterwards all succeed', async () => {
  const { store, wire, stalls, close } = await openWired();
  const documents = store.collection<{ _id: string }>('documents');
  await documents.insertOne({ _id: 'before' });
  wire.freeze();
  const failures = everyFailure(store);
  await eventually('the commands are named', () => stalls.stalls()[0]?.part === 'mongodb');
  for (const failure of await pTimeout(failures, { milliseconds: limitMs })) assert.match(failure, /^Mongo/);
  wire.thaw();
  await eventually('it answers again', () => store.ping().then(() => true), 60_000);
  assert.equal(await documents.findOne({ _id: 'before' }), { _id: 'before' });
  await eventually('nothing is named any more', () => stalls.stalls().length === 0);
  await close();
});

test('after its end every command is refused at once, and no connection is opened', async () => {
  const { store, wire, close } = await openWired();
  const documents = store.collection<{ _id: string }>('documents');
  await documents.insertOne({ _id: 'before' });
  await store.close();
  await eventually('its connections are closed', () => wire.connections() === 0);
  // One that had waited for a server would fail with a MongoServerSelectionError.
  for (const failure of await everyFailure(store)) assert.is(failure, 'MongoNotConnectedError');
  assert.is(wire.connections(), 0);
  await close();
});

test.run();
