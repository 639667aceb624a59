import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachWithStore } from '../../../test/support/eventstore/each-store.ts';
import type { Head } from '../src/storage/data-file.ts';
import type { Change, Store } from '../src/storage/store.ts';

const test = suite<{ dir: string; store: Store }>('event store: commits');
eachWithStore(test);

const head = (id: number): Head => ({ id, last: 0, tombstoned: false, settings: {} });

const add = (name: string, id: number) => (change: Change) => {
  change.putHead(name, head(id));
  change.tail = { ...change.tail, next: change.tail.next + 1 };
  return id;
};

const breaking = (name: string) => (change: Change) => {
  add(name, 99)(change);
  throw new Error('broken');
};

test('a change that throws is undone, other changes of its commit are not', async ({ store }) => {
  const { next } = store.tail();
  const changes = [add('a', 1), breaking('b'), add('c', 3), breaking('d'), add('e', 5)];
  const outcomes = await Promise.allSettled(changes.map((change) => store.commit(change)));
  assert.equal(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(
    ['a', 'b', 'c', 'd', 'e'].map((name) => store.head(name)?.id),
    [1, undefined, 3, undefined, 5],
  );
  assert.is(store.tail().next, next + 3);
});

test('the next change does not see the writes of a change that threw', async ({ store }) => {
  await store.commit(add('a', 1));
  await store.commit(breaking('a')).catch(() => undefined);
  assert.is(await store.commit((change) => change.head('a')?.id), 1);
});

test('a change sees the earlier writes of the same commit', async ({ store }) => {
  const seen = await Promise.all([store.commit(add('a', 1)), store.commit((change) => change.head('a')?.id)]);
  assert.equal(seen, [1, 1]);
  assert.is(store.head('a')?.id, 1);
});

test('a stream that was missing is found after it was created', async ({ store }) => {
  assert.is(await store.commit((change) => change.head('a')), undefined);
  await store.commit(breaking('a')).catch(() => undefined);
  assert.is(await store.commit((change) => change.head('a')), undefined);
  await store.commit(add('a', 1));
  assert.is(await store.commit((change) => change.head('a')?.id), 1);
});

/** Writes records as if each took one byte of the log. */
const write = (records: readonly Buffer[]) => (change: Change) => {
  for (const record of records) {
    const { next } = change.tail;
    change.addRecord(next, record);
    change.tail = { ...change.tail, next: next + 1, last: next };
  }
};
const written = (store: Store, after: number) =>
  store.justWritten(after)?.map(({ at, record }) => [at, record.toString()]);
const records = (...texts: string[]) => texts.map((text) => Buffer.from(text));

test('the events of the last commit are in memory, but only for a reader at the commit before', async ({
  store,
}) => {
  assert.is(store.justWritten(0), undefined);
  await Promise.all([store.commit(write(records('a'))), store.commit(write(records('b')))]);
  const { last } = store.tail();
  assert.equal(written(store, 0), [
    [last - 1, 'a'],
    [last, 'b'],
  ]);
  await store.commit(write(records('c'))).then(() => store.commit(breaking('x')).catch(() => undefined));
  assert.equal(written(store, last), [[last + 1, 'c']]);
  assert.is(written(store, 0), undefined);
  assert.is(written(store, last - 1), undefined);
});

test('events of a large commit, or during a removal, are not kept in memory', async ({ store }) => {
  await store.commit(write(records(...Array.from({ length: 128 }, () => 'x'))));
  assert.is(store.justWritten(0)?.length, 128);
  await store.commit(write([Buffer.alloc(1 << 20)]));
  const { last } = store.tail();
  await store.commit(write([Buffer.alloc((1 << 20) + 1)]));
  assert.is(store.justWritten(last), undefined);
  const second = store.tail().last;
  await store.commit((change) => {
    write(records('y'))(change);
    change.tail = { ...change.tail, removed: true };
  });
  assert.is(store.justWritten(second), undefined);
});

test('changes that arrive during a commit follow in their order', async ({ store }) => {
  const order: number[] = [];
  const commits = Array.from({ length: 3000 }, (_, n) => store.commit(() => void order.push(n)));
  await Promise.all(commits);
  assert.equal(
    order,
    Array.from({ length: 3000 }, (_, n) => n),
  );
});

test.run();
