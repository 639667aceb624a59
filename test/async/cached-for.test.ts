import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cachedFor } from '../../async/cached-for.ts';

const test = suite('cachedFor');

test('calls share a read in progress, and its result until it expires', async () => {
  let [now, reads] = [0, 0];
  const read = cachedFor(
    1_000,
    () => Promise.resolve(++reads),
    () => now,
  );
  assert.equal(await Promise.all([read(), read()]), [1, 1]);
  now = 999;
  assert.is(await read(), 1);
  now = 1_000;
  assert.is(await read(), 2);
});

test('a failure is not cached', async () => {
  let reads = 0;
  const read = cachedFor(1_000, () =>
    ++reads === 1 ? Promise.reject(new Error('no')) : Promise.resolve('yes'),
  );
  const failed = await read().catch((error: unknown) => error);
  assert.instance(failed, Error);
  assert.is(await read(), 'yes');
});

test.run();
