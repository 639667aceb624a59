// A process of its own: time passes as the test says.

import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pause } from '../../../async/pause.ts';
import type { AttemptRequest } from '../../../dispatcher/bus/bus.ts';
import { followNewDeliveries } from '../../../dispatcher/scheduler/new-deliveries.ts';
import { runScheduler } from '../../../dispatcher/scheduler/scheduler.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import type { FeedItem } from '../../../log/event-log.ts';
import { openFeed } from '../../../log/feed.ts';
import { type Subscriber } from '../../../log/feed-run.ts';
import { arrived } from '../../domain/delivery/samples.ts';
import { recorded } from '../../projections/documents-of.ts';
import { accountOpened, type Fact, inDelivery, minute, scheduled } from '../../projections/samples.ts';
import { openMemoryLeases } from '../../simulation/memory/memory-leases.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { openMemoryStore } from '../../simulation/memory/memory-store.ts';
import { openVirtualTime } from '../../simulation/virtual-time.ts';
import { advanceClock } from '../../support/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { nothingParked } from './no-parked.ts';

const test = suite('planned deliveries');

const skipped = (id: string): Fact =>
  inDelivery(id, { type: 'DeliverySkipped', data: { reason: 'destination_disabled', at: minute(5) } });

/** A feed that a test speaks for. @param at the head of its log; by default beyond all that a test says */
function speaker(capacity?: number, at = 1_000_000n) {
  const listeners = new Set<Subscriber<FeedItem>>();
  const heard = (...facts: Fact[]): FeedItem[] =>
    recorded(facts).map((event) => ({
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
    head: async () => at,
    say: (...facts: Fact[]) => hear(...heard(...facts)),
    fail: () => listeners.forEach((listener) => listener.failed(new Error('the log is gone'))),
  };
}

/** Hears what is planned until `stop`. */
function hearing({ feed }: ReturnType<typeof speaker>) {
  const over = new AbortController();
  const told: string[] = [];
  const failures: unknown[] = [];
  const tell: Parameters<typeof followNewDeliveries>[1] = ({ planned, changed }) =>
    void told.push(...planned.map(({ deliveryId, attempt }) => `${deliveryId} ${attempt}`), ...changed);
  const ended = followNewDeliveries({ feed }, tell, (error) => failures.push(error), over.signal);
  const stop = (): Promise<void> => {
    over.abort();
    return ended;
  };
  return { told, failures, stop };
}

test('reports each first attempt, and nothing else', async () => {
  const log = speaker();
  const { told, failures, stop } = hearing(log);
  await eventually('it listens', () => log.listeners.size > 0);
  log.say(accountOpened('a1'), scheduled('w1'), scheduled('w2'), skipped('w2'), scheduled('w3'));
  const unreadable = () => {
    throw new Error('unreadable');
  };
  log.hear({
    id: '1',
    position: 1n,
    stream: 'delivery-w4',
    revision: 0,
    bytes: 1,
    read: unreadable,
    item: unreadable,
  });
  log.hear({
    id: '2',
    position: 2n,
    stream: 'delivery-w5',
    revision: 0,
    bytes: 1,
    read: () => null,
    item: () => ({ position: 2n, event: null }),
  });
  log.say(scheduled('w6'));
  await eventually('all is told', () => told.includes('w6 1'));
  assert.equal(told, ['w1 1', 'w3 1', 'w6 1']);
  assert.equal(failures, []);
  await stop();
});

test('a delivery that the feed brings together with its attempt is not reported', async () => {
  const log = speaker();
  const { told, stop } = hearing(log);
  await eventually('it listens', () => log.listeners.size > 0);
  log.say(scheduled('w1'), inDelivery('w1', arrived(1)), scheduled('w2'));
  await eventually('all is told', () => told.includes('w2 1'));
  assert.equal(told, ['w2 1']);
  await stop();
});

test('subscribes again after a failure, and after the cursor was lost', async () => {
  const log = speaker(8);
  const { told, failures, stop } = hearing(log);
  await eventually('it listens', () => log.listeners.size > 0);
  log.fail();
  log.listeners.clear();
  await eventually('it listens again', () => failures.length === 1 && log.listeners.size > 0);
  log.say(...Array.from({ length: 100 }, (_, n) => scheduled(`lost${n}`)));
  await eventually('it is told of what comes', () => {
    log.say(scheduled('next'));
    return told.includes('next 1');
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
  const leases = openMemoryLeases(leaseMs, Date.now, () => undefined);
  const call = async <T>(effect: () => T): Promise<T> => effect();
  let position = 0n;
  let looks = 0;
  const ended = runScheduler(
    {
      log,
      queue: store.queue,
      destinationLimits: store.limits,
      aggregates: openAggregates(logOf(openMemoryLog(now), call)),
      now,
      ...nothingParked,
      leases: leases.leasesFor(call),
      members: leases.membersFor(call, 'one'),
      logger: pino({ level: 'silent' }),
      bus: {
        request: async ({ deliveryId, again }: AttemptRequest) => {
          requests.push(deliveryId);
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
    looks: () => looks,
    /** Deliveries are sent from then on: until it holds its destinations, nothing is. */
    ready: () =>
      eventually('it sends', () => {
        log.say(scheduled(`probe${probes++}`));
        return requests.length > 0;
      }),
    show(...facts: Fact[]) {
      for (const event of recorded(facts)) store.apply({ ...event, position: (position += 10n) });
    },
    stop(): Promise<void> {
      over.abort();
      return ended;
    },
  };
}

test('a new delivery is sent once, before the read model shows it', async () => {
  const { log, requests, ready, show, stop } = scheduling();
  await ready();
  log.say(scheduled('w1'));
  await eventually('it is sent', () => requests.includes('w1'));
  show(scheduled('w1'), scheduled('w2'));
  await eventually('what is shown next is sent', () => requests.includes('w2'));
  assert.is(requests.filter((id) => id === 'w1').length, 1);
  await stop();
});

test('a delivery missed in the feed is found in the queue', async () => {
  const { requests, ready, show, stop } = scheduling();
  await ready();
  show(scheduled('missed'));
  await eventually('it is sent', () => requests.includes('missed'));
  await stop();
  assert.is(requests.filter((id) => id === 'missed').length, 1);
});

test('for a while after a range was gained, workers must read its deliveries: another scheduler may have requested them', async () => {
  const { log, requests, requestedAgain, ready, stop } = scheduling({ leaseMs: 60_000 });
  await ready();
  log.say(scheduled('early'));
  await eventually('it is sent', () => requests.includes('early'));
  assert.ok(requestedAgain.includes('early'));
  const restoreClock = advanceClock(6_000);
  log.say(scheduled('late'));
  await eventually('it is sent', () => requests.includes('late'));
  assert.not.ok(requestedAgain.includes('late'));
  restoreClock();
  await stop();
});

test('a delivery that was planned after the range was gained has not been requested by another scheduler', async () => {
  const { log, requests, requestedAgain, ready, show, stop } = scheduling({ leaseMs: 60_000, head: -1n });
  await ready();
  log.say(scheduled('new'));
  await eventually('it is sent', () => requests.includes('new'));
  assert.not.ok(requestedAgain.includes('new'));
  // Where the read model alone shows a delivery, nothing says when it was planned.
  show(scheduled('shown'));
  await eventually('it is sent', () => requests.includes('shown'));
  assert.ok(requestedAgain.includes('shown'));
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
