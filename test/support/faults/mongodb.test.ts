import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../eventually.ts';
import { openReplicaSet, type ReplicaSet } from './mongodb-replica-set.ts';

interface Numbered {
  readonly _id: string;
  readonly n: number;
}

interface Context {
  dir: string;
  set: ReplicaSet;
  client: MongoClient;
}

const test = suite<Context>('faults/mongodb');

test.before.each(async (context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'formlog-faults-'));
  context.set = await openReplicaSet({ dir: context.dir });
  context.client = await MongoClient.connect(context.set.url, { heartbeatFrequencyMS: 500 });
});
test.after.each(async ({ dir, set, client }) => {
  await client.close();
  await set.close();
  rmSync(dir, { recursive: true });
});

const collectionOf = (client: MongoClient, concern: object = { w: 'majority' }) =>
  client.db('test').collection<Numbered>('all', { writeConcern: concern });
const idsIn = async (client: MongoClient, options = {}) =>
  (await collectionOf(client).find({}, options).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

test('a rollback loses a write with w:1, and never one with a majority', async ({ set, client }) => {
  await collectionOf(client).insertOne({ _id: 'a majority has it', n: 1 });
  set.lag(Infinity);
  await collectionOf(client, { w: 1 }).insertOne({ _id: 'one has it', n: 2 });
  const asked = collectionOf(client).insertOne({ _id: 'waits for a majority', n: 3 });
  asked.catch(() => undefined);
  assert.is(await Promise.race([asked, delay(100, 'silence')]), 'silence');
  assert.equal(await idsIn(client), ['a majority has it', 'one has it', 'waits for a majority']);
  assert.equal(await idsIn(client, { readConcern: 'majority' }), ['a majority has it']);

  const former = set.primary();
  assert.is(await set.stepDown({ forMs: 50 }), 2);
  assert.is.not(set.primary(), former);
  set.lag(0);
  // The driver was told that it may try again, and did so on the new primary.
  await asked;
  assert.equal(await idsIn(client), ['a majority has it', 'waits for a majority']);
});

test('a graceful step-down loses nothing, and the driver goes on by itself', async ({ set, client }) => {
  set.lag(50);
  const all = collectionOf(client, { w: 1 });
  for (let n = 0; n < 20; n++) await all.insertOne({ _id: String(n).padStart(2, '0'), n });
  assert.is(await set.stepDown({ isGraceful: true }), 0);
  await all.updateOne({ _id: '00' }, { $set: { n: 100 } });
  assert.is((await idsIn(client)).length, 20);
});

test('while there is no primary, writes wait for one', async ({ set, client }) => {
  const all = collectionOf(client);
  await all.insertOne({ _id: 'before', n: 0 });
  const election = set.stepDown({ forMs: 200 });
  const began = performance.now();
  await all.insertOne({ _id: 'meanwhile', n: 1 });
  assert.ok(performance.now() - began >= 150);
  await election;
  assert.equal(await idsIn(client), ['before', 'meanwhile']);
});

test('a write whose answer was lost took place once: the driver repeats it under its number', async ({
  set,
  client,
}) => {
  const all = collectionOf(client);
  await all.insertOne({ _id: 'counter', n: 0 });
  set.loseAnswers(true);
  const lost = all.updateOne({ _id: 'counter' }, { $inc: { n: 1 } });
  lost.catch(() => undefined);
  await eventually('it took place', async () => (await all.findOne({ _id: 'counter' }))?.n === 1);
  set.loseAnswers(false);
  await lost.catch(() => undefined);
  assert.equal(await all.findOne({ _id: 'counter' }), { _id: 'counter', n: 1 });
});

test('connections that are cut or frozen are open again later', async ({ set, client }) => {
  const all = collectionOf(client);
  await all.insertOne({ _id: 'first', n: 0 });
  for (const { wire } of set.members) wire.cut();
  await eventually('it works again', () =>
    all.replaceOne({ _id: 'first' }, { n: 1 }, { upsert: true }).catch(() => null),
  );
  const { wire } = set.primary();
  wire.freeze();
  const held = all.insertOne({ _id: 'held', n: 1 });
  assert.is(await Promise.race([held, delay(50, 'silence')]), 'silence');
  wire.thaw();
  await held;
});

test.run();
