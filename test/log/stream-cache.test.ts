import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AccountCommand } from '../../domain/account/commands.ts';
import { account } from '../../domain/account/decider.ts';
import { delivery, type DeliveryCommand } from '../../domain/delivery/decider.ts';
import { type Aggregates, type CommandContext, openAggregates } from '../../log/aggregates.ts';
import { type EventLog, type FeedItem } from '../../log/event-log.ts';
import { openFeed } from '../../log/feed.ts';
import { type Subscriber } from '../../log/feed-run.ts';
import { LogUnavailable } from '../../log/log-errors.ts';
import { answered, record, subject } from '../domain/delivery/samples.ts';
import { openMemoryLog } from '../simulation/memory/memory-log.ts';
import { advanceClock } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('log/stream-cache');

const at = '2026-01-02T03:04:05.678Z';
const stream = 'account-a';
const context: CommandContext = {
  accountId: 'a',
  correlationId: 'c',
  causationId: 'd',
  actor: { kind: 'system', id: 'test' },
};
const open: AccountCommand = { type: 'OpenAccount', accountId: 'a', name: 'A', plan: 'free', at };
/** The first event of a delivery that was skipped. */
const replay: DeliveryCommand = { type: 'ReplayDelivery', planned: { subject, isSkipped: true }, at };
const changeTo = (plan: string): AccountCommand => ({ type: 'ChangePlan', plan, at });

/** A state may be this old. Shorter than a silent feed is waited for, so that tests need not wait for long. */
const maxAgeMs = 100;

/** A log of two processes, one of which follows the feed; how far it hears, and what is read, is up to the test. */
function openWorld() {
  const log = openMemoryLog(() => new Date(at));
  const listeners = new Set<Subscriber<FeedItem>>();
  const world = {
    reads: 0,
    heads: 0,
    /** The feed delivers nothing meanwhile. */
    isStalled: false,
    /** No question is answered meanwhile. */
    isUnavailable: false,
    /** Runs when a read has its events, before it returns them. */
    duringRead: async (): Promise<void> => undefined,
    /** Runs when an append has taken place, before its reply arrives. */
    beforeReply: async (): Promise<void> => undefined,
    /** The event store recognises appends that the client sent again. */
    isResending: false,
  };
  const held: FeedItem[] = [];
  function flush(): void {
    if (world.isStalled) return;
    for (const heard of held.splice(0)) for (const listener of listeners) listener.received(heard);
  }
  log.watch((event) => {
    held.push({ ...event, bytes: 1, read: () => event, item: () => ({ position: event.position, event }) });
    flush();
  });
  const answering = (): void => {
    if (world.isUnavailable) throw new LogUnavailable(new Error('away'));
  };
  async function* readStream(name: string, from = 0) {
    world.reads += 1;
    answering();
    const events = log.stream(name).slice(from);
    await world.duringRead();
    yield* events;
  }
  const followed: Pick<EventLog, 'append' | 'readStream' | 'feed' | 'head'> = {
    readStream,
    async append(...args) {
      const appended = log.append(...args);
      await world.beforeReply();
      return world.isResending ? { ...appended, resent: true } : appended;
    },
    async head() {
      world.heads += 1;
      answering();
      return log.head();
    },
    feed: openFeed((listener) => {
      listeners.add(listener);
      listener.live(null);
      return () => void listeners.delete(listener);
    }),
  };
  const [mine, theirs] = [openAggregates(followed), openAggregates(followed)];
  return Object.assign(world, {
    mine,
    theirs,
    flush,
    /** The feed leaves out what it holds back first. */
    skip: (count: number) => void held.splice(0, count),
    run: async (command: AccountCommand) => {
      const done = await theirs.execute(account, stream, [command], context);
      if (!done.ok) throw new Error(done.error.code);
    },
    /** The plan as the process that follows the feed knows it. */
    async plan(most = maxAgeMs): Promise<string> {
      const { state } = await mine.load(account, stream, most);
      return state.exists ? state.plan : 'none';
    },
    /** Ends the feed for all. */
    endFeed: () => listeners.forEach((listener) => listener.failed(new Error('lost'))),
    async following(work: () => Promise<void>): Promise<void> {
      const stop = new AbortController();
      const heads = world.heads;
      const ended = mine.follow(followed, stop.signal).catch((error: unknown) => error);
      await eventually('the feed is followed', () => world.heads > heads);
      await work().finally(() => stop.abort());
      await ended;
    },
  });
}

/** Lets the feed wake its followers, which takes some turns of the event loop. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await nextTurn();
}

test('while the feed is live, no state is read again because of its age, and one read serves all streams', async () => {
  const world = openWorld();
  await world.run(open);
  await world.following(async () => {
    assert.is(await world.plan(), 'free');
    const { reads, heads } = world;
    for (let times = 0; times < 3; times++) {
      advanceClock(maxAgeMs);
      assert.equal(await Promise.all([world.plan(), world.plan(), world.plan()]), ['free', 'free', 'free']);
    }
    assert.is(world.reads, reads);
    assert.is(world.heads, heads + 3);
  });
});

test('an event from the feed is applied without a read', async () => {
  const world = openWorld();
  await world.run(open);
  await world.following(async () => {
    await world.plan();
    const { reads } = world;
    await world.run(changeTo('pro'));
    await eventually('the change is known', async () => (await world.plan(60_000)) === 'pro');
    advanceClock(maxAgeMs);
    assert.is(await world.plan(), 'pro');
    assert.is(world.reads, reads);
  });
});

test('an ended stream leaves the cache, whichever process ended it, and is read when it is needed again', async () => {
  const world = openWorld();
  const name = 'delivery-dl1';
  const run = async (by: Aggregates, command: DeliveryCommand): Promise<void> => {
    const done = await by.execute(delivery, name, [command], context);
    assert.ok(done.ok);
  };
  const readsFor = async (by: Aggregates) => {
    const { reads } = world;
    await by.load(delivery, name, Infinity);
    return world.reads - reads;
  };
  await world.following(async () => {
    await run(world.mine, replay);
    assert.is(await readsFor(world.mine), 0);
    await run(world.mine, record(1, answered(204)));
    assert.is(await readsFor(world.mine), 1);
    await run(world.theirs, { type: 'ReplayDelivery', at });
    assert.is(await readsFor(world.mine), 1);
    assert.is(await readsFor(world.mine), 0);
    await run(world.theirs, record(2, answered(204)));
    await turns();
    assert.is(await readsFor(world.mine), 1);
  });
});

test('a feed that is silent without an error is not trusted, and the log is read as without a feed', async () => {
  const world = openWorld();
  await world.run(open);
  await world.following(async () => {
    await world.plan();
    world.isStalled = true;
    await world.run(changeTo('pro'));
    advanceClock(maxAgeMs);
    assert.is(await world.plan(), 'pro', 'as without the feed');
    await world.run(changeTo('business'));
    advanceClock(maxAgeMs);
    assert.is(await world.plan(), 'business');
    world.isStalled = false;
    world.flush();
    advanceClock(maxAgeMs);
    await eventually('the feed is believed again', async () => {
      const { reads } = world;
      advanceClock(maxAgeMs);
      return (await world.plan()) === 'business' && world.reads === reads;
    });
  });
});

test('without feed and log a cached state is used until its maximum age', async () => {
  const world = openWorld();
  await world.run(open);
  await world.following(async () => {
    await world.plan();
    Object.assign(world, { isStalled: true, isUnavailable: true });
    advanceClock(maxAgeMs);
    await world.plan().then(
      () => assert.unreachable('it was answered'),
      (error: unknown) => assert.instance(error, LogUnavailable),
    );
  });
});

test('a state is not cached if its read missed an event that the feed delivered meanwhile', async () => {
  const world = openWorld();
  await world.run(open);
  await world.following(async () => {
    world.duringRead = async () => {
      world.duringRead = async () => undefined;
      await world.run(changeTo('pro'));
      // The feed's followers are woken in a later turn.
      await turns();
    };
    assert.is(await world.plan(), 'free', 'as it was when the log was asked');
    assert.is(await world.plan(), 'pro');
  });
});

test('if the feed lags behind a write of this process, the written state is used, and the late event changes nothing', async () => {
  const world = openWorld();
  await world.run(open);
  await world.following(async () => {
    await world.plan();
    world.isStalled = true;
    for (const plan of ['pro', 'business'])
      assert.ok((await world.mine.execute(account, stream, [changeTo(plan)], context)).ok);
    assert.is(await world.plan(), 'business');
    world.isStalled = false;
    world.flush();
    await turns();
    assert.is(await world.plan(60_000), 'business');
  });
});

test('a state cached before the feed was followed, or while it was lost, is read again', async () => {
  const world = openWorld();
  await world.run(open);
  await world.plan();
  await world.following(async () => {
    advanceClock(maxAgeMs);
    const { reads } = world;
    await world.plan();
    assert.is(world.reads, reads + 1);
    world.endFeed();
    await world.run(changeTo('pro'));
    advanceClock(maxAgeMs);
    assert.is(await world.plan(), 'pro');
  });
  await world.run(changeTo('business'));
  await world.following(async () => {
    advanceClock(maxAgeMs);
    assert.is(await world.plan(), 'business');
  });
});

test('after an event that cannot be applied the stream is read again', async () => {
  const world = openWorld();
  await world.run(open);
  await world.following(async () => {
    await world.plan();
    world.isStalled = true;
    await world.run(changeTo('pro'));
    await world.run(changeTo('business'));
    world.skip(1);
    world.isStalled = false;
    world.flush();
    await eventually('the gap is noticed', async () => (await world.plan(60_000)) === 'business');
  });
});

/** What a process believes of a stream without a read, for as long as it may. */
const replaysDelivery = async (by: Aggregates, idempotencyKey?: string): Promise<void> => {
  const keyed = idempotencyKey === undefined ? context : { ...context, idempotencyKey };
  assert.ok((await by.execute(delivery, 'delivery-dl1', [replay], keyed, { isNew: true })).ok);
};
const statusFor = async (by: Aggregates): Promise<string> => {
  const { state } = await by.load(delivery, 'delivery-dl1', 5_000);
  return state.exists ? state.status : 'none';
};
const deliver = (by: Aggregates) => by.execute(delivery, 'delivery-dl1', [record(1, answered(204))], context);

test('an append with an idempotency key may be a repetition, and its state is not cached', async () => {
  const { mine, theirs } = openWorld();
  await replaysDelivery(theirs, 'plan');
  await deliver(theirs);
  await replaysDelivery(mine, 'plan');
  assert.is(await statusFor(mine), 'succeeded');
});

test('a repetition also removes the state that was cached before', async () => {
  const { mine, theirs } = openWorld();
  const disable = { ...context, idempotencyKey: 'change' };
  await theirs.execute(account, stream, [open], context);
  await mine.load(account, stream);
  await theirs.execute(account, stream, [changeTo('pro')], disable);
  await theirs.execute(account, stream, [changeTo('business')], context);
  assert.ok((await mine.execute(account, stream, [changeTo('pro')], disable)).ok);
  const { state } = await mine.load(account, stream, 60_000);
  assert.is(state.exists && state.plan, 'business');
});

test('a retried append may be a repetition, whatever its ids', async () => {
  const world = openWorld();
  await replaysDelivery(world.theirs);
  world.isResending = true;
  await world.mine.execute(account, stream, [open], context);
  const { reads } = world;
  await world.mine.load(account, stream, 60_000);
  assert.is(world.reads, reads + 1);
});

test('the age of a written state counts from the start of the append, not from its late reply', async () => {
  const world = openWorld();
  world.beforeReply = async () => {
    world.beforeReply = async () => undefined;
    advanceClock(5_000);
    await deliver(world.theirs);
  };
  await replaysDelivery(world.mine);
  assert.is(await statusFor(world.mine), 'succeeded');
});

test('a reply that arrives after later events of the feed does not hide them', async () => {
  const world = openWorld();
  await world.following(async () => {
    world.beforeReply = async () => {
      world.beforeReply = async () => undefined;
      await deliver(world.theirs);
      await turns();
    };
    await replaysDelivery(world.mine);
    assert.is(await statusFor(world.mine), 'succeeded');
  });
});

test('a read that ends after an append of this process does not bring back the state before it', async () => {
  const world = openWorld();
  await replaysDelivery(world.theirs);
  world.duringRead = async () => {
    world.duringRead = async () => undefined;
    await deliver(world.mine);
  };
  await world.mine.load(delivery, 'delivery-dl1');
  assert.is(await statusFor(world.mine), 'succeeded');
});

test('a state that this process wrote is used without a read', async () => {
  const world = openWorld();
  await world.following(async () => {
    const { reads } = world;
    await replaysDelivery(world.mine);
    assert.is(await statusFor(world.mine), 'pending');
    assert.is(world.reads, reads);
    await deliver(world.theirs);
    await turns();
    assert.is(await statusFor(world.mine), 'succeeded');
  });
});

test.run();
