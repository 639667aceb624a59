// Embedded only: each member scavenges as the test says.

import { EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EventStoreClient, openEventStoreClient } from '../../../log/eventstore/client/index.ts';
import { addressOf } from '../../../log/eventstore/connection-string.ts';
import { openPurge } from '../../../log/eventstore/scavenging/purge.ts';
import type { PendingMember, ScavengeMemory } from '../../../log/purge-types.ts';
import { collect, numbered } from '../../support/eventstore/eventstore.ts';
import { startCluster, type TestMember } from '../../support/eventstore/eventstore-cluster.ts';
import { startScavenge, stopScavenge } from '../../support/eventstore/eventstore-raw.ts';
import { memoryOfScavenges } from '../../support/eventstore/scavenge-memory.ts';
import { eventually } from '../../support/eventually.ts';

interface Context {
  cluster: Awaited<ReturnType<typeof startCluster>>;
  client: EventStoreDBClient;
  /** The service's own. */
  serviceClient: EventStoreClient;
  memory: ScavengeMemory;
  /** By how much the clock is ahead. */
  aheadMs: number;
  /** @returns who may hold still what was deleted up to a position */
  purge(upTo: bigint): Promise<readonly PendingMember[]>;
  /** Checks the members while nothing is to be purged. */
  check(): Promise<unknown>;
  /** Deletes a stream. @returns the position of its tombstone */
  erase(): Promise<bigint>;
}

const hourMs = 3_600_000;
const realNow = Date.now;
const pace = { pointsMs: 60_000, retryMs: 60_000 };

const test = suite<Context>('log: the files of a cluster');
test.before.each(async (context) => {
  context.cluster = await startCluster();
  context.client = EventStoreDBClient.connectionString(context.cluster.url);
  context.memory = memoryOfScavenges();
  context.aheadMs = 0;
  const address = addressOf(context.cluster.url);
  context.serviceClient = openEventStoreClient(address);
  const purge = openPurge(context.serviceClient, address, pace);
  context.purge = async (upTo) => {
    const { cleanUpTo, pending } = await purge([upTo], context.memory);
    assert.is(pending.length === 0, cleanUpTo > upTo);
    return pending;
  };
  context.check = () => purge([], context.memory);
  // One clock for the members, who run in this process, and for the service.
  Date.now = () => realNow() + context.aheadMs;
  let erased = 0;
  context.erase = async () => {
    const stream = `submission-${(erased += 1)}`;
    await context.client.appendToStream(stream, numbered(1));
    const { position } = await context.client.tombstoneStream(stream);
    return position?.commit ?? 0n;
  };
});
test.after.each(async ({ client, serviceClient, cluster }) => {
  Date.now = realNow;
  serviceClient.close();
  await client.dispose();
  await cluster.close();
});

const pointsIn = async ({ client }: Context): Promise<number> =>
  (
    await collect(client.readStream('$scavengePoints')).catch((error: unknown) => {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    })
  ).length;

const scavengesOf = ({ cluster }: Context): number[] => cluster.members.map((one) => one.scavenges());

/** Calls until every member is clean, or until a member is in a state. */
async function purged(context: Context, upTo: bigint, state?: PendingMember['state']) {
  const isThere = (pending: readonly PendingMember[]): boolean =>
    state === undefined ? pending.length === 0 : pending.some((one) => one.state === state);
  return eventually(
    'purged',
    async () => {
      const pending = await context.purge(upTo);
      return isThere(pending) ? pending : null;
    },
    20_000,
  );
}

const memberOf = ({ cluster }: Context, index: number): TestMember => {
  const member = cluster.members[index];
  assert.ok(member);
  return member;
};

test('one scavenge point serves all members, one after the other, the leader last', async (context) => {
  const upTo = await context.erase();
  const order: string[] = [];
  await eventually(
    'all are clean',
    async () => {
      const pending = await context.purge(upTo);
      const working = pending.filter(({ state }) => state === 'working').map(({ member }) => member);
      assert.ok(working.length <= 1, 'never two at once');
      for (const name of working) if (order.at(-1) !== name) order.push(name);
      return pending.length === 0;
    },
    20_000,
  );
  assert.equal(scavengesOf(context), [1, 1, 1]);
  assert.is(await pointsIn(context), 1);
  assert.is(order.at(-1), memberOf(context, 0).name);
});

test('clean members are not scavenged again', async (context) => {
  const upTo = await context.erase();
  await purged(context, upTo);
  for (let round = 0; round < 5; round += 1) await purged(context, upTo);
  assert.equal(scavengesOf(context), [1, 1, 1]);
});

test('while a member is away no scavenge starts on any member, and the missing one is named', async (context) => {
  const away = memberOf(context, 2);
  const upTo = await context.erase();
  await away.leave();
  for (let round = 0; round < 10; round += 1) {
    const pending = await context.purge(upTo);
    const [named] = pending.filter(({ state }) => state === 'away');
    assert.is(named?.member, away.name);
    assert.match(named?.message ?? '', away.name);
    assert.is(pending.length, 3, 'the others wait for it');
    context.aheadMs += hourMs;
  }
  assert.equal(scavengesOf(context), [0, 0, 0]);
  assert.is(await pointsIn(context), 0);
  await away.comeBack();
  await purged(context, upTo);
  assert.equal(scavengesOf(context), [1, 1, 1]);
  assert.is(await pointsIn(context), 1);
});

test('a scavenge waits for a member that gossip no longer lists', async (context) => {
  const away = memberOf(context, 1);
  await purged(context, await context.erase());
  const upTo = await context.erase();
  await away.leave();
  context.cluster.forget(away);
  context.aheadMs = hourMs;
  const pending = await context.purge(upTo);
  assert.equal(
    pending.filter(({ state }) => state === 'away').map(({ member }) => member),
    [away.name],
  );
  assert.equal(scavengesOf(context), [1, 1, 1]);
});

test('a second absence is timed from its own start, even if nothing was pending during the first', async (context) => {
  const away = memberOf(context, 1);
  const upTo = await context.erase();
  await context.check();
  const before = Date.now();
  await away.leave();
  await context.check();
  await away.comeBack();
  context.aheadMs = 5 * hourMs;
  await context.check();
  await away.leave();
  const pending = await context.purge(upTo);
  const { since = 'not away' } = pending.find(({ state }) => state === 'away') ?? {};
  assert.ok(Date.parse(since) - before > 4 * hourMs, since);
});

test('a member that fails repeatedly costs one scavenge point', async (context) => {
  const failing = memberOf(context, 2);
  failing.behaviour = 'fails';
  const upTo = await context.erase();
  for (let round = 1; round <= 20; round += 1) {
    await eventually(
      'it has failed once more',
      async () => {
        const pending = await context.purge(upTo);
        const failed = pending.find(({ state, member }) => state === 'failed' && member === failing.name);
        return failing.scavenges() === round && failed && /no room on the disk/.test(failed.message);
      },
      20_000,
    );
    await purged(context, upTo, 'failed');
    assert.is(failing.scavenges(), round, 'it is left in peace for a while');
    context.aheadMs += 4 * hourMs;
  }
  assert.is(await pointsIn(context), 1);
  failing.behaviour = 'succeeds';
  await purged(context, upTo);
  assert.is(await pointsIn(context), 1);
  assert.equal(scavengesOf(context), [1, 1, 21]);
});

test('a member that completes an older point reports success, but is not clean', async (context) => {
  const stopped = memberOf(context, 1);
  stopped.behaviour = 'waits to be stopped';
  const id = (await startScavenge(urlOf(stopped))).getScavengeId();
  await eventually('it is at it', () => stopped.scavenges() === 1);
  await stopScavenge(urlOf(stopped), id);
  stopped.behaviour = 'succeeds';
  const upTo = await context.erase();
  context.aheadMs = hourMs;
  await purged(context, upTo);
  assert.is(await pointsIn(context), 2, 'the first was written before the tombstone');
  assert.is(stopped.scavenges(), 3, 'stopped; the older point; the newer one');
});

test('a scavenge that an operator started is awaited, and counts', async (context) => {
  const upTo = await context.erase();
  const others = memberOf(context, 1);
  others.behaviour = 'waits to be stopped';
  await startScavenge(urlOf(others));
  const pending = await purged(context, upTo, 'working');
  assert.equal(
    pending.map(({ member, state }) => [member === others.name, state]),
    [
      [true, 'working'],
      [false, 'waiting'],
      [false, 'waiting'],
    ],
  );
  assert.equal(scavengesOf(context), [0, 1, 0]);
});

test('many erasures in a day share scavenges', async (context) => {
  let erased = await context.erase();
  // One erasure a minute, for six hours.
  for (let minute = 0; minute < 360; minute += 30) {
    await eventually(
      'it is clean, or waits',
      async () => {
        const pending = await context.purge(erased);
        return (
          pending.length === 0 ||
          pending.every(({ message }) => /many scavenges in the last day/.test(message))
        );
      },
      20_000,
    );
    erased = await context.erase();
    context.aheadMs += 30 * 60_000;
  }
  assert.is(await pointsIn(context), 8);
});

const urlOf = ({ name }: TestMember): string => `esdb://${name}?tls=false`;

test.run();
