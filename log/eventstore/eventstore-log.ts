import { StreamDeletedError } from '@eventstore/db-client';
import pTimeout from 'p-timeout';
import { timeLimit } from '../../async/time-limit.ts';
import { openAppends } from './appends.ts';
import { clientStreams, leaderOnly } from './client-streams.ts';
import type { EventLog } from '../event-log.ts';
import { LogUnavailable } from '../log-errors.ts';
import { openClient, refuseCalls } from './event-store-client.ts';
import { openBacklog } from './backlog.ts';
import { eventAt } from './event-at.ts';
import { headReader } from './head.ts';
import { openTail } from './tail.ts';
import { openFeed } from '../feed.ts';
import { fromLeader } from './reads.ts';
import { readStored } from './read-stored.ts';
import { openStreamReads } from './stream-reads.ts';
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
  const reads = openStreamReads(streams);
  const heads = headReader(client);
  const { append, close: closeAppends } = openAppends(streams.batchAppend, appendTimeoutMs);

  async function eraseStream(stream: string): Promise<void> {
    try {
      // The deadline of the call does not include finding a node and connecting to it.
      const erased = client.tombstoneStream(stream, { deadline: appendTimeoutMs, ...leaderOnly });
      await timeLimit(erased, appendTimeoutMs, () => {
        throw new Error(`no answer within ${appendTimeoutMs} ms`);
      });
    } catch (error) {
      if (!(error instanceof StreamDeletedError)) throw new LogUnavailable(error);
    }
  }

  const head = async (): Promise<bigint | null> => (await heads.head())?.position ?? null;

  async function readOne(): Promise<void> {
    const read = { maxCount: 1, deadline: pingMs };
    for await (const _ of fromLeader((leader) => client.readAll({ ...read, ...leader })));
  }

  async function ping(): Promise<void> {
    try {
      await timeLimit(readOne(), pingMs, () => {
        throw new Error(`no answer within ${pingMs} ms`);
      });
    } catch (error) {
      throw new LogUnavailable(error);
    }
  }

  /** Messages on the connection have a short time to finish. */
  async function close(): Promise<void> {
    closeAppends();
    refuseCalls(client);
    const ended = client.dispose().catch(() => undefined);
    await pTimeout(ended, { milliseconds: closeTimeoutMs, fallback: () => undefined });
  }

  const feed = openFeed(openTail(streams, heads));

  return {
    append,
    readStream: reads.readStream,
    readPage: reads.readPage,
    readEvent: reads.readEvent,
    feed,
    head,
    eventAt: (position) => eventAt(client, position),
    eraseStream,
    ping,
    close,
    backlog: openBacklog(streams, heads),
    purge: openPurge(client, url, scavengePace),
    readStored: (range) => readStored(client, reads, range),
  };
}

const closeTimeoutMs = 500;
const pingMs = 2_000;
