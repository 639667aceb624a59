import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openRateWindows } from '../../api/limits/rate-windows.ts';
import { openSharedWindows } from '../../api/limits/shared-windows.ts';
import { type Claim, openIdempotencyStore } from '../../coordination/idempotency-store.ts';
import { openRateLedger } from '../../coordination/rate-ledger.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { startReadStore, type TestReadStore } from '../projections/stores.ts';

const test = suite('small writes of many accounts');
const accounts = Array.from({ length: 100 }, (_, n) => `account ${n}`);
const reply = { headers: {}, body: '{}' };
const now = () => new Date('2026-01-01T00:00:00Z');

let reads: TestReadStore;
let watched: MongoClient;
const commands: string[] = [];

test.before(async () => {
  reads = await startReadStore();
  watched = new MongoClient(reads.url, { monitorCommands: true, useBigInt64: true });
  watched.on('commandStarted', ({ commandName }) => commands.push(commandName));
});
test.after(async () => {
  await watched.close();
  await reads.close();
});

/** The same store through a client that counts the commands it sends. */
const store = (): ReadStore => ({
  ...reads.store,
  named: (name) => watched.db(reads.database).collection(name),
});

async function commandsOf<T>(work: () => Promise<T>): Promise<{ result: T; sent: readonly string[] }> {
  await watched.db(reads.database).command({ ping: 1 });
  commands.length = 0;
  const result = await work();
  return { result, sent: commands.splice(0) };
}

test('100 concurrent requests of 100 keys take grants from the rate ledger with few commands', async () => {
  const clock = () => now().getTime();
  const windows = openSharedWindows(openRateWindows(clock), openRateLedger(store()), clock);
  const limit = { requests: 2, window_s: 60 };
  for (const [round, admitted] of [true, true, false].entries()) {
    const { result, sent } = await commandsOf(() =>
      Promise.all(accounts.map((name) => windows.admit(name, limit))),
    );
    assert.is(result.filter((standing) => standing.admitted).length, admitted ? 100 : 0, `round ${round}`);
    assert.ok(sent.length <= 6, `round ${round}: ${sent.join()}`);
  }
});

test('100 concurrent requests of 100 accounts are claimed and answered with few commands', async () => {
  const replies = openIdempotencyStore(store(), now);
  const claimed = await commandsOf(() => Promise.all(accounts.map((id) => replies.begin(id, 'h'))));
  const claims = claimed.result.flatMap((begun): Claim[] => (begun.state === 'new' ? [begun.claim] : []));
  assert.is(claims.length, 100);
  const settled = await commandsOf(() => Promise.all(claims.map((claim) => replies.settle(claim, reply))));
  // The first claim of a process forgets those of yesterday.
  assert.ok(claimed.sent.length <= 4, claimed.sent.join());
  assert.ok(settled.sent.length <= 2, settled.sent.join());
  for (const id of accounts)
    assert.equal(await replies.begin(id, 'h'), { state: 'answered', reply }, 'each has its own answer');
});

test('claims that are written together each have their own outcome', async () => {
  const replies = openIdempotencyStore(store(), now);
  const ids = accounts.map((id) => `mixed ${id}`);
  const taken = ids.filter((_, n) => n % 2 === 0);
  await Promise.all(taken.map((id) => openIdempotencyStore(store(), now).begin(id, 'h')));
  const begun = await Promise.all([...ids, ...ids].map((id) => replies.begin(id, 'h')));
  const fresh = ids.filter((id) => begun.some((one) => one.state === 'new' && one.claim.id === id));
  assert.equal(
    fresh,
    ids.filter((id) => !taken.includes(id)),
  );
  assert.is(begun.filter(({ state }) => state === 'new').length, 50, 'one claim for each');
  assert.is(begun.filter(({ state }) => state === 'in flight').length, 150);
});

test('claims, responses and abandoned claims are written together, each with its own outcome', async () => {
  const replies = openIdempotencyStore(store(), now);
  const begun = await Promise.all(['kept', 'given up'].map((id) => replies.begin(id, 'h')));
  const [kept, givenUp] = begun.flatMap((one) => (one.state === 'new' ? [one.claim] : []));
  assert.ok(kept && givenUp);
  const [, again, fresh] = await Promise.all([
    replies.settle(kept, reply),
    replies.begin('kept', 'other'),
    replies.begin('fresh', 'h'),
    replies.abandon(givenUp),
  ]);
  assert.equal([again.state, fresh.state], ['other request', 'new']);
  assert.is((await replies.begin('given up', 'other')).state, 'new');
});

test('a write that the store refuses fails alone', async () => {
  const replies = openIdempotencyStore(store(), now);
  const [large, ...others] = await Promise.all(
    ['large', 'b', 'c'].map((id) => replies.begin(`size ${id}`, 'h')),
  );
  const settle = (begun: typeof large, body: string) =>
    begun?.state === 'new' ? replies.settle(begun.claim, { headers: {}, body }) : Promise.reject(new Error());
  const settled = await Promise.allSettled([
    settle(large, 'x'.repeat(17 * 2 ** 20)),
    ...others.map((begun) => settle(begun, 'y')),
  ]);
  assert.equal(
    settled.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
  assert.is((await replies.begin('size b', 'h')).state, 'answered');
  assert.is((await replies.begin('size large', 'h')).state, 'in flight');
});

test.run();
