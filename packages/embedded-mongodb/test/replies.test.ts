import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { at, withServer } from '../../../test/support/mongodb.ts';

const test = suite<{ dir: string }>('mongodb: replies with many documents');
eachInDirectory(test);

const count = 300;
const text = 'x'.repeat(10_000);

test('a reply ends after a megabyte, and the next one goes on', async ({ dir }) => {
  await withServer(dir, async ({ client, all }) => {
    await all.insertMany([...Array(count).keys()].map((_id) => ({ _id, text })));
    const first = await client.db('test').command({ find: 'all', batchSize: count });
    assert.ok(Number(at(first, 'cursor', 'firstBatch', 'length')) <= 105);
    assert.is((await all.find({}, { batchSize: count }).toArray()).length, count);
  });
});

test('a single batch holds all documents', async ({ dir }) => {
  await withServer(dir, async ({ client, all }) => {
    await all.insertMany([...Array(count).keys()].map((_id) => ({ _id, text })));
    const only = await client.db('test').command({ find: 'all', batchSize: count, singleBatch: true });
    assert.is(at(only, 'cursor', 'firstBatch', 'length'), count);
  });
});

test('a document that is larger than a megabyte has a reply of its own', async ({ dir }) => {
  await withServer(dir, async ({ client, all }) => {
    await all.insertMany([1, 2].map((_id) => ({ _id, text: 'x'.repeat(3_000_000) })));
    const first = await client.db('test').command({ find: 'all' });
    assert.is(at(first, 'cursor', 'firstBatch', 'length'), 1);
    assert.is((await all.find().toArray()).length, 2);
  });
});

test.run();
