import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { documentCounts, placeOf } from '../src/storage/place.ts';
import { Store } from '../src/storage/store.ts';

const test = suite<{ dir: string }>('mongodb: counting the documents of a collection');
eachInDirectory(test);

const tree = (number: number) => ({ documents: Buffer.of(0, 0, 0, number) });

/** The counts of a collection with documents at these numbers, between two other collections. */
async function countsOf(dir: string, numbers: readonly number[]): Promise<number[]> {
  const store = new Store(dir);
  await store.write(() => {
    for (const number of numbers) store.put(placeOf(tree(2), number), Buffer.of(1));
    for (const other of [1, 3]) store.put(placeOf(tree(other), 5), Buffer.of(1));
  });
  const counts = [...documentCounts(store, tree(2))];
  await store.close();
  return counts;
}

test('counts some at a time', async ({ dir }) => {
  const counts = await countsOf(dir, [...Array(25_000).keys()]);
  assert.equal(counts, [10_000, 10_000, 5_000]);
});

test('passes over numbers that no document has', async ({ dir }) => {
  assert.equal(await countsOf(dir, [3, 4, 7e9, 2 ** 48 - 1]), [2, 1, 1]);
});

test('counts nothing of an empty collection', async ({ dir }) => {
  assert.equal(await countsOf(dir, []), []);
});

test.run();
