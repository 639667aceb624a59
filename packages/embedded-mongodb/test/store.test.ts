import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { Store } from '../src/storage/store.ts';

const test = suite<{ dir: string }>('mongodb: the store');
eachInDirectory(test);

const key = (name: string): Buffer => Buffer.from(name);

test('writes that share a commit are undone one by one, and see the earlier ones', async ({ dir }) => {
  const store = new Store(dir);
  const put = (name: string): void => store.put(key(name), key(name));
  const outcomes = await Promise.allSettled([
    store.write(() => put('first')),
    store.write(() => {
      put('second');
      throw new Error('refused');
    }),
    store.write(() => {
      put('third');
      return [store.get(key('first')), store.get(key('second'))].map(String);
    }),
  ]);
  assert.equal(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
    [undefined, 'Error: refused', ['first', 'undefined']],
  );
  assert.is(store.get(key('second')), undefined);
  assert.ok(store.get(key('third')));
  await store.close();
});

test('a single refused write leaves nothing, and closing waits for writes under way', async ({ dir }) => {
  const store = new Store(dir);
  const refused = store.write(() => {
    store.put(key('refused'), key('refused'));
    throw new Error('refused');
  });
  assert.match(await refused.catch(String), 'refused');
  const written = store.write(() => store.put(key('last'), key('last')));
  await store.close();
  await written;
  const again = new Store(dir);
  assert.is(again.get(key('refused')), undefined);
  assert.is(String(again.get(key('last'))), 'last');
  await again.close();
});

test.run();
