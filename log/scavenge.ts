import { setTimeout as delay } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { StreamNotFoundError, type EventStoreDBClient } from '@eventstore/db-client';
import { OperationsClient } from '@eventstore/db-client/generated/operations_grpc_pb.js';
import operations, { type ScavengeResp } from '@eventstore/db-client/generated/operations_pb.js';
import { credentials, Metadata, type ChannelCredentials } from '@grpc/grpc-js';
import { LogUnavailable } from './event-log.ts';

/** What a connection string says of how to reach the nodes. */
interface Nodes {
  readonly addresses: readonly string[];
  readonly channel: ChannelCredentials;
  readonly metadata: Metadata;
}

const deadlineMs = 10_000;
const pollMs = { first: 20, longest: 1_000 };
/** After so long without an end the node is asked whether it still scavenges. */
const doubtMs = 30_000;

const connection = /^[a-z+]+:\/\/(?:([^:@/?]+):([^@/?]*)@)?([^/?]+)\/?(?:\?(.*))?$/;

/** @throws when `url` is no connection string */
function nodesIn(url: string): Nodes {
  const [, user, password = '', hosts, query = ''] = connection.exec(url) ?? [];
  if (hosts === undefined) throw new Error('the address of the event store is not a connection string');
  const options = new Map(
    [...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]),
  );
  const isPlain = options.get('tls') === 'false';
  const authority = options.get('tlscafile');
  const metadata = new Metadata();
  if (user !== undefined && !isPlain) {
    const pair = `${decodeURIComponent(user)}:${decodeURIComponent(password)}`;
    metadata.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  }
  return {
    addresses: hosts.split(',').map((host) => (/:\d+$/.test(host) ? host : `${host}:2113`)),
    channel: isPlain
      ? credentials.createInsecure()
      : credentials.createSsl(authority === undefined ? null : readFileSync(authority)),
    metadata,
  };
}

/** Asks a node to begin, unless it is at it; the client of the event store has no method for that. */
function start(address: string, { channel, metadata }: Nodes): Promise<ScavengeResp> {
  const client = new OperationsClient(address, channel);
  const options = new operations.StartScavengeReq.Options().setThreadCount(1);
  const request = new operations.StartScavengeReq().setOptions(options);
  return new Promise<ScavengeResp>((resolve, reject) => {
    client.startScavenge(request, metadata, { deadline: Date.now() + deadlineMs }, (error, response) =>
      error ? reject(error) : resolve(response),
    );
  }).finally(() => client.close());
}

const { INPROGRESS } = operations.ScavengeResp.ScavengeResult;

/**
 * Has every node that a connection string names remove from its files what deleted streams held, and waits until
 * each has. One that is at it already begins once more: it may be past what was deleted since.
 * @throws LogUnavailable when a node does not, or when the signal comes first
 */
export async function scavenge(client: EventStoreDBClient, url: string, signal: AbortSignal): Promise<void> {
  try {
    const nodes = nodesIn(url);
    for (const address of nodes.addresses) await scavengeNode(client, address, nodes, signal);
  } catch (error) {
    throw new LogUnavailable(error);
  }
}

async function scavengeNode(
  client: EventStoreDBClient,
  address: string,
  nodes: Nodes,
  signal: AbortSignal,
): Promise<void> {
  let own: string | undefined;
  let askedAt = -Infinity;
  for (let waitMs = pollMs.first; ; waitMs = Math.min(waitMs * 2, pollMs.longest)) {
    signal.throwIfAborted();
    if (own === undefined || performance.now() - askedAt > doubtMs) {
      const answer = await start(address, nodes);
      askedAt = performance.now();
      const isOther = answer.getScavengeResult() === INPROGRESS && answer.getScavengeId() !== own;
      own = isOther ? undefined : answer.getScavengeId();
    }
    if (own !== undefined && (await hasEnded(client, own))) return;
    await delay(waitMs, undefined, { signal });
  }
}

/** Whether a scavenge has come to its end. @throws when it failed */
async function hasEnded(client: EventStoreDBClient, scavengeId: string): Promise<boolean> {
  let result: string | null = null;
  try {
    for await (const { event } of client.readStream(`$scavenges-${scavengeId}`))
      if (event?.type === '$scavengeCompleted') result = resultOf(event.data);
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  if (result !== null && result !== 'Success') throw new Error(`the scavenge ended with ${result}`);
  return result !== null;
}

const resultOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'result' in data ? String(data.result) : 'no result';
