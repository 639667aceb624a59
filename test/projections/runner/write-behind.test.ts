import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLeases } from '../../../coordination/leases/leases.ts';
import type { ReadStore } from '../../../coordination/read-store.ts';
import { type Backlog, type Batch, caughtUp, type LogItem } from '../../../log/event-log.ts';
import { build } from '../../../projections/generations/build/build.ts';
import { readParked } from '../../../projections/parking/parked-keys.ts';
import { EventRefused } from '../../../projections/parking/parking.ts';
import type { Projection } from '../../../projections/projection.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import { WriteBehind } from '../../../projections/runner/write-behind.ts';
import { eventually } from '../../support/eventually.ts';
import { recorded } from '../documents-of.ts';
import { storedBy } from '../running.ts';
import { formCreated, inForm, minute } from '../samples.ts';
import { startReadStore } from '../stores.ts';

const test = suite('projections/runner/write-behind');

const emptyLog = {
  head: () => Promise.resolve(null),
  eventAt: () => Promise.resolve(null),
  readEvent: () => Promise.resolve(null),
};

/** Writes that end when they are told to. */
function gated() {
  const begun: { readonly keys: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const write = (_: unknown, changes: ReadonlyMap<string, VersionedDocument>) =>
    new Promise<void>((end, fail) => begun.push({ keys: [...changes.keys()], end, fail }));
  return { begun, write };
}

/** Lets ended writes take effect. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

const changesOf = (position: bigint, ...keys: string[]) =>
  new Map(keys.map((key): [string, VersionedDocument] => [key, { position, doc: {} }]));

test('batches of distinct documents are written concurrently, and reported in order', async () => {
  const { begun, write } = gated();
  const behind = new WriteBehind({ write }, 2);
  const stored: number[] = [];
  const begin = (n: number, ...keys: string[]) =>
    behind.begin(new Map(), changesOf(BigInt(n), ...keys), () => stored.push(n));
  await begin(1, 'a', 'b');
  await begin(2, 'c');
  const third = begin(3, 'd');
  assert.equal(
    begun.map(({ keys }) => keys),
    [['a', 'b'], ['c']],
  );
  begun[1]?.end();
  await Promise.resolve();
  assert.equal(stored, []);
  begun[0]?.end();
  await third;
  assert.equal(stored.slice(0, 1), [1]);
  begun[2]?.end();
  await behind.settled();
  assert.equal(stored, [1, 2, 3]);
});

test('a document that is being written is cached, and not written concurrently', async () => {
  const { begun, write } = gated();
  const behind = new WriteBehind({ write }, 3);
  const nobody = () => undefined;
  const first = changesOf(1n, 'a', 'b');
  await behind.begin(new Map(), first, nobody);
  const second = behind.begin(first, changesOf(2n, 'b'), nobody);
  assert.is(behind.pending('b')?.position, 1n);
  assert.is(behind.pending('c'), undefined);
  assert.is(begun.length, 1);
  begun[0]?.end();
  await second;
  assert.is(behind.pending('b')?.position, 2n);
  assert.is(behind.pending('a'), undefined);
  begun[1]?.end();
  await behind.settled();
  assert.is(behind.pending('b'), undefined);
});

test('a failed write is reported, and no later batch counts as stored', async () => {
  const { begun, write } = gated();
  const behind = new WriteBehind({ write }, 2);
  let stored = 0;
  await behind.begin(new Map(), changesOf(1n, 'a'), () => stored++);
  await behind.begin(new Map(), changesOf(2n, 'b'), () => stored++);
  begun[1]?.end();
  begun[0]?.fail(new Error('lost'));
  const third = behind.begin(new Map(), changesOf(3n, 'c'), () => stored++);
  for (const told of [third, behind.settled()])
    assert.match((await told.catch(String)) ?? 'it went on', 'lost');
  assert.is(stored, 0);
  assert.is(begun.length, 2);
});

test('a document that comes last is written after all earlier batches and the rest of its own', async () => {
  const { begun, write } = gated();
  const behind = new WriteBehind({ write }, 3, { isLast: (key) => key.startsWith('state') });
  const stored: number[] = [];
  const keys = () => begun.map((one) => one.keys.join());
  const begin = (n: number, ...changed: string[]) =>
    behind.begin(new Map(), changesOf(BigInt(n), ...changed), () => stored.push(n));
  await begin(1, 'a');
  await begin(2, 'b', 'state');
  assert.equal(keys(), ['a', 'b']);
  begun[1]?.end();
  await turns();
  assert.equal(keys(), ['a', 'b'], 'the first batch is not stored');
  begun[0]?.end();
  await turns();
  assert.equal([keys(), stored], [['a', 'b', 'state'], [1]]);
  assert.is(behind.pending('state')?.position, 2n);
  begun[2]?.end();
  await behind.settled();
  assert.equal([behind.pending('state'), stored], [undefined, [1, 2]]);
});

test('a document whose versions the store orders may be written by two batches at once', async () => {
  const { begun, write } = gated();
  const behind = new WriteBehind({ write }, 3, { isOrdered: (key) => key === 'count' });
  const first = changesOf(1n, 'count', 'a');
  await behind.begin(first, first, () => undefined);
  await behind.begin(changesOf(1n, 'count'), changesOf(2n, 'count'), () => undefined);
  assert.is(begun.length, 2);
  for (const one of begun) one.end();
  await behind.settled();
});

/** A store whose writes to a model wait until they are let go. */
function holdingBack(store: ReadStore, gate: Promise<void>): ReadStore {
  return {
    ...store,
    collection: <T extends { _id: string }>(name: string) => {
      const collection = store.collection<T>(name);
      const write = collection.bulkWrite.bind(collection);
      collection.bulkWrite = async (...args) => {
        await gate;
        return write(...args);
      };
      return collection;
    },
  };
}

test('a build continues with documents that are not stored yet', async () => {
  const { store, close } = await startReadStore();
  try {
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const projection: Projection<{ changes: number }> = {
      name: 'kept-waiting',
      version: 1,
      indexes: [],
      streamPrefixes: ['form-'],
      key: ({ stream }) => stream,
      on: {
        FormCreated: () => ({ changes: 0 }),
        FormDetailsChanged: (doc) => {
          letGo();
          return doc && { changes: doc.changes + 1 };
        },
      },
    };
    const ids = Array.from({ length: 200 }, (_, n) => `f${n}`);
    const events = recorded([
      ...ids.map((id) => formCreated(id)),
      ...ids.map((id) => ({
        stream: `form-${id}`,
        event: { type: 'FormDetailsChanged', data: { title: 'changed', at: minute(1) } } as const,
      })),
    ]);
    const left: Batch[number][] = [...events.map((event) => ({ event, position: event.position })), caughtUp];
    const backlog = (): Backlog => ({
      take: async (most) => (left.length > 0 ? left.splice(0, most) : null),
      close: () => undefined,
    });
    async function* readStream() {
      // Nothing is to be passed over.
    }
    const lease = await eventually('the lease is free', () => openLeases(store).acquire('build'));
    const isWhole = await build(
      { projection, name: projection.name, seed: null, upTo: null },
      {
        store: holdingBack(store, gate),
        log: { ...emptyLog, backlog, readStream },
        isBusy: () => false,
      },
      lease,
      AbortSignal.timeout(20_000),
    );
    assert.ok(isWhole);
    const stored = Object.values(await storedBy(store, projection));
    assert.is(stored.length, 200);
    assert.ok(stored.every((doc) => doc['changes'] === 1));
  } finally {
    await close();
  }
});

test("a build parks undecodable events and documents beyond the store's limit, and completes", async () => {
  const { store, close } = await startReadStore();
  try {
    const text = ({ event }: { event: { data: { title: string } } }) => ({ text: event.data.title });
    const projection: Projection<{ text: string }> = {
      name: 'unreadable',
      version: 1,
      indexes: [],
      streamPrefixes: ['form-'],
      key: ({ stream }) => stream,
      keyOfStream: (stream) => stream,
      on: {
        FormCreated: (_, event) => text(event),
        FormReturnedToDraft: (doc) => doc && { text: `${doc.text}!` },
      },
    };
    const again = inForm('large', { type: 'FormReturnedToDraft', data: { at: minute(1) } });
    const large = { title: 'x'.repeat(17 * 1024 * 1024) };
    const history = recorded([formCreated('f1'), formCreated('large', large), formCreated('f2'), again]);
    const items: LogItem[] = history.map((event) => ({ event, position: event.position }));
    const unread = { id: 'e', type: 'FormCreated', stream: 'form-f3', revision: 0, accountId: 'acme' };
    items.splice(1, 0, {
      position: 15n,
      event: null,
      undecoded: { ...unread, fault: 'version 9 is newer than 2' },
    });
    const backlog = (): Backlog => {
      const left: Batch[] = [...items.map((item) => [item]), [caughtUp]];
      return { take: async () => left.shift() ?? null, close: () => undefined };
    };
    async function* readStream() {
      // Nothing is to be passed over.
    }
    const leases = openLeases(store);
    const once = async (isCareful: boolean) => {
      const lease = await eventually('the lease is free', () => leases.acquire('unreadable@1'));
      const wanted = { projection, name: projection.name, seed: null, upTo: null, isCareful };
      const deps = { store, log: { ...emptyLog, backlog, readStream }, isBusy: () => false };
      return build(wanted, deps, lease, AbortSignal.timeout(20_000)).finally(() => lease.release());
    };
    const refused = await once(false).catch((error: unknown) => error);
    assert.ok(refused instanceof EventRefused, String(refused));
    assert.is(await once(true), true);
    assert.equal(Object.keys(await storedBy(store, projection)), ['form-f1', 'form-f2']);
    const parked = await readParked(store, ['unreadable@1'], 10);
    assert.equal(parked.map(({ scope, cause, events }) => `${cause} ${scope.id} ${events}`).sort(), [
      'document form-large 2',
      'unreadable form-f3 1',
    ]);
  } finally {
    await close();
  }
});

test.run();
