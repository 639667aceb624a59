import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openReplies } from '../../projections/replies.ts';
import { startReadStore, type TestReadStore } from './stores.ts';

const test = suite('replies');
let reads: TestReadStore;
const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
const reply = { headers: { etag: '"1"' }, body: '{}' };

test.before(async () => {
  reads = await startReadStore();
});
test.after(() => reads.close());

const open = () => openReplies(reads.store, () => new Date(clock.now));

test('of many at once, one claims a request; the others wait for its answer', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => open().begin('a', 'h')));
  assert.equal(begun.map(({ state }) => state).sort(), [...Array<string>(7).fill('in flight'), 'new']);
  await open().settle('a', reply);
  assert.equal(await open().begin('a', 'h'), { state: 'answered', reply });
  assert.equal(await open().begin('a', 'other'), { state: 'other request' });
});

test('what came to nothing may be tried again', async () => {
  await open().begin('b', 'h');
  await open().abandon('b');
  assert.is((await open().begin('b', 'other')).state, 'new');
});

test('the claim of a process that died lapses after a minute, an answer after a day', async () => {
  await open().begin('c', 'h');
  clock.now += 60_000;
  assert.is((await open().begin('c', 'h')).state, 'in flight');
  clock.now += 1;
  assert.is((await open().begin('c', 'h')).state, 'new');
  await open().settle('c', reply);
  clock.now += 24 * 3_600_000;
  assert.is((await open().begin('c', 'h')).state, 'answered');
  clock.now += 1;
  assert.is((await open().begin('c', 'h')).state, 'new');
});

test.run();
