import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readHeld } from '../../../coordination/leases/checkpoints.ts';
import { type Leases, openLeases } from '../../../coordination/leases/leases.ts';
import { openProcessMembers } from '../../../coordination/leases/process-members.ts';
import { Session } from '../../../coordination/leases/session.ts';
import {
  firstShardOf,
  formerLeases,
  lastShardOf,
  rangeCount,
  rangeOf,
  Shards,
} from '../../../dispatcher/scheduler/shards.ts';
import { shardCount, shardOf } from '../../../projections/read-models/deliveries/shard.ts';
import { startReadStore } from '../../projections/stores.ts';
import { eventually } from '../../support/eventually.ts';

const { store, close } = await startReadStore();
const test = suite('shards');
test.after(close);

const defaultLeaseMs = 2_000;
/** For two leases, on a busy machine. */
const takeOverLimitMs = 30_000;
const all = Array.from({ length: rangeCount }, (_, range) => range);
let groups = 0;

/** A process among those that share: what it holds, and how it stops. `asleep` cuts it off from the store. */
function join(
  group: string,
  {
    onReleasing = () => Promise.resolve(),
    leaseMs = defaultLeaseMs,
    formerLeasesHeld = () => Promise.resolve<ReadonlySet<string>>(new Set()),
  }: {
    formerLeasesHeld?: () => Promise<ReadonlySet<string>>;
    onReleasing?: () => Promise<void>;
    leaseMs?: number;
  } = {},
) {
  let asleep = false;
  /** Renewals wait for it. */
  let renewable = Promise.resolve();
  const session = new Session(store, { leaseMs });
  const leases = openLeases(store, { session });
  const awake = async <T>(work: () => Promise<T>): Promise<T> => {
    if (asleep) throw new Error('asleep');
    return work();
  };
  const cut: Leases = {
    leaseMs,
    acquire: (id) =>
      awake(async () => {
        const lease = await leases.acquire(`${group}-${id}`);
        return (
          lease && {
            ...lease,
            lost: lease.lost,
            advance: (...reached) => lease.advance(...reached),
            save: () => awake(() => lease.save()),
            reset: () => awake(() => lease.reset()),
            renew: () => renewable.then(() => awake(() => lease.renew())),
            release: () => awake(() => lease.release()),
          }
        );
      }),
  };
  const members = openProcessMembers(group, session);
  const stop = new AbortController();
  const gained: number[] = [];
  const logger = { info: () => undefined, warn: () => undefined };
  const shards = new Shards({
    leases: cut,
    logger,
    formerLeasesHeld,
    members: { heartbeat: () => awake(members.heartbeat), leave: () => awake(members.leave) },
  });
  const ended = shards.run(
    { releasing: onReleasing, gained: (range) => void gained.push(range) },
    stop.signal,
  );
  return {
    gained,
    held: () => all.filter((shard) => shards.holds(shard)),
    sleep: () => (asleep = true),
    wake: () => (asleep = false),
    /** @returns what lets renewals go on */
    stallRenewals() {
      let resume = (): void => undefined;
      renewable = new Promise((resolve) => (resume = resolve));
      return resume;
    },
    stop() {
      stop.abort();
      return ended;
    },
  };
}

const sorted = (shards: readonly number[]) => [...shards].sort((a, b) => a - b);

test('every destination has a shard, and the shards are of equal size', () => {
  const counts = Array<number>(shardCount).fill(0);
  for (let n = 0; n < 100 * shardCount; n++) {
    const shard = shardOf(`destination-${n}`);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  assert.ok(Math.min(...counts) > 50 && Math.max(...counts) < 170, String(counts));
  assert.is(shardOf('01J0000000000000000000000A'), 500, 'for ever');
  assert.is(Math.floor(shardOf('01J0000000000000000000000A') / 128), 3, 'that of the eight of before');
});

test('every shard is in one range', () => {
  const shards = all.flatMap((range) =>
    Array.from({ length: lastShardOf(range) - firstShardOf(range) + 1 }, (_, n) => firstShardOf(range) + n),
  );
  assert.equal(
    shards,
    Array.from({ length: shardCount }, (_, shard) => shard),
  );
  const range = rangeOf('some');
  assert.ok(firstShardOf(range) <= shardOf('some') && shardOf('some') <= lastShardOf(range));
});

test('one process holds all ranges, a second gets half, and released ranges are taken over', async () => {
  const group = `g${++groups}`;
  const first = join(group);
  await eventually('it has all', () => first.held().length === rangeCount);
  const second = join(group);
  await eventually(
    'each has half',
    () => first.held().length === rangeCount / 2 && second.held().length === rangeCount / 2,
  );
  assert.equal(sorted([...first.held(), ...second.held()]), all);
  await second.stop();
  await eventually('all came back', () => first.held().length === rangeCount);
  await first.stop();
  assert.equal(first.held(), []);
});

test('three processes share the ranges evenly', async () => {
  const group = `g${++groups}`;
  const joined = [join(group), join(group), join(group)];
  await eventually('each has its share', () => {
    const counts = joined.map(({ held }) => held().length);
    return (
      counts.reduce((sum, count) => sum + count, 0) === rangeCount &&
      Math.max(...counts) <= Math.ceil(rangeCount / 3)
    );
  });
  await Promise.all(joined.map(({ stop }) => stop()));
});

test('a disconnected process gives up its ranges by its own clock before another takes over, and holds none when it resumes', async () => {
  const group = `g${++groups}`;
  const first = join(group);
  await eventually('it has all', () => first.held().length === rangeCount);
  first.sleep();
  const second = join(group);
  await eventually(
    'all were taken over',
    () => {
      const both = first.held().filter((shard) => second.held().includes(shard));
      assert.equal(both, [], 'held twice');
      return second.held().length === rangeCount;
    },
    takeOverLimitMs,
  );
  first.wake();
  await eventually(
    'they share again',
    () => first.held().length === rangeCount / 2 && second.held().length === rangeCount / 2,
  );
  await Promise.all([first.stop(), second.stop()]);
});

test('a range is released only after its attempts in flight have ended', async () => {
  const group = `g${++groups}`;
  let end = (): void => undefined;
  const underWay = new Promise<void>((resolve) => (end = resolve));
  const first = join(group, { onReleasing: () => underWay });
  await eventually('it has all', () => first.held().length === rangeCount);
  const second = join(group);
  await eventually('it starts nothing in half of them', () => first.held().length === rangeCount / 2);
  assert.equal(second.held(), []);
  end();
  await eventually('now they are the other one’s', () => second.held().length === rangeCount / 2);
  await Promise.all([first.stop(), second.stop()]);
});

test('a range whose lease expired by the clock and was then renewed is reported again', async () => {
  const only = join(`g${++groups}`, { leaseMs: 800 });
  await eventually('it has all', () => only.held().length === rangeCount);
  const resume = only.stallRenewals();
  await eventually('it holds nothing', () => only.held().length === 0);
  const before = only.gained.length;
  resume();
  await eventually('it holds all', () => only.held().length === rangeCount);
  await eventually('it was told of all', () => new Set(only.gained.slice(before)).size === rangeCount);
  await only.stop();
});

test('while a process of an earlier release holds a shard of a range, no other process sends to its destinations', async () => {
  const former = await openLeases(store, { leaseMs: 60_000 }).acquire('scheduler-3');
  const only = join(`g${++groups}`, { formerLeasesHeld: () => readHeld(store, formerLeases) });
  const its = rangeCount / 8;
  await eventually('it has the rest', () => only.held().length === rangeCount - its);
  assert.equal(
    only.held().filter((range) => firstShardOf(range) >= 3 * 128 && lastShardOf(range) < 4 * 128),
    [],
  );
  await former?.release();
  await eventually('it has all', () => only.held().length === rangeCount);
  const back = await openLeases(store, { leaseMs: 60_000 }).acquire('scheduler-0');
  await eventually('it gives way', () => only.held().length === rangeCount - its);
  await back?.release();
  await only.stop();
});

test.run();
