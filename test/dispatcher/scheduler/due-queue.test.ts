import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DueQueue } from '../../../dispatcher/scheduler/due-queue.ts';
import { DestinationQueues } from '../../../dispatcher/scheduler/queues/destination-queues.ts';
import { rangeCount, rangeOf } from '../../../dispatcher/scheduler/shards.ts';
import type {
  DueDelivery,
  DuePlace,
  DueQueries,
} from '../../../projections/read-models/deliveries/due-deliveries.ts';
import { shardOf } from '../../../projections/read-models/deliveries/shard.ts';

const test = suite('due queue');

const ranges = Array.from({ length: rangeCount }, (_, range) => range);
const byTime = (a: DueDelivery, b: DueDelivery) => a.dueAt.localeCompare(b.dueAt) || a.id.localeCompare(b.id);

const placeOf = ({ destinationId }: DueDelivery): DuePlace => ({
  shard: shardOf(destinationId),
  destinationId,
});
const byPlace = (a: DuePlace, b: DuePlace) =>
  a.shard - b.shard || (a.destinationId < b.destinationId ? -1 : a.destinationId > b.destinationId ? 1 : 0);

const originOf = (id: string, destinationId: string) => ({
  destinationId,
  stream: `submission-${id}`,
  revision: 0,
});

/** A read model in memory, a clock, and a dispatcher whose every attempt takes no time and succeeds. */
function world({
  ours = () => true,
  onWalk = () => undefined,
  onAmong = () => undefined,
}: {
  ours?: (destinationId: string) => boolean;
  onWalk?: (place: DuePlace) => void;
  onAmong?: () => void;
} = {}) {
  const docs = new Map<string, DueDelivery>();
  let ms = Date.parse('2026-03-01T12:00:00Z');
  const begun = ms;
  let position = 0n;
  let found = 0;
  let most = 0;
  const iso = (at = ms) => new Date(at).toISOString();
  const take = (which: (one: DueDelivery) => boolean, order: typeof byTime, limit: number) => {
    const all = [...docs.values()].filter(which).sort(order).slice(0, limit);
    found += all.length;
    return Promise.resolve(all);
  };
  const queue: DueQueries = {
    since: ({ at, id }, now, limit) =>
      take((one) => one.dueAt <= now && (one.dueAt > at || (one.dueAt === at && one.id > id)), byTime, limit),
    changed: (from, to, limit) =>
      take(
        (one) => one.position > from && one.position <= to,
        (a, b) => Number(a.position - b.position),
        limit,
      ),
    of: (destinationId, now, limit) =>
      take((one) => one.destinationId === destinationId && one.dueAt <= now, byTime, limit),
    async among(ids, now) {
      onAmong();
      return take((one) => ids.includes(one.id) && one.dueAt <= now, byTime, ids.length);
    },
    pendingAfter(place, lastShard, limit) {
      onWalk(place);
      const isBeyond = ({ destinationId }: DueDelivery) =>
        byPlace({ shard: shardOf(destinationId), destinationId }, place) > 0 &&
        shardOf(destinationId) <= lastShard;
      return take(isBeyond, (a, b) => byPlace(placeOf(a), placeOf(b)) || byTime(a, b), limit);
    },
    depth: () => Promise.resolve({ due: 0, oldest: null }),
  };
  const clock = () => ms - begun;
  const queues = new DestinationQueues(
    { inFlight: 100, waitingPerDestination: 20, inMemory: 200 },
    () => ({ concurrency: 2, perSecond: null, ahead: 0, budgets: [] }),
    clock,
  );
  const progress = { positionOf: () => position };
  const due = new DueQueue({
    queue,
    progress,
    queues,
    isOwn: ours,
    ownRanges: () => ranges,
    now: () => new Date(ms),
    clock,
  });
  for (const range of ranges) due.scan(range);
  const sent: string[] = [];
  return {
    docs,
    sent,
    queues,
    due,
    iso,
    ms: () => ms,
    found: () => found,
    most: () => most,
    put(id: string, destinationId: string, dueAt = ms, attempts = 0) {
      const origin = originOf(id, destinationId);
      docs.set(id, { id, destinationId, attempts, dueAt: iso(dueAt), origin, position: ++position });
    },
    pass: (by: number) => (ms += by),
    /** One turn of the scheduler; what is in `hanging` never ends. */
    async turn(hanging = '') {
      const isMore = await due.read();
      most = Math.max(most, queues.size);
      for (let one = queues.next(); one; one = queues.next()) {
        sent.push(one.deliveryId);
        if (one.destinationId === hanging) continue;
        docs.delete(one.deliveryId);
        queues.complete(one.deliveryId, ++position);
      }
      return isMore;
    },
  };
}

/** Turns until there is nothing to read, and no lane that has come to have room. */
async function settle({ turn, queues }: ReturnType<typeof world>, hanging = ''): Promise<void> {
  for (let turns = 0; (await turn(hanging)) || queues.nextBacklogged(); turns++)
    assert.ok(turns < 10_000, 'it never settles');
}

const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(5, '0')}`);

test('deliveries due before the start are found once each', async () => {
  const w = world();
  for (const id of ids('a', 300)) w.put(id, 'x');
  for (const id of ids('b', 30)) w.put(id, 'y');
  for (let n = 0; n < 200; n++, w.pass(100)) await settle(w);
  assert.equal([...w.sent].sort(), [...ids('a', 300), ...ids('b', 30)]);
});

test('later deliveries are sent when due, and not before', async () => {
  const w = world();
  await settle(w);
  w.put('now', 'x');
  w.put('later', 'x', w.ms() + 1_000);
  await settle(w);
  assert.equal(w.sent, ['now']);
  w.pass(999);
  await settle(w);
  assert.equal(w.sent, ['now']);
  w.pass(51);
  await settle(w);
  assert.equal(w.sent, ['now', 'later']);
});

test('a delivery that reaches the read model long after its due time is sent', async () => {
  const w = world();
  await settle(w);
  w.pass(60_000);
  await settle(w);
  w.put('late', 'x', w.ms() - 30_000);
  await settle(w);
  assert.equal(w.sent, ['late']);
});

test('a hanging destination with a huge backlog costs no memory and delays no other', async () => {
  const w = world();
  await settle(w);
  for (const id of ids('stuck', 5_000)) w.put(id, 'hangs');
  // Until they have been read in time order, too: at the latest after ten seconds.
  for (let n = 0; n < 110; n++, w.pass(100)) await settle(w, 'hangs');
  const read = w.found();
  for (const id of ids('good', 50)) w.put(id, 'works');
  await settle(w, 'hangs');
  assert.equal(w.sent.filter((id) => id.startsWith('good')).length, 50);
  assert.ok(w.most() <= 200);
  for (let n = 0; n < 100; n++, w.pass(250)) await settle(w, 'hangs');
  assert.ok(w.found() - read < 1_000, 'the backlog is not read again and again');
});

test('a backlog larger than memory drains completely, each delivery once', async () => {
  const w = world();
  await settle(w);
  for (const id of ids('a', 2_000)) w.put(id, 'x');
  for (let n = 0; n < 400; n++, w.pass(50)) await settle(w);
  assert.equal([...w.sent].sort(), ids('a', 2_000));
});

test('deliveries of other processes are left alone, and found when their range is gained', async () => {
  let mine = false;
  const w = world({ ours: (destinationId) => mine || destinationId === 'ours' });
  await settle(w);
  w.put('a', 'ours');
  w.put('b', 'theirs');
  await settle(w);
  assert.equal(w.sent, ['a']);
  mine = true;
  w.due.scan(rangeOf('theirs'));
  await settle(w);
  assert.equal(w.sent, ['a', 'b']);
});

test('a range that is gained during a full scan is scanned as well', async () => {
  let mine = false;
  const [theirs = ''] = ids('theirs', 50).sort((one, two) => shardOf(one) - shardOf(two));
  const w = world({
    ours: () => mine,
    onWalk({ shard }) {
      if (shard <= shardOf(theirs) || mine) return;
      mine = true;
      w.due.scan(rangeOf(theirs));
    },
  });
  w.put('a', theirs);
  // More than a page, so that its range is passed before all are gone through.
  for (const name of ids('other', 2_000)) w.put(`${name}-1`, name);
  for (let n = 0; n < 50; n++, w.pass(100)) await settle(w);
  assert.ok(mine);
  assert.ok(w.sent.includes('a'));
});

test('the first attempt of a delivery says where the delivery comes from; later ones need not', async () => {
  const w = world();
  w.put('a', 'x');
  w.put('b', 'y', w.ms(), 1);
  await w.due.read();
  const started = [w.queues.next(), w.queues.next()];
  const origins = new Map(started.map((one) => [one?.deliveryId, one?.origin]));
  assert.equal([origins.get('a'), origins.get('b')], [originOf('a', 'x'), undefined]);
});

test('a missed delivery is found within a minute', async () => {
  const w = world();
  await settle(w);
  w.put('a', 'x', w.ms() - 1_000);
  const dueAt = w.iso(w.ms() - 1_000);
  w.docs.set('a', {
    id: 'a',
    destinationId: 'x',
    attempts: 0,
    dueAt,
    origin: originOf('a', 'x'),
    position: -1n,
  });
  await settle(w);
  assert.equal(w.sent, []);
  w.pass(60_000);
  await settle(w);
  assert.equal(w.sent, ['a']);
});

test('an outage during the recheck of expired attempts loses none of them', async () => {
  let isAway = true;
  const one = world({
    onAmong() {
      if (isAway) throw new Error('away');
    },
  });
  one.put('d1', 'a');
  await one.due.read();
  assert.is(one.queues.next()?.deliveryId, 'd1');
  one.queues.backOff('d1');
  one.pass(60_000);
  await one.due.read().then(
    () => assert.unreachable('the store is away'),
    (error: unknown) => assert.match(String(error), 'away'),
  );
  isAway = false;
  await settle(one);
  assert.equal(one.sent, ['d1']);
});

test('a take-over reads in pages, at most one for a destination', async () => {
  const walks: DuePlace[] = [];
  const w = world({ onWalk: (place) => walks.push(place) });
  for (const id of ids('much', 20_000)) w.put(id, 'much');
  for (const name of ids('few', 3_000)) w.put(`${name}-1`, name);
  await settle(w, 'much');
  assert.equal(w.sent.filter((id) => id.startsWith('few')).length, 3_000);
  assert.ok(walks.length <= rangeCount + 3_000 / 500 + 2, `${walks.length} pages`);
});

test('a clock that is set back delays nothing', async () => {
  const w = world();
  w.pass(3_600_000);
  await settle(w);
  w.pass(-1_800_000);
  await settle(w);
  w.put('a', 'x', w.ms() + 1_000);
  w.pass(2_000);
  await settle(w);
  w.pass(100);
  await settle(w);
  assert.equal(w.sent, ['a']);
});

test.run();
