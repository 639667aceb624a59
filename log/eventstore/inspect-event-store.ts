import { AccessDeniedError, BACKWARDS, END, jsonEvent, type EventStoreDBClient } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Client } from '@grpc/grpc-js';
import pTimeout from 'p-timeout';
import { appendLimitBelow, neededAppendSize } from './append-limit.ts';
import { openClient } from './event-store-client.ts';

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
  /** The limit of an append in bytes, where it is lower than the service needs; otherwise null. */
  readonly tooSmallAppendLimit: number | null;
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
  const client = openClient(url);
  try {
    return await pTimeout(inspect(client), { milliseconds: 3 * callMs });
  } finally {
    // A pending call may never end.
    void client.dispose().catch(() => undefined);
  }
}

async function inspect(client: EventStoreDBClient): Promise<EventStoreFacts> {
  const version = await versionOf(client);
  const members = await membersOf(client);
  const mayReadAll = await isAllowed(async () => {
    const read = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, deadline: callMs });
    for await (const _ of read);
  });
  let clockAheadMs: number | null = null;
  const mayAppend = await isAllowed(async () => {
    clockAheadMs = await appendCheck(client);
  });
  const tooSmallAppendLimit = mayAppend
    ? await appendLimitBelow(client, checkStream, neededAppendSize, callMs)
    : null;
  return { version, members, mayReadAll, mayAppend, clockAheadMs, tooSmallAppendLimit };
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

type ClientClass<T> = new (...args: never[]) => T;
interface ClientInternals {
  execute<C extends Client, T>(
    clientClass: ClientClass<C>,
    name: string,
    call: (connection: C) => Promise<T>,
  ): Promise<T>;
}

const hasInternals = (client: object): client is ClientInternals =>
  typeof Reflect.get(client, 'execute') === 'function';

/**
 * Makes a call for which the client has no method, on its connection. @throws for a version with other
 * internals
 */
function execute<C extends Client, T>(
  client: object,
  clientClass: ClientClass<C>,
  call: (connection: C) => Promise<T>,
): Promise<T> {
  if (!hasInternals(client))
    throw new Error('this version of the event store client does not expose its calls');
  return client.execute(clientClass, 'inspect', call);
}

type Callback<T> = (error: Error | null, value: T) => void;

const promised = <T>(call: (done: Callback<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, value) => (error ? reject(error) : resolve(value)));
  });

async function versionOf(client: EventStoreDBClient): Promise<string> {
  const supported = await execute(client, ServerFeaturesClient, (connection) =>
    promised<SupportedMethods>((done) => connection.getSupportedMethods(new shared.Empty(), done)),
  );
  return supported.getEventStoreServerVersion();
}

const roles = Object.entries(gossip.MemberInfo.VNodeState);

async function membersOf(client: EventStoreDBClient): Promise<EventStoreFacts['members']> {
  const cluster = await execute(client, GossipClient, (connection) =>
    promised<ClusterInfo>((done) => connection.read(new shared.Empty(), done)),
  );
  return cluster.getMembersList().map((member) => {
    const endPoint = member.getHttpEndPoint();
    return {
      address: `${endPoint?.getAddress() ?? '?'}:${endPoint?.getPort() ?? '?'}`,
      role: (roles.find(([, state]) => state === member.getState())?.[0] ?? 'unknown').toLowerCase(),
      isAlive: member.getIsAlive(),
    };
  });
}
