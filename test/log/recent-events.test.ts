import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FeedItem, RecordedEvent } from '../../log/event-log.ts';
import { openFeed } from '../../log/feed.ts';
import type { Subscriber } from '../../log/feed-run.ts';
import { LogUnavailable } from '../../log/log-errors.ts';
import { openRecentEvents } from '../../log/recent-events.ts';
import { recorded } from '../projections/documents-of.ts';
import { accountOpened, submitted } from '../projections/samples.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('log/recent-events');

/** A log whose feed a test speaks for; `reads` counts the events that were read from the log itself. */
function openWorld() {
  const listeners = new Set<Subscriber<FeedItem>>();
  const world = { reads: 0 };
  const log = {
    feed: openFeed<FeedItem>((listener) => {
      listeners.add(listener);
      listener.live(null);
      return () => void listeners.delete(listener);
    }),
    async readEvent(): Promise<RecordedEvent | null> {
      world.reads += 1;
      return null;
    },
  };
  const recent = openRecentEvents(log, ['submission-']);
  return Object.assign(world, {
    recent,
    hear: (item: FeedItem) => listeners.forEach((listener) => listener.received(item)),
    endFeed: () => listeners.forEach((listener) => listener.failed(new LogUnavailable('cut'))),
    isHeard: () => eventually('the feed is followed', () => listeners.size > 0),
  });
}

const itemOf = (event: RecordedEvent, read: () => RecordedEvent = () => event): FeedItem => ({
  id: event.id,
  position: event.position,
  stream: event.stream,
  revision: event.revision,
  bytes: 100,
  read,
  item: () => ({ position: event.position, event }),
});

const [submission, account] = recorded([submitted('s1'), accountOpened('acme')]);
if (!submission || !account) throw new Error('two events were asked for');

test('an event that the feed has brought is not read from the log', async () => {
  const world = openWorld();
  const stop = new AbortController();
  const following = world.recent.follow(stop.signal);
  await world.isHeard();
  world.hear(itemOf(submission));
  await eventually(
    'it is known',
    async () => (await world.recent.readEvent(submission.stream, 0)) === submission,
  );
  const reads = world.reads;
  assert.is(await world.recent.readEvent(submission.stream, 0), submission);
  assert.is(world.reads, reads);
  stop.abort();
  await following;
});

test('other revisions, other streams and events that cannot be decoded are read from the log', async () => {
  const world = openWorld();
  const stop = new AbortController();
  const following = world.recent.follow(stop.signal);
  await world.isHeard();
  world.hear(itemOf(account));
  const unreadable = { ...submission, stream: 'submission-s2' };
  world.hear(
    itemOf(unreadable, () => {
      throw new Error('unreadable');
    }),
  );
  world.hear(itemOf(submission));
  await eventually(
    'all is heard',
    async () => (await world.recent.readEvent(submission.stream, 0)) === submission,
  );
  const reads = world.reads;
  assert.is(await world.recent.readEvent(submission.stream, 1), null);
  assert.is(await world.recent.readEvent(account.stream, 0), null);
  assert.is(await world.recent.readEvent(unreadable.stream, 0), null);
  assert.is(world.reads, reads + 3);
  stop.abort();
  await following;
});

test('an error of the feed ends its followers', async () => {
  const world = openWorld();
  const following = world.recent.follow(new AbortController().signal).catch((error: unknown) => error);
  await world.isHeard();
  world.endFeed();
  assert.instance(await following, LogUnavailable);
});

test.run();
