import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCheckpoints } from '../../../coordination/leases/checkpoints.ts';
import type { Lease } from '../../../coordination/leases/lease.ts';
import { openLeases } from '../../../coordination/leases/leases.ts';
import { LogDiverged } from '../../../log/continuity.ts';
import { resumeAfter } from '../../../projections/runner/resume.ts';
import { moveTo } from '../../support/move-to.ts';
import { startStores, writerTo } from '../running.ts';
import { formCreated } from '../samples.ts';

const test = suite('projections/runner/resume');

let stores: Awaited<ReturnType<typeof startStores>>;
let first: bigint;
let last: bigint;
test.before(async () => {
  stores = await startStores();
  const write = writerTo(stores.log);
  first = await write(formCreated('f1'));
  last = await write(formCreated('f2'));
});
test.after(() => stores.close());

/** Acquires a checkpoint that an earlier owner has moved. */
async function movedTo(id: string, ...move: [to: bigint, event?: Lease['event']]): Promise<Lease> {
  const leases = openLeases(stores.store);
  const before = await leases.acquire(id);
  await moveTo(before, ...move);
  await before?.release();
  const lease = await leases.acquire(id);
  assert.ok(lease);
  return lease;
}

const checkpointOf = async (id: string) => (await readCheckpoints(stores.store, [id])).get(id);

test('a follower that has read nothing begins at the start of the log', async () => {
  const lease = await openLeases(stores.store).acquire('new');
  assert.ok(lease);
  assert.is(await resumeAfter(stores.log, lease), null);
});

test('a checkpoint of an earlier release, which names no event, gets the event at its position', async () => {
  const lease = await movedTo('earlier', first);
  assert.is(lease.event, null);
  assert.is(await resumeAfter(stores.log, lease), first);
  assert.equal(await checkpointOf('earlier'), { position: first, event: await stores.log.eventAt(first) });
});

test('a checkpoint stays without an event if none is at its position', async () => {
  const between = await movedTo('between', first + 1n);
  assert.is(await resumeAfter(stores.log, between), first + 1n);
  assert.equal(await checkpointOf('between'), { position: first + 1n, event: null });
});

test('a checkpoint beyond the end of the log is refused and not changed', async () => {
  const beyond = last + 1n;
  const lease = await movedTo('beyond', beyond);
  try {
    await resumeAfter(stores.log, lease);
    assert.unreachable();
  } catch (error) {
    assert.instance(error, LogDiverged);
  }
  assert.equal(await checkpointOf('beyond'), { position: beyond, event: null });
});

test('a follower continues after its last event, whatever it has skipped since', async () => {
  const event = await stores.log.eventAt(first);
  assert.is(await resumeAfter(stores.log, await movedTo('passed', last, event)), first);
});

test.run();
