import { LRUCache } from 'lru-cache';
import { suite } from 'uvu';
import { purgingExpired } from '../../async/purge-expired.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('async/purge-expired');

test('expired entries are removed from the cache, even if they are never requested', async () => {
  const cache = new LRUCache<string, string>({ max: 10, ttl: 20 });
  const purgeLater = purgingExpired(cache, 10);
  for (const name of ['a', 'b']) {
    cache.set(name, 'answers');
    purgeLater();
    await eventually(`${name} is gone`, () => cache.size === 0, 2_000);
  }
});

test.run();
