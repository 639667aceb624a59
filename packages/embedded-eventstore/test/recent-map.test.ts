import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRecentMap } from '../src/storage/recent-map.ts';

const test = suite('event store: recent map');

test('keeps the last entries, and not all entries ever set', () => {
  const map = createRecentMap<number>(10);
  for (let n = 0; n < 1000; n++) {
    map.set(String(n), n);
    for (let back = 0; back < Math.min(10, n + 1); back++) assert.is(map.get(String(n - back)), n - back);
  }
  assert.is(map.get('979'), undefined);
});

test('an entry that is set again is recent again, with its new value', () => {
  const map = createRecentMap<string>(3);
  map.set('a', 'old');
  for (const key of ['b', 'c', 'd']) map.set(key, key);
  map.set('a', 'new');
  for (const key of ['e', 'f']) map.set(key, key);
  assert.is(map.get('a'), 'new');
});

test('is empty after clear', () => {
  const map = createRecentMap<number>(2);
  for (const key of ['a', 'b', 'c']) map.set(key, 1);
  map.clear();
  for (const key of ['a', 'b', 'c']) assert.is(map.get(key), undefined);
});

test.run();
