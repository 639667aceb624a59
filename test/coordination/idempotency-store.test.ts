import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openIdempotencyStore } from '../../coordination/idempotency-store.ts';
import { startReadStore, type TestReadStore } from '../projections/stores.ts';

const test = suite('idempotency store');
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

test('of many concurrent claims of a request one succeeds; the others wait for its response', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => open().begin('a', 'h')));
  assert.equal(begun.map(({ state }) => state).sort(), [...Array<string>(7).fill('in flight'), 'new']);
  for (const one of begun) if (one.state === 'new') await open().settle(one.claim, reply);
  assert.equal(await open().begin('a', 'h'), { state: 'answered', reply });
  assert.equal(await open().begin('a', 'other'), { state: 'other request' });
});

test('after a refusal the key may be used again, even for another request', async () => {
  await open().abandon(await claimed('b'));
  await claimed('b', 'other');
});

test('a request with an unknown outcome may be repeated at once, by one process, and the key takes no other', async () => {
  await open().release(await claimed('r'));
  assert.equal(await open().begin('r', 'other'), { state: 'other request' });
  const begun = await Promise.all(Array.from({ length: 8 }, () => open().begin('r', 'h')));
  assert.equal(begun.map(({ state }) => state).sort(), [...Array<string>(7).fill('in flight'), 'new']);
});

/** How the claim of a request in progress is seen. */
async function seen(id: string): Promise<string> {
  const begun = await open().begin(id, 'h');
  if (begun.state !== 'in flight') throw new Error(begun.state);
  return begun.seen;
}

test('an expired claim is taken over by one process', async () => {
  await claimed('c');
  const lapsed = await seen('c');
  assert.is((await open().begin('c', 'other', lapsed)).state, 'other request', 'it may have taken place');
  const begun = await Promise.all(Array.from({ length: 8 }, () => open().begin('c', 'h', lapsed)));
  assert.is(begun.filter(({ state }) => state === 'new').length, 1);
});

test('a renewed claim has not expired', async () => {
  const live = await claimed('live');
  const before = await seen('live');
  await open().renew(live);
  assert.is((await open().begin('live', 'h', before)).state, 'in flight');
  assert.is.not(await seen('live'), before);
});

test('a response is kept for a day from the first claim; then the key is free', async () => {
  await claimed('e');
  clock.now += 3_600_000;
  const begun = await open().begin('e', 'h', await seen('e'));
  if (begun.state !== 'new') throw new Error(begun.state);
  await open().settle(begun.claim, reply);
  clock.now += 23 * 3_600_000 - 1;
  assert.is((await open().begin('e', 'h')).state, 'answered');
  clock.now += 1;
  await claimed('e', 'other');
});

test('a process that lost its claim changes nothing', async () => {
  const late = await claimed('d');
  const begun = await open().begin('d', 'h', await seen('d'));
  if (begun.state !== 'new') throw new Error(begun.state);
  const before = await seen('d');
  await open().abandon(late);
  await open().release(late);
  await open().renew(late);
  await open().settle(late, { ...reply, body: 'late' });
  assert.is(await seen('d'), before);
  await open().settle(begun.claim, reply);
  await open().abandon(late);
  assert.equal(await open().begin('d', 'h'), { state: 'answered', reply });
});

test.run();
