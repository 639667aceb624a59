// A process of its own: time passes as the test says.

import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pause } from '../../../async/pause.ts';
import type { AttemptRequest } from '../../../dispatcher/bus/bus.ts';
import {
  KnownSubscriptions,
  type SubscriptionsOf,
} from '../../../dispatcher/scheduler/known-subscriptions.ts';
import { followNewDeliveries, type NewDeliveries } from '../../../dispatcher/scheduler/new-deliveries.ts';
import { runScheduler } from '../../../dispatcher/scheduler/scheduler.ts';
import { type Subscription, subscriptionsAfter } from '../../../domain/delivery/plan.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import type { FeedItem, RecordedEvent } from '../../../log/event-log.ts';
import { openFeed } from '../../../log/feed.ts';
import { type Subscriber } from '../../../log/feed-run.ts';
import { arrived } from '../../domain/delivery/samples.ts';
import { recorded } from '../../projections/documents-of.ts';
import {
  accountOpened,
  configured,
  type Fact,
  formCreated,
  inDelivery,
  inDestination,
  minute,
  scheduled,
  submitted,
} from '../../projections/samples.ts';
import { openMemoryLeases } from '../../simulation/memory/memory-leases.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { openMemoryStore } from '../../simulation/memory/memory-store.ts';
import { openVirtualTime } from '../../simulation/virtual-time.ts';
import { advanceClock } from '../../support/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { nothingParked } from './no-parked.ts';

const test = suite('planned deliveries');

const disabled = inDestination('d1', {
  type: 'DestinationDisabled',
  data: { reason: { kind: 'operator' }, at: minute(1) },
});
const enabled = inDestination('d1', { type: 'DestinationEnabled', data: { at: minute(2) } });
const subscribed = configured('d1');
/** The id of the delivery of a submission to a destination, by the ids that a speaker gives to events. */
const deliveryOf = (submissionId: string, destinationId = 'd1'): string =>
  derivedId(`submission-${submissionId} 0`, destinationId);

/** A feed that a test speaks for. @param at the head of its log; by default beyond all that a test says */
function speaker(capacity?: number, at = 1_000_000n) {
  const listeners = new Set<Subscriber<FeedItem>>();
  const revisions = new Map<string, number>();
  let position = 0n;
  const recordedHere = (facts: readonly Fact[]): RecordedEvent[] =>
    recorded(facts).map((event) => {
      const revision = revisions.get(event.stream) ?? 0;
      revisions.set(event.stream, revision + 1);
      return { ...event, id: `${event.stream} ${revision}`, revision, position: (position += 10n) };
    });
  const heard = (events: readonly RecordedEvent[]): FeedItem[] =>
    events.map((event) => ({
      id: event.id,
      position: event.position,
      stream: event.stream,
      revision: event.revision,
      bytes: 1,
      read: () => event,
      item: () => ({ position: event.position, event }),
    }));
  const hear = (...items: FeedItem[]) =>
    items.forEach((item) => listeners.forEach((listener) => listener.received(item)));
  const feed = openFeed<FeedItem>((listener) => {
    listeners.add(listener);
    listener.live(null);
    return () => void listeners.delete(listener);
  }, capacity);
  return {
    feed,
    listeners,
    hear,
    heard,
    recordedHere,
    head: async () => at,
    say(...facts: Fact[]): readonly RecordedEvent[] {
      const events = recordedHere(facts);
      hear(...heard(events));
      return events;
    },
    fail: () => listeners.forEach((listener) => listener.failed(new Error('the log is gone'))),
  };
}

/** An event that this release cannot read, of an account. */
const undecodedIn = (stream: string, accountId = 'acme'): FeedItem => {
  const named = { id: `undecoded of ${stream}`, stream, revision: 1 };
  const undecoded = { ...named, type: 'Unknown', accountId, fault: null };
  return {
    ...named,
    position: 1n,
    bytes: 1,
    read: () => null,
    item: () => ({ position: 1n, event: null, undecoded }),
  };
};

/** The read model of a service without destinations. */
const none: SubscriptionsOf = async (ids) =>
  new Map(ids.map((id) => [id, { position: -1n, subscriptions: [] }]));

/** Hears of what is planned, as `source stream -> destination`, and of changes, until `stop`. */
function hearing({ feed }: ReturnType<typeof speaker>, subscriptionsOf = none) {
  const over = new AbortController();
  const told: string[] = [];
  const news: NewDeliveries[] = [];
  const failures: unknown[] = [];
  const ended = followNewDeliveries(
    { feed },
    new KnownSubscriptions(subscriptionsOf),
    {
      onGap: () => undefined,
      onDeliveries(heard) {
        news.push(heard);
        told.push(...heard.planned.map(({ origin, attempt }) => `${origin?.stream} ${attempt}`));
      },
      onFailure: (error) => failures.push(error),
    },
    over.signal,
  );
  const stop = (): Promise<void> => {
    over.abort();
    return ended;
  };
  return { told, news, failures, stop };
}

test('reports each first attempt, and nothing else', async () => {
  const log = speaker();
  const { told, news, failures, stop } = hearing(log);
  await eventually('it listens', () => log.listeners.size > 0);
  log.say(accountOpened('a1'), subscribed, submitted('s1'), submitted('s2', { isComplete: false }));
  log.say(disabled, submitted('s3'), enabled, formCreated('f1'), submitted('s4'));
  await eventually('all is told', () => told.includes('submission-s4 1'));
  assert.equal(told, ['submission-s1 1', 'submission-s4 1']);
  assert.equal(failures, []);
  const [first] = news.flatMap(({ planned }) => planned);
  assert.equal(first, {
    deliveryId: deliveryOf('s1'),
    destinationId: 'd1',
    dueAt: minute(5),
    attempt: 1,
    origin: { destinationId: 'd1', stream: 'submission-s1', revision: 0 },
    plannedAt: 30n,
  });
  assert.equal(new Set(news.flatMap(({ changed }) => changed)), new Set(['d1']));
  await stop();
});

test('a delivery that the feed brings together with its attempt is not reported', async () => {
  const log = speaker();
  const { told, news, stop } = hearing(log);
  await eventually('it listens', () => log.listeners.size > 0);
  log.say(subscribed, submitted('s1'), inDelivery(deliveryOf('s1'), arrived(1)), submitted('s2'));
  await eventually('all is told', () => told.includes('submission-s2 1'));
  assert.equal(told, ['submission-s2 1']);
  assert.equal(
    news.flatMap(({ tried }) => tried),
    [deliveryOf('s1')],
  );
  await stop();
});

test('an account with an event that cannot be read has no deliveries from the feed; others have', async () => {
  const log = speaker();
  const { told, news, failures, stop } = hearing(log);
  await eventually('it listens', () => log.listeners.size > 0);
  log.say(subscribed, submitted('s1'));
  await eventually('it is told', () => told.includes('submission-s1 1'));
  log.hear(undecodedIn('account-a1'), undecodedIn('submission-s1', 'another'));
  log.say(submitted('s2'));
  await eventually('it is told', () => told.includes('submission-s2 1'));
  log.hear(undecodedIn('submission-s1'));
  log.say(submitted('s3'), subscribed, submitted('s4'));
  await eventually('all is heard', () => news.flatMap(({ changed }) => changed).length === 2);
  await stop();
  assert.equal(told, ['submission-s1 1', 'submission-s2 1']);
  assert.equal(failures, []);
});

test('while the read model cannot be read, changes are reported still', async () => {
  const log = speaker();
  let isAway = true;
  const { told, news, failures, stop } = hearing(log, async (ids) => {
    if (isAway) throw new Error('the store is away');
    return none(ids);
  });
  await eventually('it listens', () => log.listeners.size > 0);
  log.say(subscribed, submitted('s1'), inDelivery('w1', arrived(1)));
  await eventually('it is told', () => news.length > 0 && failures.length > 0);
  assert.equal([news[0]?.changed, news[0]?.tried, news[0]?.planned], [['d1'], ['w1'], []]);
  isAway = false;
  log.say(configured('d2'), submitted('s2'));
  await eventually('it is told', () => told.includes('submission-s2 1'));
  await stop();
});

test('subscribes again after a failure and after the cursor was lost, and then asks the read model again', async () => {
  const log = speaker(8);
  let shown: readonly Subscription[] = [];
  const { told, failures, stop } = hearing(
    log,
    async (ids) => new Map(ids.map((id) => [id, { position: -1n, subscriptions: shown }])),
  );
  await eventually('it listens', () => log.listeners.size > 0);
  log.fail();
  log.listeners.clear();
  await eventually('it listens again', () => failures.length === 1 && log.listeners.size > 0);
  log.say(submitted('early'));
  const [made] = log.say(subscribed, ...Array.from({ length: 100 }, (_, n) => submitted(`lost${n}`)));
  assert.ok(made);
  shown = subscriptionsAfter([], made);
  let next = 0;
  await eventually('it is told of what comes', () => {
    log.say(submitted(`next${next++}`));
    return told.some((one) => one.startsWith('submission-next'));
  });
  assert.is(failures.length, 1);
  await stop();
});

/**
 * A scheduler over a read model in memory that shows the deliveries a test gives it. If `isRestless`, the read model
 * reports a change whenever the scheduler waits for one; `head` is the head of the log when the scheduler has gained
 * its ranges.
 */
function scheduling({ isRestless = false, leaseMs = 2_000, head = 1_000_000n } = {}) {
  const log = speaker(undefined, head);
  const store = openMemoryStore();
  const over = new AbortController();
  const now = () => new Date(minute(10));
  const requests: string[] = [];
  const requestedAgain: string[] = [];
  const requestedNew: string[] = [];
  const leases = openMemoryLeases(leaseMs, Date.now, () => undefined);
  const call = async <T>(effect: () => T): Promise<T> => effect();
  let looks = 0;
  const ended = runScheduler(
    {
      log,
      queue: store.queue,
      subscriptionsOf: none,
      destinationLimits: store.limits,
      aggregates: openAggregates(logOf(openMemoryLog(now), call)),
      now,
      ...nothingParked,
      leases: leases.leasesFor(call),
      members: leases.membersFor(call, 'one'),
      logger: pino({ level: 'silent' }),
      bus: {
        request: async ({ deliveryId, again, isNew = false }: AttemptRequest) => {
          requests.push(deliveryId);
          if (isNew) requestedNew.push(deliveryId);
          if (again) requestedAgain.push(deliveryId);
          return { result: 'done', position: '1000000' };
        },
      },
      progress: {
        positionOf: store.position,
        waitFor: async () => true,
        waitForChange: async (_model, seen, ms, signal = over.signal) => {
          looks++;
          const end = performance.now() + ms;
          do await pause(isRestless ? 0 : 2, signal);
          while (!isRestless && store.position() <= seen && performance.now() < end && !signal.aborted);
          return isRestless || store.position() > seen;
        },
      },
    },
    over.signal,
  );
  let probes = 0;
  return {
    log,
    requests,
    requestedAgain,
    requestedNew,
    looks: () => looks,
    /** Deliveries are sent from then on: until it holds its destinations, nothing is. */
    async ready() {
      await eventually('it listens', () => log.listeners.size > 0);
      log.say(subscribed);
      await eventually('it sends', () => {
        log.say(submitted(`probe${probes++}`));
        return requests.length > 0;
      });
    },
    /** Shows events in the read model, those that the feed has brought or others. */
    show(...events: readonly RecordedEvent[]) {
      for (const event of events) store.apply(event);
    },
    /** The id of a delivery that an earlier release scheduled is its submission. */
    showScheduled(...ids: string[]) {
      for (const event of log.recordedHere(ids.map((id) => scheduled(id)))) store.apply(event);
    },
    stop(): Promise<void> {
      over.abort();
      return ended;
    },
  };
}

test('a new delivery is sent once, before the read model shows it', async () => {
  const { log, requests, ready, show, showScheduled, stop } = scheduling();
  await ready();
  const events = log.say(submitted('w1'));
  const id = deliveryOf('w1');
  await eventually('it is sent', () => requests.includes(id));
  show(...events);
  showScheduled('w2');
  await eventually('what is shown next is sent', () => requests.includes('w2'));
  assert.is(requests.filter((one) => one === id).length, 1);
  await stop();
});

test('a delivery missed in the feed is found in the queue', async () => {
  const { requests, ready, showScheduled, stop } = scheduling();
  await ready();
  showScheduled('missed');
  await eventually('it is sent', () => requests.includes('missed'));
  await stop();
  assert.is(requests.filter((id) => id === 'missed').length, 1);
});

test('for a while after a range was gained, workers must read its deliveries: another scheduler may have requested them', async () => {
  const { log, requests, requestedAgain, ready, stop } = scheduling({ leaseMs: 60_000 });
  await ready();
  log.say(submitted('early'));
  await eventually('it is sent', () => requests.includes(deliveryOf('early')));
  assert.ok(requestedAgain.includes(deliveryOf('early')));
  const restoreClock = advanceClock(6_000);
  log.say(submitted('late'));
  await eventually('it is sent', () => requests.includes(deliveryOf('late')));
  assert.not.ok(requestedAgain.includes(deliveryOf('late')));
  restoreClock();
  await stop();
});

test('a delivery that was planned after the range was gained has not been requested by another scheduler', async () => {
  const { log, requests, requestedAgain, ready, showScheduled, stop } = scheduling({
    leaseMs: 60_000,
    head: -1n,
  });
  await ready();
  log.say(submitted('new'));
  await eventually('it is sent', () => requests.includes(deliveryOf('new')));
  assert.not.ok(requestedAgain.includes(deliveryOf('new')));
  // Where the read model alone shows a delivery, nothing says when it was planned.
  showScheduled('shown');
  await eventually('it is sent', () => requests.includes('shown'));
  assert.ok(requestedAgain.includes('shown'));
  await stop();
});

test('a delivery is new to the worker unless the read model has passed its event', async () => {
  const { log, requests, requestedNew, ready, showScheduled, stop } = scheduling({ head: -1n });
  await ready();
  const sent = (id: string) => eventually(`${id} is sent`, () => requests.includes(deliveryOf(id)));
  log.say(submitted('new'));
  await sent('new');
  assert.ok(requestedNew.includes(deliveryOf('new')));
  const late = log.recordedHere([submitted('late')]);
  showScheduled('shown');
  log.hear(...log.heard(late));
  await sent('late');
  assert.not.ok(requestedNew.includes(deliveryOf('late')), 'by what is shown, it may have been attempted');
  await stop();
});

test('reads the queue at most a hundred times a second, however many changes are reported', async () => {
  const time = openVirtualTime(0);
  const { looks, stop } = scheduling({ isRestless: true });
  await time.run(1_000);
  const before = looks();
  await time.run(2_000);
  const inOneSecond = looks() - before;
  const stopped = stop();
  await time.run(10_000);
  await stopped;
  time.end();
  assert.ok(inOneSecond > 0 && inOneSecond <= 100, `${inOneSecond} looks`);
});

test.run();
