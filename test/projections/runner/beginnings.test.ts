import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogItem } from '../../../log/event-log.ts';
import type { ParkedKey } from '../../../projections/parking/parking.ts';
import type { Beginnings, Projection } from '../../../projections/projection.ts';
import { loadOrigins, StateCache } from '../../../projections/runner/beginnings.ts';
import { foldBatch } from '../../../projections/runner/fold-batch.ts';
import { planBatch } from '../../../projections/runner/plan-batch.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import { recorded } from '../documents-of.ts';
import { configured, type Fact, inDestination, inForm, minute, submitted } from '../samples.ts';

const test = suite('projections/runner/beginnings');

type Names = Readonly<{ names: readonly string[] }>;

/** Begins a document of each destination of the account for each submission; its own events count its closures. */
const beginnings: Beginnings<Names> = {
  prefix: 'names:',
  streamPrefixes: ['destination-', 'submission-'],
  on: {
    DestinationConfigured: (doc, { event }) => ({ names: [...(doc?.names ?? []), event.data.destinationId] }),
    DestinationRemoved: (doc, { stream }) => ({
      names: (doc?.names ?? []).filter((name) => stream !== `destination-${name}`),
    }),
  },
  begunBy: ['SubmissionCreated'],
  needsFirst: ({ revision }) => revision > 0,
  begin: (doc, { stream }, first) =>
    (doc?.names ?? []).map((name) => ({
      id: `${stream}/${name}`,
      doc: { closures: 0, first: first?.id ?? null },
    })),
};
const model: Projection = {
  name: 'begun',
  version: 1,
  indexes: [],
  streamPrefixes: ['form-', ...beginnings.streamPrefixes],
  key: ({ stream }) => (stream.startsWith('form-') ? stream.slice('form-'.length) : null),
  on: { FormClosed: (doc) => doc && { ...doc, closures: Number(doc['closures']) + 1 } },
  beginnings,
};

const removed = (id: string): Fact =>
  inDestination(id, { type: 'DestinationRemoved', data: { at: minute(5) } });
const closed = (key: string): Fact => inForm(key, { type: 'FormClosed', data: { at: minute(6) } });

const history = [
  submitted('s0'),
  configured('a'),
  submitted('s1'),
  configured('b'),
  closed('submission-s1/a'),
  submitted('s2'),
  removed('a'),
  submitted('s3'),
  closed('submission-s2/b'),
];

const itemsOf = (facts: readonly Fact[]): LogItem[] =>
  recorded(facts).map((event) => ({ event, position: event.position }));

const firstOf = {
  readEvent: (stream: string) => Promise.resolve(recorded([submitted(`first of ${stream}`)])[0] ?? null),
};

/** Applies items in batches, each to the documents that the earlier ones left. */
async function inBatches(
  items: readonly LogItem[],
  size: number,
  from = new Map<string, VersionedDocument>(),
) {
  const stored = new Map(from);
  const held = new Map<string, ParkedKey>();
  const load = (ids: ReadonlySet<string>) =>
    Promise.resolve(new Map([...stored].filter(([id]) => ids.has(id))));
  for (let at = 0; at < items.length; at += size) {
    const batch = items.slice(at, at + size);
    const origins = await loadOrigins(model, batch, load, firstOf);
    const plan = planBatch(model, batch, { origins, parked: held, after: items[at - 1]?.position ?? null });
    const { changes, parked } = foldBatch(model, plan, stored);
    for (const [key, kept] of changes) stored.set(key, kept);
    for (const [name, key] of parked) held.set(name, key);
  }
  return { stored, held };
}

test('an event begins the documents that the state of its account names at that time', async () => {
  const { stored } = await inBatches(itemsOf(history), history.length);
  assert.equal(
    [...stored].map(([id, { position, doc }]) => [id, position, doc?.['closures'] ?? doc?.['names']]).sort(),
    [
      ['names:acme', 70n, ['b']],
      ['submission-s1/a', 50n, 1],
      ['submission-s2/a', 60n, 0],
      ['submission-s2/b', 90n, 1],
      ['submission-s3/b', 80n, 0],
    ],
  );
});

test('the states of other accounts begin nothing', async () => {
  const items = itemsOf([configured('a'), submitted('s1')]).map(({ event, position }) => {
    const of = position === 20n ? 'other' : 'acme';
    return { event: event && { ...event, metadata: { ...event.metadata, accountId: of } }, position };
  });
  assert.equal([...(await inBatches(items, 2)).stored.keys()], ['names:acme']);
});

test('the bounds of batches do not change the result, nor does a batch that is applied again', async () => {
  const items = itemsOf(history);
  const { stored: whole } = await inBatches(items, history.length);
  for (let size = 1; size < history.length; size++)
    assert.equal((await inBatches(items, size)).stored, whole, String(size));
  for (let from = 0; from < history.length; from++)
    for (const size of [1, history.length])
      assert.equal((await inBatches(items.slice(from), size, whole)).stored, whole, `again from ${from}`);
});

test('a batch that was stored without its state is repeated whole', async () => {
  const items = itemsOf(history);
  const { stored: whole } = await inBatches(items, history.length);
  const torn = new Map([...whole].filter(([id]) => id !== 'names:acme'));
  assert.equal((await inBatches(items, 3, torn)).stored, whole);
});

test('an event that needs the first event of its stream gets it', async () => {
  const [before, first, again] = itemsOf([configured('a'), submitted('s1'), submitted('s1')]);
  const { stored } = await inBatches(
    [before, first, again].flatMap((item) => item ?? []),
    3,
  );
  assert.is(stored.get('submission-s1/a')?.doc?.['first'], null, 'the first event needs none');
  const late = [before, again].flatMap((item) => item ?? []);
  assert.is((await inBatches(late, 2)).stored.get('submission-s1/a')?.doc?.['first'], 'event-1');
});

const unread = (position: bigint, stream: string, fault: string | null): LogItem => ({
  position,
  event: null,
  undecoded: { id: 'unread', type: 'DestinationMoved', stream, revision: 9, accountId: 'acme', fault },
});

test('an unknown or unreadable event that may change what begins parks the account, and others do not', async () => {
  for (const fault of [null, 'damaged']) {
    const items = itemsOf([configured('a'), submitted('s1'), submitted('s2'), closed('submission-s1/a')]);
    const parking = items.toSpliced(2, 0, unread(25n, 'destination-a', fault));
    for (const size of [1, 5]) {
      const { stored, held } = await inBatches(parking, size);
      assert.equal([...stored.keys()].sort(), ['names:acme', 'submission-s1/a']);
      assert.is(stored.get('submission-s1/a')?.doc?.['closures'], 0, 'held back');
      assert.equal(
        [...held].map(([name, { events }]) => [name, events]),
        [['account acme', 3]],
      );
    }
    const { held } = await inBatches(items.toSpliced(2, 0, unread(25n, 'form-x', fault)), 5);
    assert.is(held.size, 0, 'of a stream that begins nothing');
  }
});

test('a failure to begin the documents of an event parks its account', async () => {
  const begin = (): never => {
    throw new Error('cannot begin');
  };
  const failing: Projection = { ...model, beginnings: { ...beginnings, begin } };
  const plan = planBatch(failing, itemsOf([configured('a'), submitted('s1'), configured('b')]));
  const { changes, parked } = foldBatch(failing, plan, new Map());
  assert.equal(changes.get('names:acme')?.doc, { names: ['a'] });
  assert.equal(
    [...parked].map(([name, { cause, reason, events }]) => [name, cause, reason, events]),
    [['account acme', 'handler', 'cannot begin', 2]],
  );
});

test('states are read once, also missing ones, until a write of unknown outcome', async () => {
  const asked: (readonly string[])[] = [];
  const state: VersionedDocument = { position: 1n, doc: { names: ['a'] } };
  const cache = new StateCache((ids) => {
    asked.push(ids);
    return Promise.resolve(new Map(ids.includes('one') ? [['one', state]] : []));
  });
  const both = new Set(['one', 'two']);
  for (let times = 0; times < 2; times++) assert.equal([...(await cache.load(both))], [['one', state]]);
  cache.update(new Map([['two', state]]));
  assert.is((await cache.load(both)).size, 2);
  assert.equal(asked, [['one', 'two']]);
  cache.clear();
  assert.is((await cache.load(both)).size, 1);
  assert.is(asked.length, 2);
});

test.run();
