// A process of its own: it holds the syncs of files back before anything is imported that makes them.

// Before any module that writes.
import '../../../test/support/held-disk.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachWithStore } from '../../../test/support/eventstore/each-store.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { holdSyncs } from '../../../test/support/held-disk.ts';
import { append, systemEvent } from '../src/appending/write.ts';
import { streamState } from '../src/reading/pages.ts';
import type { Change, Store } from '../src/storage/store.ts';

const test = suite<{ dir: string; store: Store }>('event store: commits that are being synced');
eachWithStore(test);

const event = () => systemEvent('Happened', true, Buffer.from('{}'));
const appendTo = (stream: string) => (change: Change) => append(change, stream, 'any', [event()]);

/** All that readers see of some streams: the end of the log, its records, and the streams. */
const seen = (store: Store, ...streams: string[]) => ({
  tail: store.tail().last,
  log: [...store.log.getRange({})].map(({ key }) => key),
  backwards: [...store.log.getRange({ reverse: true })].map(({ key }) => key),
  streams: streams.map((stream) => streamState(store, stream)),
});

/** Begins two commits, the second while the first is being synced. */
async function beginTwo(store: Store) {
  const held = holdSyncs();
  const first = Promise.allSettled([store.commit(appendTo('a')), store.commit(appendTo('b'))]);
  await eventually('the first commit is being synced', () => held.count() === 1);
  let found: number | undefined;
  const second = store.commit((change) => {
    found = change.head('a')?.last;
    return appendTo('a')(change);
  });
  await eventually('the second commit is written', () => found !== undefined);
  assert.is(found, 0, 'a writer sees what is not on disk yet');
  return { held, first, second: Promise.allSettled([second]) };
}

test('the next commit is written during a sync; readers see each only when it is on disk', async ({
  store,
}) => {
  await store.commit(appendTo('a-before'));
  const before = seen(store, 'a', 'b', 'a-before');
  let notified = 0;
  store.onCommit(() => notified++);
  const { held, first, second } = await beginTwo(store);
  assert.equal(seen(store, 'a', 'b', 'a-before'), before);
  assert.is(notified, 0);
  held.release();
  for (const { status } of [...(await first), ...(await second)]) assert.is(status, 'fulfilled');
  const { log, streams } = seen(store, 'a', 'b');
  assert.is(log.length, before.log.length + 3);
  assert.equal(
    streams.map((head) => typeof head === 'object' && head.last),
    [1, 0],
  );
});

test('a sync that fails undoes both commits, and the store goes on', async ({ store }) => {
  await store.commit(appendTo('a-before'));
  const before = seen(store, 'a', 'b', 'a-before');
  const { held, first, second } = await beginTwo(store);
  held.release(Object.assign(new Error('ENOSPC'), { errno: -28 }));
  for (const outcome of [...(await first), ...(await second)])
    assert.match(outcome.status === 'rejected' ? String(outcome.reason) : '', 'the disk may be full');
  assert.equal(seen(store, 'a', 'b', 'a-before'), before);
  const again = await store.commit(appendTo('a'));
  assert.equal([again.kind, 'revision' in again && again.revision], ['written', 0]);
  assert.is(seen(store).log.length, before.log.length + 1);
});

test('an event that is repeated while it is being synced is acknowledged after it', async ({ store }) => {
  const held = holdSyncs();
  const repeated = event();
  let runs = 0;
  const once = (change: Change) => {
    runs += 1;
    return append(change, 'a', 'any', [repeated]);
  };
  const acknowledged: number[] = [];
  const commit = (place: number) => store.commit(once).then(() => acknowledged.push(place));
  const both = [commit(1), store.commit(appendTo('b'))];
  await eventually('the append is being synced', () => held.count() === 1);
  both.push(commit(2));
  await eventually('the repetition has run', () => runs === 2);
  assert.equal(acknowledged, []);
  held.release();
  await Promise.all(both);
  assert.equal(acknowledged, [1, 2]);
  assert.is(store.head('a')?.last, 0, 'the event is stored once');
});

test('a compaction waits for the sync', async ({ store }) => {
  const { held, first, second } = await beginTwo(store);
  const compaction = store.compact();
  held.release();
  await Promise.all([first, second, compaction]);
  assert.equal([store.head('a')?.last, store.head('b')?.last], [1, 0]);
});

test.run();
