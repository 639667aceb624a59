import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openIdempotencyStore } from '../../read-store/idempotency-store.ts';
import { startReadStore, type TestReadStore } from '../projections/stores.ts';

const test = suite('replies');
let reads: TestReadStore;
const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
const reply = { headers: { etag: '"1"' }, body: '{}' };

test.before(async () => {
  reads = await startReadStore();
});
test.after(() => reads.close());

const open = () => openIdempotencyStore(reads.store, () => new Date(clock.now));

/** Begins a request that nobody has claimed. */
async function claimed(id: string, hash = 'h') {
  const begun = await open().begin(id, hash);
  if (begun.state !== 'new') throw new Error(begun.state);
  return begun.claim;
}

test('of many at once, one claims a request; the others wait for its answer', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => open().begin('a', 'h')));
  assert.equal(begun.map(({ state }) => state).sort(), [...Array<string>(7).fill('in flight'), 'new']);
  for (const one of begun) if (one.state === 'new') await open().settle(one.claim, reply);
  assert.equal(await open().begin('a', 'h'), { state: 'answered', reply });
  assert.equal(await open().begin('a', 'other'), { state: 'other request' });
});

test('what was refused may be tried again, with another request too', async () => {
  await open().abandon(await claimed('b'));
  await claimed('b', 'other');
});

test('where nobody knows what came of a request, it alone may be made again, at once and by one', async () => {
  await open().release(await claimed('r'));
  assert.equal(await open().begin('r', 'other'), { state: 'other request' });
  const begun = await Promise.all(Array.from({ length: 8 }, () => open().begin('r', 'h')));
  assert.equal(begun.map(({ state }) => state).sort(), [...Array<string>(7).fill('in flight'), 'new']);
});

test('the claim of a process that died lapses after a minute, an answer after a day', async () => {
  await claimed('c');
  clock.now += 60_000;
  assert.is((await open().begin('c', 'h')).state, 'in flight');
  clock.now += 1;
  assert.is((await open().begin('c', 'other')).state, 'other request', 'it may have taken place');
  await open().settle(await claimed('c'), reply);
  clock.now += 24 * 3_600_000;
  assert.is((await open().begin('c', 'h')).state, 'answered');
  clock.now += 1;
  assert.is((await open().begin('c', 'h')).state, 'new');
});

test('a process that lost its claim changes nothing any more', async () => {
  const late = await claimed('d');
  clock.now += 60_001;
  const current = await claimed('d');
  await open().abandon(late);
  await open().release(late);
  await open().settle(late, { ...reply, body: 'late' });
  assert.is((await open().begin('d', 'h')).state, 'in flight');
  await open().settle(current, reply);
  await open().abandon(late);
  assert.equal(await open().begin('d', 'h'), { state: 'answered', reply });
});

test.run();
