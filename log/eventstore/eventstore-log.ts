import { timeLimit } from '../../async/time-limit.ts';
import type { EventLog } from '../event-log.ts';
import { openFeed } from '../feed.ts';
import { LogUnavailable } from '../log-errors.ts';
import { openAppends } from './appends.ts';
import { openBacklog } from './backlog.ts';
import { exceptionOf, openEventStoreClient, readAll } from './client/index.ts';
import { addressOf } from './connection-string.ts';
import { headReader } from './head.ts';
import { leaderPages } from './pages.ts';
import { readLogPage } from './read-log-page.ts';
import { readStored } from './read-stored.ts';
import type { Pace } from './scavenging/plan.ts';
import { openPurge } from './scavenging/purge.ts';
import { openStreamReads } from './stream-reads.ts';
import { openTail } from './tail.ts';

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
  const address = addressOf(url);
  const client = openEventStoreClient(address);
  const reads = openStreamReads(client);
  const heads = headReader(client);
  const pingPage = leaderPages(client, pingMs);
  const { append, close: closeAppends } = openAppends(client.batchAppend, appendTimeoutMs);

  async function eraseStream(stream: string): Promise<void> {
    try {
      // The deadline of the call does not include finding a node and connecting to it.
      await timeLimit(client.tombstone(stream, appendTimeoutMs), appendTimeoutMs, () => {
        throw new Error(`no answer within ${appendTimeoutMs} ms`);
      });
    } catch (error) {
      if (exceptionOf(error) !== 'stream-deleted') throw new LogUnavailable(error);
    }
  }

  async function ping(): Promise<void> {
    try {
      await pingPage(readAll({ direction: 'forwards', count: 1 }));
    } catch (error) {
      throw new LogUnavailable(error);
    }
  }

  return {
    append,
    readStream: reads.readStream,
    readPage: reads.readPage,
    readEvent: reads.readEvent,
    readLogPage: (request) => readLogPage(leaderPages(client), request),
    feed: openFeed(openTail(client, heads)),
    head: async () => (await heads.head())?.position ?? null,
    eventAt: heads.eventAt,
    eraseStream,
    ping,
    async close() {
      closeAppends();
      client.close();
    },
    backlog: openBacklog(client, heads),
    purge: openPurge(client, address, scavengePace),
    readStored: (range) => readStored(leaderPages(client), reads, range),
  };
}

const pingMs = 2_000;
