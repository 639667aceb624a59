import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, MongoClient, MongoServerError } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { createIndex, ids, type TestDocument } from '../../../test/support/mongodb.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';
import { readModelUrl } from '../src/read-model-url.ts';

const test = suite('mongodb: killed while writing');

/** More rounds with CRASH_ROUNDS. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? '1');
const writers = 64;
const batchSize = 20;
const entry = entryUrl('../src/bin', import.meta.url);

/** The acknowledged writes: values of counters, and batches by name. */
interface Acknowledged {
  readonly counters: Map<number, number>;
  readonly batches: Set<string>;
}

/** Increments a document of its own and writes batches, until the server is gone. */
async function write(all: Collection<TestDocument>, id: number, round: number, acknowledged: Acknowledged) {
  let n = acknowledged.counters.get(id) ?? 0;
  for (let turn = 0; ; turn++) {
    const next = await all.findOneAndUpdate(
      { _id: id },
      { $inc: { n: 1 }, $set: { key: `${id}-${n + 1}`, tags: [`at ${n + 1}`, `of ${id}`, 'all'] } },
      { upsert: true, returnDocument: 'after' },
    );
    n = Number(next?.['n']);
    acknowledged.counters.set(id, n);
    const batch = `${round}/${id}/${turn}`;
    const documents = [...Array(batchSize).keys()].map((i) => ({
      _id: `${batch}/${i}`,
      batch,
      key: `${batch}/${i}`,
    }));
    await all.insertMany(documents);
    acknowledged.batches.add(batch);
  }
}

async function check(all: Collection<TestDocument>, { counters, batches }: Acknowledged): Promise<void> {
  const stored = await all.find().sort({ _id: 1 }).toArray();
  const counted = new Map(stored.filter(({ n }) => n !== undefined).map(({ _id, n }) => [_id, Number(n)]));
  for (const [id, n] of counters) {
    const found = counted.get(id) ?? 0;
    assert.ok(found >= n, `counter ${id} is ${found}, acknowledged was ${n}`);
    assert.ok(found <= n + 1, `counter ${id} is ${found}, no more than ${n + 1} were asked for`);
    counters.set(id, found);
  }
  const sizes = new Map<unknown, number>();
  for (const { batch } of stored) if (batch !== undefined) sizes.set(batch, (sizes.get(batch) ?? 0) + 1);
  for (const batch of batches)
    assert.is(sizes.get(batch), batchSize, `the batch ${batch} was acknowledged and is not whole`);
  for (const hint of [{ key: 1 }, { batch: 1, _id: -1 }] as const) {
    const indexed = ids(await all.find().hint(hint).toArray());
    assert.is(indexed.length, stored.length);
    assert.equal(new Set(indexed), new Set(ids(stored)));
  }
  for (const prefix of ['all', 'at ', 'of ']) {
    const tagged = ids(
      await all
        .find({ tags: { $regex: `^${prefix}` } })
        .hint({ tags: 1 })
        .toArray(),
    );
    assert.equal(tagged.length, counted.size);
  }
  for (const [id, n] of counted) {
    const tagged = ids(
      await all
        .find({ tags: `of ${Number(id)}` })
        .hint({ tags: 1 })
        .toArray(),
    );
    assert.equal(tagged, [id]);
    const earlier = ids(
      await all
        .find({ tags: `at ${n - 1}` })
        .hint({ tags: 1 })
        .toArray(),
    );
    assert.not(earlier.includes(id), 'an entry of an earlier state is left');
  }
}

/** A refusal of the server has a number; a connection that breaks during a bulk write is an error with a name. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof MongoServerError && typeof failure.code === 'number';

test('no acknowledged write is lost, indexes agree with documents', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'mongodb-crash-'));
  const acknowledged: Acknowledged = { counters: new Map(), batches: new Set() };
  let written = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startInProcess(entry, { dir });
    // A write that is answered before it is on disk outlives the server, too.
    const url = round % 2 === 0 ? server.url : readModelUrl(server.url);
    const client = await MongoClient.connect(url, {
      retryWrites: false,
      serverSelectionTimeoutMS: 1000,
    });
    const all = client.db('crash').collection<TestDocument>('all');
    try {
      await createIndex(all, { key: 1 });
      await createIndex(all, { batch: 1, _id: -1 });
      await createIndex(all, { tags: 1 });
      await check(all, acknowledged);
      const failures = Promise.all(
        [...Array(writers).keys()].map((id) =>
          write(all, id, round, acknowledged).catch((error: unknown) => error),
        ),
      );
      const enough = written + 40 + Math.random() * 100;
      await eventually('some batches are acknowledged', () => acknowledged.batches.size > enough);
      await server.kill('SIGKILL');
      for (const failure of await failures) assert.not(isRefusal(failure), `refused: ${String(failure)}`);
    } finally {
      // Otherwise this process would stay, and a failure would show only when its time is over.
      await client.close();
      await server.kill('SIGKILL');
    }
    written = acknowledged.batches.size;
  }
  const server = await startInProcess(entry, { dir });
  const client = await MongoClient.connect(server.url);
  await check(client.db('crash').collection('all'), acknowledged);
  await client.close();
  assert.is(await server.kill('SIGTERM'), 0);
  await rm(dir, { recursive: true });
});

test.run();
