import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { createIndex, ids, withServer } from '../../../test/support/mongodb.ts';

const test = suite<{ dir: string }>('mongodb: the layout of documents in the file');
eachInDirectory(test);

const count = 5_000;
const textLength = 600;
/** Ids in random order. */
const idOf = (n: number): string => String((n * 7_919) % count).padStart(24, '0');

test('documents are stored in the order in which they came, and pages fill up beside an index of the newest', async ({
  dir,
}) => {
  const text = 'x'.repeat(textLength);
  await withServer(dir, async ({ all }) => {
    await createIndex(all, { account: 1, at: -1, _id: -1 });
    for (let first = 0; first < count; first += 500)
      await all.insertMany(
        [...Array(500).keys()].map((n) => ({ _id: idOf(first + n), account: 'a', at: first + n, text })),
      );
    const order = [...Array(count).keys()].map(idOf);
    assert.equal(ids(await all.find().project({ _id: 1 }).toArray()), order);
    assert.equal(ids(await all.find().hint({ $natural: -1 }).limit(2).toArray()), order.slice(-2).reverse());
  });
  const bytes = statSync(join(dir, 'data.mdb')).size;
  // About 1,340 bytes a document; if documents and the index shared their pages, 1,900.
  assert.ok(bytes < count * textLength * 2.5, `${bytes} bytes`);
});

test('an index that grows at its end fills its pages, whatever is behind it', async ({ dir }) => {
  const grown = async (folder: string, others: readonly Record<string, 1>[]) => {
    const path = join(dir, folder);
    mkdirSync(path);
    await withServer(path, async ({ all }) => {
      await createIndex(all, { account: 1, at: 1, _id: 1 });
      for (const other of others) await createIndex(all, other);
      for (let first = 0; first < count; first += 500)
        await all.insertMany(
          [...Array(500).keys()].map((n) => ({ _id: idOf(first + n), account: 'a', at: first + n })),
        );
    });
    return statSync(join(path, 'data.mdb')).size;
  };
  const alone = await grown('alone', []);
  const beside = await grown('beside', [{ at: 1, account: 1, _id: 1 }]);
  // An entry has about 70 bytes: half-empty pages would take twice as many.
  assert.ok(beside - alone < count * 100, `${beside - alone} bytes`);
});

test.run();
