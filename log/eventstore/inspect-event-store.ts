import { AccessDeniedError, BACKWARDS, END, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import pTimeout from 'p-timeout';
import { appendLimitBelow, neededAppendSize, type TooSmallLimit } from './append-limit.ts';
import { type ClusterInfo, NodeState, openEventStoreClient, readFiles } from './client/index.ts';
import { addressOf, type ConnectionString } from './connection-string.ts';

/** The facts about an event store, and this service's permissions on it. */
export interface EventStoreFacts {
  /** For example `23.10.6.0`. */
  readonly version: string;
  readonly members: readonly { readonly address: string; readonly role: string; readonly isAlive: boolean }[];
  readonly mayReadAll: boolean;
  readonly mayAppend: boolean;
  /**
   * How far the leader's clock is ahead of this machine's, in milliseconds; null if no append was permitted.
   */
  readonly clockAheadMs: number | null;
  /** The limit on appends that is lower than the service needs; otherwise null. */
  readonly tooSmallLimit: TooSmallLimit | null;
}

/** Holds one event, that of the last check. Readers of the log ignore its type. */
export const checkStream = 'formlog-check';
const checkType = '$formlog-check';
const callMs = 5_000;

/**
 * Connects to an event store and inspects it. Appends one event to `formlog-check`, which retains one.
 * @throws if the event store does not respond within some seconds
 */
export async function inspectEventStore(url: string): Promise<EventStoreFacts> {
  const address = addressOf(url);
  const client = openEventStoreClient(address);
  try {
    const asked = Promise.all([client.serverVersion(callMs), client.gossip(callMs)]);
    const [version, cluster] = await pTimeout(asked, { milliseconds: 3 * callMs });
    const official = officialClient(address, leaderOf(address, cluster));
    try {
      const rights = await pTimeout(inspect(official), { milliseconds: 3 * callMs });
      return { version, members: membersOf(cluster), ...rights };
    } finally {
      // A pending call may never end.
      void official.dispose().catch(() => undefined);
    }
  } finally {
    client.close();
  }
}

/** Returns `host:port` of the leader, as members advertise it; for one host, as the address names it. */
function leaderOf({ hosts, finds }: ConnectionString, { members }: ClusterInfo): string {
  const [first = ''] = hosts;
  const leader = members.find(({ state, isAlive }) => isAlive && state === NodeState.Leader)?.httpEndPoint;
  return finds === 'one host' || !leader ? first : `${leader.address}:${leader.port}`;
}

/** Opens the client that EventStoreDB publishes: what it may do is what the checks are about, and speed is not. */
function officialClient(address: ConnectionString, node: string): EventStoreDBClient {
  const at = node.lastIndexOf(':');
  const endpoint = { address: node.slice(0, at), port: Number(node.slice(at + 1)) };
  const { authority, certificate, key } = address.isEncrypted ? readFiles(address.files) : {};
  const channel = {
    insecure: !address.isEncrypted,
    ...(authority && { rootCertificate: authority }),
    ...(certificate && key && { userCertFile: certificate, userKeyFile: key }),
  };
  return new EventStoreDBClient({ endpoint }, channel, address.credentials ?? undefined);
}

async function inspect(client: EventStoreDBClient): Promise<Omit<EventStoreFacts, 'version' | 'members'>> {
  const mayReadAll = await isAllowed(async () => {
    const read = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, deadline: callMs });
    for await (const _ of read);
  });
  let clockAheadMs: number | null = null;
  const mayAppend = await isAllowed(async () => {
    clockAheadMs = await appendCheck(client);
  });
  const tooSmallLimit = mayAppend
    ? await appendLimitBelow(client, checkStream, neededAppendSize, callMs)
    : null;
  return { mayReadAll, mayAppend, clockAheadMs, tooSmallLimit };
}

async function isAllowed(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof AccessDeniedError) return false;
    throw error;
  }
}

/**
 * Appends the check event. @returns how far the leader's clock is ahead in milliseconds, to within half of
 * the duration of the append
 */
async function appendCheck(client: EventStoreDBClient): Promise<number> {
  const sentAt = Date.now();
  const event = jsonEvent({ type: checkType, data: {} });
  await client.appendToStream(checkStream, event, { deadline: callMs, requiresLeader: true });
  const repliedAt = Date.now();
  const options = {
    direction: BACKWARDS,
    fromRevision: END,
    maxCount: 1,
    requiresLeader: true,
    deadline: callMs,
  } as const;
  let created = (sentAt + repliedAt) / 2;
  for await (const { event: found } of client.readStream(checkStream, options))
    created = found?.created.getTime() ?? created;
  const { metadata } = await client.getStreamMetadata(checkStream, { deadline: callMs });
  if (metadata?.maxCount !== 1)
    await client.setStreamMetadata(checkStream, { maxCount: 1 }, { deadline: callMs });
  return created - (sentAt + repliedAt) / 2;
}

const membersOf = ({ members }: ClusterInfo): EventStoreFacts['members'] =>
  members.map(({ httpEndPoint, state, isAlive }) => ({
    address: `${httpEndPoint?.address ?? '?'}:${httpEndPoint?.port ?? '?'}`,
    role: (roles.find(([, value]) => value === state)?.[0] ?? 'unknown').toLowerCase(),
    isAlive,
  }));

const roles = Object.entries(NodeState);
