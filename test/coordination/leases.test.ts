import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readPositions } from '../../coordination/leases/checkpoints.ts';
import { runAsLeader } from '../../coordination/leases/leader-election.ts';
import { Fenced, type Lease } from '../../coordination/leases/lease.ts';
import type { CheckpointDocument } from '../../coordination/leases/lease-documents.ts';
import { sessionsOf } from '../../coordination/leases/lease-documents.ts';
import { openLeases } from '../../coordination/leases/leases.ts';
import { Session } from '../../coordination/leases/session.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { startReadStore, type TestReadStore } from '../projections/stores.ts';
import { eventually } from '../support/eventually.ts';
import { moveTo } from '../support/move-to.ts';

const test = suite('coordination/leases');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());

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

const positionsOf = (...ids: string[]) => readPositions(server.store, ids);

test('a position is moved by its owner, and the next owner continues from it', async () => {
  const leases = openLeases(server.store);
  const lease = await leases.acquire('moved');
  assert.is(lease?.position, null);
  const far = 2n ** 60n + 1n;
  await moveTo(lease, 5n);
  await moveTo(lease, far);
  assert.equal(await positionsOf('moved', 'unheard of'), new Map([['moved', far]]));
  await lease?.release();
  assert.equal(await positionsOf('moved'), new Map([['moved', far]]));
  assert.is((await leases.acquire('moved'))?.position, far);
});

test('a position that is not stored yet is stored by the release', async () => {
  const lease = await openLeases(server.store).acquire('reached');
  lease?.advance(7n, 'soon');
  await lease?.release();
  assert.equal(await positionsOf('reached'), new Map([['reached', 7n]]));
});

test('an owner that does not renew in time is fenced by the next, which continues from its last position', async () => {
  const stale = await openLeases(server.store, { leaseMs: 30 }).acquire('fenced');
  await moveTo(stale, 5n);
  assert.ok(stale);
  const next = await eventually('the lease runs out', () => openLeases(server.store).acquire('fenced'));
  assert.is(next.position, 5n);
  await refused(stale.renew());
  assert.ok(stale.lost.aborted);
  await refused(moveTo(stale, 9n));
  await stale.release();
  await next.renew();
  assert.equal(await positionsOf('fenced'), new Map([['fenced', 5n]]));
});

test('the owner of a removed checkpoint cannot move a new checkpoint of the same name', async () => {
  const leases = openLeases(server.store);
  const stale = await leases.acquire('made anew');
  await server.store.named('_checkpoints').deleteOne({ _id: 'made anew' });
  const next = await openLeases(server.store).acquire('made anew');
  await moveTo(stale, 9n);
  assert.equal(await positionsOf('made anew'), new Map([['made anew', null]]));
  await stale?.release();
  assert.is(await leases.acquire('made anew'), null);
  await moveTo(next, 1n);
  assert.equal(await positionsOf('made anew'), new Map([['made anew', 1n]]));
});

test('the positions of all readers of a process are stored with one write', async () => {
  const { store, count } = countingUpdates(server.store);
  const session = new Session(store, { leaseMs: 60_000 });
  const leases = openLeases(store, { session });
  const ids = Array.from({ length: 12 }, (_, n) => `together-${n}`);
  const held = await Promise.all(ids.map((id) => leases.acquire(id)));
  const before = count();
  for (const lease of held) lease?.advance(7n, 'now');
  await eventually('they are stored', async () => new Set((await positionsOf(...ids)).values()).has(7n));
  assert.equal(new Set((await positionsOf(...ids)).values()), new Set([7n]));
  assert.is(count() - before, 1);
  await session.end();
});

test('given a process that is alone, then its positions go with the renewals of its session', async () => {
  const other = await startReadStore();
  try {
    const { store, count } = countingUpdates(other.store);
    const session = new Session(store, { leaseMs: 60_000 });
    const lease = await openLeases(store, { session }).acquire('alone');
    await session.live();
    const before = count();
    lease?.advance(7n, 'now');
    await session.renew();
    assert.equal(await readPositions(store, ['alone']), new Map([['alone', 7n]]));
    assert.is(count() - before, 1);
    assert.not(session.positions.isPending);
  } finally {
    await other.close();
  }
});

test('given a checkpoint that another process has reset, then its former owner begins at the start of the log', async () => {
  const session = new Session(server.store, { leaseMs: 60_000 });
  const [leases, others] = [openLeases(server.store, { session }), openLeases(server.store)];
  const former = await leases.acquire('reset');
  await moveTo(former, 9n);
  await former?.release();
  const resetting = await others.acquire('reset');
  assert.is(resetting?.position, 9n);
  await resetting?.reset();
  await resetting?.release();
  assert.is((await leases.acquire('reset'))?.position, null);
  assert.equal(await positionsOf('reset'), new Map([['reset', null]]));
});

test('given an end of a dead session that was interrupted, when another process ends it, then no position is lost', async () => {
  const dead = new Session(server.store, { leaseMs: 1 });
  const lease = await openLeases(server.store, { session: dead }).acquire('interrupted');
  await moveTo(lease, 9n);
  const ended = { $set: { ended: true as const } };
  await sessionsOf(server.store).updateOne({ _id: dead.id ?? '' }, ended);
  assert.ok(lease);
  await refused(lease.renew());
  assert.is((await openLeases(server.store).acquire('interrupted'))?.position, 9n);
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
    await moveTo(lease, 1n);
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

test('given an acquisition whose reply is lost, when the session is renewed, then another process can take the lease', async () => {
  const store = answering(server.store, () => Promise.reject(new Error('the reply is lost')));
  const session = new Session(store, { leaseMs: 60_000 });
  await openLeases(store, { session })
    .acquire('unheard')
    .then(
      () => assert.unreachable('the reply came'),
      () => undefined,
    );
  const others = openLeases(server.store);
  assert.is(await others.acquire('unheard'), null);
  await session.renew();
  assert.ok(await eventually('it is free', () => others.acquire('unheard')));
});

test('given a lost reply and a release that fails, when the session is renewed again, then another process can take the lease', async () => {
  const { store: failing, failNext } = failingUpdates(server.store);
  const store = answering(failing, () => Promise.reject(new Error('the reply is lost')));
  const session = new Session(server.store, { leaseMs: 60_000 });
  await openLeases(store, { session })
    .acquire('unheard twice')
    .catch(() => undefined);
  failNext();
  await session.renew();
  const others = openLeases(server.store);
  const acquired = await eventually('it is free', async () => {
    await session.renew();
    return others.acquire('unheard twice');
  });
  assert.ok(acquired);
});

test('given an acquisition that is repeated after its reply was lost, then its lease is not freed', async () => {
  let isLost = true;
  const store = answering(server.store, async () => {
    if (isLost) throw new Error('the reply is lost');
  });
  const session = new Session(store, { leaseMs: 60_000 });
  const leases = openLeases(store, { session });
  await leases.acquire('repeated').catch(() => undefined);
  isLost = false;
  const lease = await leases.acquire('repeated');
  assert.ok(lease);
  await session.renew();
  await lease.save();
  assert.is(await openLeases(server.store).acquire('repeated'), null);
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
  const embedding = () => new Session(server.store, { leaseMs: 60_000, embedder: 'own' });
  assert.ok(await openLeases(server.store, { session: embedding() }).acquire('embedded'));
  assert.is(await openLeases(server.store).acquire('embedded'), null);
  assert.ok(await openLeases(server.store, { session: embedding() }).acquire('embedded'));
});

test.run();
