import {
  BACKWARDS,
  END,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  type EventStoreDBClient,
  type ReadRevision,
  type RecordedEvent as StoredEvent,
} from '@eventstore/db-client';
import pTimeout from 'p-timeout';
import { openAppends } from './appends.ts';
import { clientStreams, leaderOnly } from './client-streams.ts';
import { UnreadableEvent } from '../codec.ts';
import { type EventLog, type RecordedEvent, type StreamPage, type StreamPageRequest } from '../event-log.ts';
import { LogUnavailable, StreamErased } from '../log-errors.ts';
import { openClient } from './event-store-client.ts';
import { openBacklog } from './backlog.ts';
import { headReader } from './head.ts';
import { openTail } from './tail.ts';
import { openFeed } from '../feed.ts';
import { fromLeader } from './reads.ts';
import { readStored } from './read-stored.ts';
import { toRecorded } from './wire/recorded.ts';
import type { Pace } from './scavenging/plan.ts';
import { openPurge } from './scavenging/purge.ts';

export interface EventStoreLogOptions {
  /** `esdb://…`, as for EventStoreDB's clients. */
  readonly url: string;
  /** The time after which an append without a reply counts as failed. */
  readonly appendTimeoutMs?: number;
  /** The limits for the frequency of scavenges. */
  readonly scavengePace?: Pace | undefined;
}

/** Opens the event log over EventStoreDB, or over the embedded server with the same protocol. */
export function openEventStoreLog({
  url,
  appendTimeoutMs = 10_000,
  scavengePace,
}: EventStoreLogOptions): EventLog {
  const client = openClient(url);
  const streams = clientStreams(client);
  const heads = headReader(client);
  const { append, close: closeAppends } = openAppends(streams.batchAppend, appendTimeoutMs);

  async function eraseStream(stream: string): Promise<void> {
    try {
      await client.tombstoneStream(stream, { deadline: appendTimeoutMs, ...leaderOnly });
    } catch (error) {
      if (!(error instanceof StreamDeletedError)) throw new LogUnavailable(error);
    }
  }

  const head = async (): Promise<bigint | null> => (await heads.head())?.position ?? null;

  async function ping(): Promise<void> {
    try {
      const read = { maxCount: 1, deadline: 2_000 };
      for await (const _ of fromLeader((leader) => client.readAll({ ...read, ...leader })));
    } catch (error) {
      throw new LogUnavailable(error);
    }
  }

  /** Messages on the connection have a short time to finish. */
  async function close(): Promise<void> {
    closeAppends();
    const ended = client.dispose().catch(() => undefined);
    await pTimeout(ended, { milliseconds: closeTimeoutMs, fallback: () => undefined });
  }

  const feed = openFeed(openTail(streams, heads));

  return {
    append,
    readStream: (stream, fromRevision) => readStream(client, stream, fromRevision),
    readPage: (stream, request) => readPage(client, stream, request),
    readEvent: (stream, revision) => readEvent(client, stream, revision),
    feed,
    head,
    eraseStream,
    ping,
    close,
    backlog: openBacklog(streams, heads),
    purge: openPurge(client, url, scavengePace),
    readStored: (range) => readStored(client, range),
  };
}

async function* readStream(
  client: EventStoreDBClient,
  stream: string,
  fromRevision = 0,
  maxCount?: number,
): AsyncGenerator<RecordedEvent> {
  const options = { fromRevision: BigInt(fromRevision), ...(maxCount !== undefined && { maxCount }) };
  try {
    const read = fromLeader((leader) => client.readStream(stream, { ...options, ...leader }));
    for await (const { event } of read) {
      const recorded = event && toRecorded(event);
      if (recorded) yield recorded;
    }
  } catch (error) {
    if (error instanceof StreamNotFoundError) return;
    throw asLogError(error, stream);
  }
}

async function readPage(
  client: EventStoreDBClient,
  stream: string,
  { direction, from, limit }: StreamPageRequest,
): Promise<StreamPage> {
  const edge: ReadRevision = direction === BACKWARDS ? END : START;
  const fromRevision = from === undefined ? edge : BigInt(from);
  const options = { direction, fromRevision, maxCount: limit + 1 };
  const found: StoredEvent[] = [];
  try {
    const read = fromLeader((leader) => client.readStream(stream, { ...options, ...leader }));
    for await (const { event } of read) if (event) found.push(event);
  } catch (error) {
    if (error instanceof StreamNotFoundError) return { events: [], next: null };
    throw asLogError(error, stream);
  }
  const events = found.slice(0, limit).flatMap((stored) => toRecorded(stored) ?? []);
  const following = found[limit];
  return { events, next: following ? Number(following.revision) : null };
}

async function readEvent(
  client: EventStoreDBClient,
  stream: string,
  revision: number,
): Promise<RecordedEvent | null> {
  let found: RecordedEvent | null = null;
  for await (const event of readStream(client, stream, revision, 1)) found = event;
  return found?.revision === revision ? found : null;
}

const closeTimeoutMs = 500;

function asLogError(error: unknown, stream = ''): unknown {
  if (error instanceof StreamDeletedError) return new StreamErased(stream);
  return error instanceof UnreadableEvent ? error : new LogUnavailable(error);
}
