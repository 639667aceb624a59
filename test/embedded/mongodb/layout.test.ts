import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMongo } from '../../../embedded/mongodb/server.ts';

interface Entry {
  readonly _id: string;
  readonly account: string;
  readonly at: number;
  readonly text: string;
}

const test = suite<{ dir: string }>('mongodb: how documents lie in the file');
test.before.each(async (context) => {
  context.dir = await mkdtemp(join(tmpdir(), 'mongodb-layout-'));
});
test.after.each(({ dir }) => rm(dir, { recursive: true }));

const count = 5_000;
const textLength = 600;
/** Ids that fall anywhere among the others. */
const idOf = (n: number): string => String((n * 7_919) % count).padStart(24, '0');

test('documents lie in the order in which they came, and pages fill up under a list of the newest', async ({
  dir,
}) => {
  const server = await startMongo({ dir, port: 0 });
  const client = await MongoClient.connect(server.url);
  const all = client.db('test').collection<Entry>('all');
  await all.createIndex({ account: 1, at: -1, _id: -1 }, {}, undefined);
  const text = 'x'.repeat(textLength);
  for (let first = 0; first < count; first += 500)
    await all.insertMany(
      [...Array(500).keys()].map((n) => ({ _id: idOf(first + n), account: 'a', at: first + n, text })),
    );
  const found = await all.find().project<Pick<Entry, 'at'>>({ at: 1 }).toArray();
  assert.equal(
    found.map(({ at }) => at),
    [...Array(count).keys()],
  );
  const [newest] = await all.find().hint({ $natural: -1 }).limit(1).toArray();
  assert.is(newest?.at, count - 1);
  await client.close();
  await server.close();
  const bytes = statSync(join(dir, 'data.mdb')).size;
  // About 1,200 a document; where documents and the list grow into the same pages, it is 1,900.
  assert.ok(bytes < count * textLength * 2.5, `${bytes} bytes`);
});

test.run();
