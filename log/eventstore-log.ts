import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type Position,
  type ReadRevision,
  type RecordedEvent as StoredEvent,
} from '@eventstore/db-client';
import pTimeout from 'p-timeout';
import { openAppends } from './appends.ts';
import { clientStreams } from './client-streams.ts';
import { UnreadableEvent } from './codec.ts';
import {
  LogUnavailable,
  StreamErased,
  caughtUp,
  type EventLog,
  type LogItem,
  type RecordedEvent,
  type StreamPage,
  type StreamPageRequest,
} from './event-log.ts';
import { openTail } from './eventstore-tail.ts';
import { openFeed } from './feed.ts';
import { readStored } from './read-stored.ts';
import { toRecorded } from './recorded.ts';
import { scavenge } from './scavenge.ts';

export interface EventStoreLogOptions {
  /** `esdb://…`, as EventStoreDB's clients take it. */
  readonly url: string;
  /** After how long an append without an answer counts as failed. */
  readonly appendTimeoutMs?: number;
}

/**
 * How many events of other streams may pass before a filtered subscription reports its position: a wide window keeps
 * the server's reads large.
 */
const searchWindow = 1_000;

/** The event log over EventStoreDB, or over the embedded server that speaks its protocol. */
export function openEventStoreLog({ url, appendTimeoutMs = 10_000 }: EventStoreLogOptions): EventLog {
  const client = EventStoreDBClient.connectionString(url);
  const streams = clientStreams(client);
  const { append, close: closeAppends } = openAppends(streams.batchAppend, appendTimeoutMs);

  async function* readStream(
    stream: string,
    fromRevision = 0,
    maxCount?: number,
  ): AsyncGenerator<RecordedEvent> {
    const options = { fromRevision: BigInt(fromRevision), ...(maxCount !== undefined && { maxCount }) };
    try {
      for await (const { event } of client.readStream(stream, options)) {
        const recorded = event && toRecorded(event);
        if (recorded) yield recorded;
      }
    } catch (error) {
      if (error instanceof StreamNotFoundError) return;
      throw asLogError(error, stream);
    }
  }

  async function readPage(
    stream: string,
    { direction, from, limit }: StreamPageRequest,
  ): Promise<StreamPage> {
    const edge: ReadRevision = direction === BACKWARDS ? END : START;
    const fromRevision = from === undefined ? edge : BigInt(from);
    const options = { direction, fromRevision, maxCount: limit + 1 };
    const found: StoredEvent[] = [];
    try {
      for await (const { event } of client.readStream(stream, options)) if (event) found.push(event);
    } catch (error) {
      if (error instanceof StreamNotFoundError) return { events: [], next: null };
      throw asLogError(error, stream);
    }
    const events = found.slice(0, limit).flatMap((stored) => toRecorded(stored) ?? []);
    const following = found[limit];
    return { events, next: following ? Number(following.revision) : null };
  }

  async function readEvent(stream: string, revision: number): Promise<RecordedEvent | null> {
    for await (const event of readStream(stream, revision, 1))
      return event.revision === revision ? event : null;
    return null;
  }

  async function* subscribe(
    ...[{ after, streamPrefixes, signal }]: Parameters<EventLog['subscribe']>
  ): AsyncGenerator<LogItem | typeof caughtUp> {
    const isOver = () => signal.aborted;
    if (isOver()) return;
    const subscription = client.subscribeToAll({
      fromPosition: after === null ? START : { commit: after, prepare: after },
      filter: streamNameFilter({
        prefixes: [...streamPrefixes],
        checkpointInterval: 1,
        maxSearchWindow: searchWindow,
        // Pushed through the subscription itself, so that it stays behind the events that precede it.
        checkpointReached: (_, position) => Promise.resolve(void inOrder(subscription, position)),
      }),
    });
    subscription.on('caughtUp', () => inOrder(subscription, caughtUp));
    // The loop below hears of errors; this is for one that comes after it has ended.
    subscription.on('error', () => undefined);
    const stop = () => subscription.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      for await (const step of subscription as AsyncIterable<SubscriptionStep>) {
        yield toItem(step);
        if (step === caughtUp) return;
      }
    } catch (error) {
      if (!isOver()) throw asLogError(error);
    } finally {
      signal.removeEventListener('abort', stop);
      await subscription.unsubscribe().catch(() => undefined);
    }
  }

  async function eraseStream(stream: string): Promise<void> {
    try {
      await client.tombstoneStream(stream, { deadline: appendTimeoutMs });
    } catch (error) {
      if (!(error instanceof StreamDeletedError)) throw new LogUnavailable(error);
    }
  }

  async function head(): Promise<bigint | null> {
    try {
      for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }))
        if (event) return event.position.commit;
      return null;
    } catch (error) {
      throw new LogUnavailable(error);
    }
  }

  async function ping(): Promise<void> {
    try {
      for await (const _ of client.readAll({ maxCount: 1, deadline: 2_000 })) break;
    } catch (error) {
      throw new LogUnavailable(error);
    }
  }

  /** `dispose` never ends when a stream broke off before it was called, so that it is only given a moment. */
  async function close(): Promise<void> {
    closeAppends();
    const disposed = client.dispose().catch(() => undefined);
    await pTimeout(disposed, { milliseconds: closeTimeoutMs, fallback: () => undefined });
  }

  const feed = openFeed(openTail(streams));

  return {
    ...{ append, readStream, readPage, readEvent, subscribe, feed, head, eraseStream, ping, close },
    scavenge: (signal) => scavenge(client, url, signal),
    readStored: (from) => readStored(client, from),
  };
}

const closeTimeoutMs = 500;

type SubscriptionStep = AllStreamResolvedEvent | Position | typeof caughtUp;

const inOrder = (subscription: AllStreamSubscription, step: Position | typeof caughtUp): boolean =>
  subscription.push(step);

function toItem(step: SubscriptionStep): LogItem | typeof caughtUp {
  if (step === caughtUp) return caughtUp;
  if ('commit' in step) return { position: step.commit, event: null };
  if (!step.event) throw new Error('a subscription without links delivered no event');
  return { position: step.event.position.commit, event: toRecorded(step.event) };
}

function asLogError(error: unknown, stream = ''): unknown {
  if (error instanceof StreamDeletedError) return new StreamErased(stream);
  return error instanceof UnreadableEvent ? error : new LogUnavailable(error);
}
