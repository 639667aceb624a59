import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fenced, openCheckpoints, readPositions } from '../../projections/checkpoints.ts';
import { lead } from '../../projections/lead.ts';
import { eventually } from '../support/eventually.ts';
import { startReadStore, type TestReadStore } from './stores.ts';

const test = suite('projections/checkpoints');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());

async function refused(attempt: Promise<void>): Promise<void> {
  await attempt.then(
    () => assert.unreachable('it was not refused'),
    (error: unknown) => assert.instance(error, Fenced),
  );
}

test('one holds a lease until it is given back', async () => {
  const checkpoints = openCheckpoints(server.store);
  const first = await checkpoints.acquire('held');
  assert.ok(first);
  assert.is(await checkpoints.acquire('held'), null);
  await first.release();
  assert.ok(await checkpoints.acquire('held'));
});

test('of many at once one gets it', async () => {
  const asking = Array.from({ length: 10 }, () => openCheckpoints(server.store).acquire('contended'));
  assert.is((await Promise.all(asking)).filter(Boolean).length, 1);
});

test('a position moves from where it is, and is there for the next one', async () => {
  const checkpoints = openCheckpoints(server.store);
  const lease = await checkpoints.acquire('moved');
  assert.is(lease?.position, null);
  const far = 2n ** 60n + 1n;
  await lease?.move(null, 5n);
  await lease?.move(5n, far);
  assert.equal(await readPositions(server.store, ['moved', 'unheard of']), new Map([['moved', far]]));
  await lease?.release();
  const next = await checkpoints.acquire('moved');
  assert.is(next?.position, far);
  if (next) await refused(next.move(5n, 6n));
});

test('who does not renew in time is fenced out by the next', async () => {
  const checkpoints = openCheckpoints(server.store, { leaseMs: 30 });
  const stale = await checkpoints.acquire('fenced');
  assert.ok(stale);
  const next = await eventually('the lease runs out', () => checkpoints.acquire('fenced'));
  await refused(stale.renew());
  await refused(stale.move(null, 9n));
  await stale.release();
  await next.renew();
  assert.equal(await readPositions(server.store, ['fenced']), new Map([['fenced', null]]));
});

test('a leader keeps its lease while it works; the next leads as soon as it ends', async () => {
  const checkpoints = openCheckpoints(server.store, { leaseMs: 500 });
  const { signal } = new AbortController();
  const told: string[] = [];
  let end: (() => void) | null = null;
  const first = lead({ checkpoints, id: 'led', signal }, async (lease) => {
    told.push('first leads');
    await lease.move(null, 1n);
    await new Promise<void>((resolve) => (end = resolve));
    told.push('first ends');
  });
  const finish = await eventually('the first leads', () => end);
  const second = lead({ checkpoints, id: 'led', signal }, async ({ position }) => {
    told.push(`second leads from ${position ?? 'the start'}`);
  });
  const since = performance.now();
  await eventually('longer than a lease', () => performance.now() - since > 700);
  finish();
  await Promise.all([first, second]);
  assert.equal(told, ['first leads', 'first ends', 'second leads from 1']);
});

test('who waits for a lease stops waiting at the signal', async () => {
  const checkpoints = openCheckpoints(server.store);
  assert.ok(await checkpoints.acquire('waited for'));
  const stop = new AbortController();
  const waiting = lead({ checkpoints, id: 'waited for', signal: stop.signal }, async () => {
    throw new Error('it is not free');
  });
  stop.abort();
  await waiting;
});

test('a leader that lost its lease is told, and leaves the next one alone', async () => {
  const checkpoints = openCheckpoints(server.store, { leaseMs: 100 });
  const others = openCheckpoints(server.store);
  const { signal } = new AbortController();
  const leading = lead({ checkpoints, id: 'lost', signal }, async (lease, working) => {
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

test.run();
