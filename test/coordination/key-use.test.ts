import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openKeyUse } from '../../coordination/key-use.ts';
import { startReadStore, type TestReadStore } from '../projections/stores.ts';

const test = suite('key use');
let reads: TestReadStore;

test.before(async () => {
  reads = await startReadStore();
});
test.after(() => reads.close());

test('the last use is stored to the minute, and the latest of all processes counts', async () => {
  let now = new Date('2026-01-01T00:00:00.000Z');
  const [one, other] = [openKeyUse(reads.store, () => now), openKeyUse(reads.store, () => now)];
  one.record('a');
  now = new Date('2026-01-01T00:00:59.000Z');
  one.record('a');
  await one.close();
  assert.equal([...(await other.lastUsed(['a', 'b']))], [['a', '2026-01-01T00:00:00.000Z']]);
  now = new Date('2026-01-01T00:05:00.000Z');
  other.record('a');
  now = new Date('2026-01-01T00:03:00.000Z');
  one.record('a');
  await other.close();
  await one.close();
  assert.equal([...(await one.lastUsed(['a']))], [['a', '2026-01-01T00:05:00.000Z']]);
});

test('a use that is not written yet is shown at once', async () => {
  const use = openKeyUse(reads.store);
  use.record('c');
  assert.ok((await use.lastUsed(['c'])).has('c'));
  await use.close();
});

test.run();
