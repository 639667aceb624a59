import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CheckpointDocument, readPositions } from '../../coordination/leases/checkpoints.ts';
import { runAsLeader } from '../../coordination/leases/leader-election.ts';
import { Fenced, type Lease, openLeases } from '../../coordination/leases/leases.ts';
import { Session, sessionsOf } from '../../coordination/leases/session.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { startReadStore, type TestReadStore } from '../projections/stores.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('coordination/leases');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());

/** The same store, with the commands counted that write several documents at once. */
function counting(store: ReadStore): { store: ReadStore; commands: () => number } {
  let count = 0;
  function named<T extends { _id: string }>(name: string) {
    const collection = store.named<T>(name);
    const original = collection.bulkWrite.bind(collection);
    const bulkWrite = (...args: Parameters<typeof original>) => {
      count++;
      return original(...args);
    };
    return Object.assign(collection, { bulkWrite });
  }
  return { store: { ...store, named }, commands: () => count };
}

/** The same store, with a function before each update of one document. */
function beforeUpdates(store: ReadStore, before: () => void): ReadStore {
  function named<T extends { _id: string }>(name: string) {
    const collection = store.named<T>(name);
    const original = collection.updateOne.bind(collection);
    const updateOne = async (...args: Parameters<typeof original>) => {
      before();
      return original(...args);
    };
    return Object.assign(collection, { updateOne });
  }
  return { ...store, named };
}

function countingUpdates(store: ReadStore) {
  let count = 0;
  return { store: beforeUpdates(store, () => count++), count: () => count };
}

function failingUpdates(store: ReadStore) {
  let fails = false;
  const before = (): void => {
    const isRefused = fails;
    fails = false;
    if (isRefused) throw new Error('refused');
  };
  return { store: beforeUpdates(store, before), failNext: () => void (fails = true) };
}

/** The same store, whose answers to who asks for a lease come after something else. */
function answering(store: ReadStore, after: () => Promise<void>): ReadStore {
  function named<T extends { _id: string }>(name: string) {
    const collection = store.named<T>(name);
    const original = collection.findOneAndUpdate.bind(collection);
    const findOneAndUpdate = async (...args: Parameters<typeof original>) => {
      const found = await original(...args);
      await after();
      return found;
    };
    return Object.assign(collection, { findOneAndUpdate });
  }
  return { ...store, named };
}

async function refused(attempt: Promise<unknown>): Promise<void> {
  await attempt.then(
    () => assert.unreachable('it was not refused'),
    (error: unknown) => assert.instance(error, Fenced),
  );
}

test('one process holds a lease until it releases it', async () => {
  const leases = openLeases(server.store);
  const first = await leases.acquire('held');
  assert.ok(first);
  assert.is(await leases.acquire('held'), null);
  await first.release();
  assert.ok(await leases.acquire('held'));
});

test('of many concurrent requests for a lease one succeeds', async () => {
  const asking = Array.from({ length: 10 }, () => openLeases(server.store).acquire('contended'));
  assert.is((await Promise.all(asking)).filter(Boolean).length, 1);
});

test('a position is moved by its owner, and the next owner continues from it', async () => {
  const leases = openLeases(server.store);
  const lease = await leases.acquire('moved');
  assert.is(lease?.position, null);
  const far = 2n ** 60n + 1n;
  await lease?.move(null, 5n);
  await lease?.move(5n, far);
  assert.equal(await readPositions(server.store, ['moved', 'unheard of']), new Map([['moved', far]]));
  await lease?.release();
  const next = await leases.acquire('moved');
  assert.is(next?.position, far);
  if (next) await refused(next.move(5n, 6n));
});

test('an owner that does not renew in time is fenced by the next', async () => {
  const stale = await openLeases(server.store, { leaseMs: 30 }).acquire('fenced');
  assert.ok(stale);
  const next = await eventually('the lease runs out', () => openLeases(server.store).acquire('fenced'));
  await refused(stale.renew());
  await refused(stale.move(null, 9n));
  await stale.release();
  await next.renew();
  assert.equal(await readPositions(server.store, ['fenced']), new Map([['fenced', null]]));
});

test('the owner of a removed checkpoint cannot move a new checkpoint of the same name', async () => {
  const leases = openLeases(server.store);
  const stale = await leases.acquire('made anew');
  assert.ok(stale);
  await server.store.named('_checkpoints').deleteOne({ _id: 'made anew' });
  const next = await openLeases(server.store).acquire('made anew');
  assert.ok(next);
  await refused(stale.move(null, 9n));
  await stale.release();
  assert.is(await leases.acquire('made anew'), null);
  await next.move(null, 1n);
});

test('concurrent writes of many owners need few commands; only an owner that lost its lease is refused', async () => {
  const { store, commands } = counting(server.store);
  const leases = openLeases(store);
  const ids = Array.from({ length: 12 }, (_, n) => `together-${n}`);
  const acquired = await Promise.all(ids.map((id) => leases.acquire(id)));
  const held = acquired.filter((lease) => lease !== null);
  const [lost, ...others] = held;
  assert.ok(lost);
  assert.is(others.length, ids.length - 1);

  await Promise.all(held.flatMap((one) => [one.renew(), one.move(null, 7n)]));
  assert.ok(commands() < held.length / 2, `${commands()} commands`);
  assert.equal(new Set((await readPositions(server.store, ids)).values()), new Set([7n]));

  await lost.release();
  const next = await openLeases(server.store).acquire(lost.id);
  await Promise.all([
    refused(lost.renew()),
    refused(lost.move(7n, 8n)),
    ...others.flatMap((one) => [one.renew(), one.move(7n, 8n)]),
  ]);
  assert.ok(commands() < held.length, `${commands()} commands`);
  assert.is(next?.position, 7n);
  const [first, ...rest] = (await readPositions(server.store, ids)).values();
  assert.equal([first, new Set(rest)], [7n, new Set([8n])]);
});

test('a move from a position that is not the stored one is refused, even among concurrent writes', async () => {
  const leases = openLeases(server.store);
  const [wrong, right] = [await leases.acquire('wrong'), await leases.acquire('right')];
  assert.ok(wrong && right);
  await Promise.all([refused(wrong.move(1n, 2n)), right.move(null, 2n), wrong.renew()]);
  assert.equal(
    await readPositions(server.store, ['wrong', 'right']),
    new Map([
      ['wrong', null],
      ['right', 2n],
    ]),
  );
});

/** When a lease runs out unless it is renewed, in epoch milliseconds. */
async function endOfLease(id: string): Promise<number> {
  const checkpoint = await server.store.named<CheckpointDocument>('_checkpoints').findOne({ _id: id });
  const session = await sessionsOf(server.store).findOne({ _id: checkpoint?.owner ?? '' });
  return Date.parse(session?.until ?? '');
}

test('a leader keeps its lease while it works, and the next leads as soon as it ends', async () => {
  const leases = openLeases(server.store, { leaseMs: 2_000 });
  const { signal } = new AbortController();
  const told: string[] = [];
  let end: (() => void) | null = null;
  const first = runAsLeader({ leases, id: 'led', signal }, async (lease) => {
    told.push('first leads');
    await lease.move(null, 1n);
    await new Promise<void>((resolve) => (end = resolve));
    told.push('first ends');
  });
  const finish = await eventually('the first leads', () => end);
  const second = runAsLeader({ leases, id: 'led', signal }, async ({ position }) => {
    told.push(`second leads from ${position ?? 'the start'}`);
  });
  const firstEnd = await endOfLease('led');
  await eventually('it lasts longer', async () => (await endOfLease('led')) > firstEnd);
  finish();
  await Promise.all([first, second]);
  assert.equal(told, ['first leads', 'first ends', 'second leads from 1']);
});

test('a lease whose request took longer than its duration is not held', async () => {
  const others = openLeases(server.store);
  let taken: Lease | null = null;
  // As if this process, or the store, had been asleep before the answer came.
  const store = answering(server.store, async () => {
    taken ??= await eventually('it runs out', () => others.acquire('late'));
  });
  const { signal } = new AbortController();
  const held: boolean[] = [];
  const leading = runAsLeader(
    { leases: openLeases(store, { leaseMs: 100 }), id: 'late', signal },
    async (_, working, isHeld) => {
      held.push(isHeld());
      await eventually('it is told', () => working.aborted);
    },
  );
  await refused(leading);
  assert.equal(held, [false]);
});

test('the signal ends the wait for a lease', async () => {
  const leases = openLeases(server.store);
  assert.ok(await leases.acquire('waited for'));
  const stop = new AbortController();
  const waiting = runAsLeader({ leases, id: 'waited for', signal: stop.signal }, async () => {
    throw new Error('it is not free');
  });
  stop.abort();
  await waiting;
});

test('a leader that lost its lease is notified, and does not release that of its successor', async () => {
  const leases = openLeases(server.store, { leaseMs: 100 });
  const others = openLeases(server.store);
  const { signal } = new AbortController();
  const leading = runAsLeader({ leases, id: 'lost', signal }, async (lease, working) => {
    // As if it had been asleep: the lease is over, and somebody else takes it between two renewals.
    await eventually('somebody else takes it', async () => {
      await lease.release();
      return others.acquire('lost');
    });
    await eventually('it is told', () => working.aborted);
  });
  await refused(leading);
  assert.is(await others.acquire('lost'), null);
});

test('the leases of a process are renewed with one write', async () => {
  const { store, count } = countingUpdates(server.store);
  const leases = openLeases(store);
  const acquired = await Promise.all(['one', 'two', 'three'].map((id) => leases.acquire(`shared-${id}`)));
  const held = acquired.filter((lease) => lease !== null);
  assert.is(held.length, 3);
  const before = count();
  await Promise.all(held.map((lease) => lease.renew()));
  assert.is(count() - before, 1);
});

test('given a failed release, when the session is renewed, then another process can take the lease', async () => {
  const { store, failNext } = failingUpdates(server.store);
  const session = new Session(store, { leaseMs: 60_000 });
  const lease = await openLeases(store, { session }).acquire('kept');
  assert.ok(lease);
  failNext();
  await lease.release().then(
    () => assert.unreachable('it was released'),
    () => undefined,
  );
  const others = openLeases(server.store);
  assert.is(await others.acquire('kept'), null);
  await session.renew();
  assert.ok(await eventually('it is free', () => others.acquire('kept')));
});

test('given a session that is gone, when it is renewed, then another session begins, and callers learn it once', async () => {
  const session = new Session(server.store, { leaseMs: 60_000 });
  const isAnother: boolean[] = [];
  session.onRenewal(async (is) => void isAnother.push(is));
  await session.renew();
  await session.renew();
  assert.equal(isAnother, [false, false], 'the first session replaces none');
  await sessionsOf(server.store).deleteMany({});
  await session.renew();
  await session.renew();
  assert.equal(isAnother, [false, false, true, false]);
  await session.end();
});

test('given a lease of an earlier release, then it is held until its time is over', async () => {
  const checkpoints = server.store.named<CheckpointDocument>('_checkpoints');
  const ends = (inMs: number) => new Date(Date.now() + inMs).toISOString();
  const former = { epoch: 3, owner: 'somebody', position: 9n };
  await checkpoints.insertOne({ _id: 'former', ...former, lease_until: ends(60_000) });
  const leases = openLeases(server.store);
  assert.is(await leases.acquire('former'), null);
  await checkpoints.updateOne({ _id: 'former' }, { $set: { lease_until: ends(-1) } });
  const lease = await leases.acquire('former');
  assert.equal([lease?.position, lease?.isFirst], [9n, false]);
  assert.is((await checkpoints.findOne({ _id: 'former' }))?.lease_until, undefined, 'nor is it free for it');
});

test('given a killed process that embedded the store, when its successor starts, then its leases are free', async () => {
  const embedding = () => new Session(server.store, { leaseMs: 60_000, embedsStore: true });
  assert.ok(await openLeases(server.store, { session: embedding() }).acquire('embedded'));
  assert.is(await openLeases(server.store).acquire('embedded'), null);
  assert.ok(await openLeases(server.store, { session: embedding() }).acquire('embedded'));
});

test.run();
