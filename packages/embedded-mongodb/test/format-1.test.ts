import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { createIndex, ids, withServer } from '../../../test/support/mongodb.ts';
import { Catalog } from '../src/storage/catalog.ts';
import { Documents } from '../src/storage/documents.ts';
import { Store } from '../src/storage/store.ts';
import { encode } from '../src/wire/encode.ts';
import { RawDocument } from '../src/wire/raw-document.ts';
import { doc } from '../src/wire/value.ts';

const test = suite<{ dir: string }>('mongodb: indexes of format 1');
eachInDirectory(test);

const key = (fields: Record<string, number>) => doc({ ...fields });

/** Stores a collection in format 1, whose keys end with the `_id` even if the fields include it. */
async function storeFormat1(dir: string, count: number): Promise<void> {
  const store = new Store(dir);
  const spec = (name: string, fields: Record<string, number>) => doc({ v: 2, key: key(fields), name });
  const indexes = [
    doc({ tree: 2, spec: spec('_id_', { _id: 1 }) }),
    doc({ tree: 3, spec: spec('at_1__id_1', { at: 1, _id: 1 }) }),
  ];
  await store.write(() => {
    store.put(Buffer.from('\0\0\0\0ctest.all'), encode(doc({ documents: 1, indexes })));
    store.put(Buffer.from('\0\0\0\0n'), Buffer.from([0, 0, 0, 4]));
    const documents = new Documents(store, new Catalog(store), 'test.all');
    for (let n = 0; n < count; n += 1) documents.insert(new RawDocument(encode(doc({ _id: n, at: n % 3 }))));
  });
  await store.close();
}

test('an index of format 1 is read and written, beside a new one', async ({ dir }) => {
  await storeFormat1(dir, 9);
  await withServer(dir, async ({ all }) => {
    const listed = () => all.find().sort({ at: 1, _id: 1 }).hint({ at: 1, _id: 1 }).toArray();
    assert.equal(ids(await listed()), [0, 3, 6, 1, 4, 7, 2, 5, 8]);
    await all.deleteOne({ _id: 3 });
    await all.updateOne({ _id: 8 }, { $set: { at: 0 } });
    assert.equal(ids(await listed()), [0, 6, 8, 1, 4, 7, 2, 5]);
    await createIndex(all, { at: -1, _id: -1 });
    const reversed = await all.find().sort({ at: -1, _id: -1 }).hint({ at: -1, _id: -1 }).toArray();
    assert.equal(ids(reversed), [5, 2, 7, 4, 1, 8, 6, 0]);
  });
});

test.run();
