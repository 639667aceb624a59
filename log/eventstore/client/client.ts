import type { Client, Metadata } from '@grpc/grpc-js';
import type { ConnectionString } from '../connection-string.ts';
import { accessTo } from './access.ts';
import { Connection } from './connection.ts';
import { ClusterInfo } from './generated/gossip.ts';
import { ScavengeResp, StartScavengeReq } from './generated/operations.ts';
import { SupportedMethods } from './generated/server-features.ts';
import { Empty } from './generated/shared.ts';
import { TombstoneReq } from './generated/streams.ts';
import { encoded, type MessageClass } from './message-class.ts';

/** A bidirectional call with requests and replies as bytes; the part of it that appends use. */
export interface AppendCall {
  on(event: 'data', listener: (message: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  write(message: Buffer): unknown;
  cancel(): void;
}

/** A call that streams replies as bytes until it is cancelled; the part of it that readers use. */
export interface ReadCall {
  on(event: 'data', listener: (message: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
  cancel(): void;
}

/**
 * A client of EventStoreDB for the calls that the log makes. It connects with its first call. A follower that refuses a
 * call names the leader: the client connects to it, and the caller repeats the call. When the node is lost, the next
 * call finds the leader among all hosts of the address.
 */
export interface EventStoreClient {
  /** Opens the call for appends, which only the leader takes. */
  batchAppend(): Promise<AppendCall>;
  /** Opens a read that any node may serve. @param request an encoded `ReadReq` */
  read(request: Buffer): Promise<ReadCall>;
  /** Opens a read that only the leader serves. @param request an encoded `ReadReq` */
  readLeader(request: Buffer): Promise<ReadCall>;
  /** Deletes a stream for good. @param timeoutMs the limit once a node is connected, as for all calls below */
  tombstone(stream: string, timeoutMs: number): Promise<void>;
  /** Starts a scavenge on the connected node. */
  startScavenge(timeoutMs: number): Promise<ScavengeResp>;
  /** Returns what the connected node knows of its cluster. */
  gossip(timeoutMs: number): Promise<ClusterInfo>;
  /** Returns for example `23.10.6.0`. */
  serverVersion(timeoutMs: number): Promise<string>;
  /** Opens a client of one node alone, with the same credentials. @param node `host:port` */
  clientOf(node: string): EventStoreClient;
  /** Ends every call and the connection, and fails every later call. */
  close(): void;
}

const service = '/event_store.client';
const identity = (message: Buffer): Buffer => message;
const untilCancelled = { deadline: Infinity };

/**
 * Opens a client.
 * @throws an error that describes which file of the address cannot be read, never with its password
 */
export function openEventStoreClient(address: ConnectionString): EventStoreClient {
  const access = accessTo(address);
  const connection = new Connection(address, access, async (node, timeoutMs) => {
    const client = clientOf(node);
    return client.gossip(timeoutMs).finally(client.close);
  });

  const readWith = (metadata: Metadata) => (request: Buffer) =>
    connection.call((client) =>
      client.makeServerStreamRequest(
        `${service}.streams.Streams/Read`,
        identity,
        identity,
        request,
        metadata,
        untilCancelled,
      ),
    );

  /** Makes a call with one reply. */
  async function ask<Req, Resp>(
    method: string,
    [request, message]: readonly [MessageClass<Req>, Req],
    reply: MessageClass<Resp>,
    { metadata, timeoutMs }: { readonly metadata: Metadata; readonly timeoutMs: number },
  ): Promise<Resp> {
    const serialize = (value: Req): Buffer => encoded(request, value);
    const deserialize = (bytes: Buffer): Resp => reply.decode(bytes);
    const options = { deadline: Date.now() + timeoutMs };
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, value?: Resp): void =>
        value === undefined ? reject(error ?? new Error('no reply')) : resolve(value);
      const begin = (client: Client) =>
        client.makeUnaryRequest(
          `${service}.${method}`,
          serialize,
          deserialize,
          message,
          metadata,
          options,
          done,
        );
      connection.call(begin).catch(reject);
    });
  }

  const clientOf = (node: string): EventStoreClient =>
    openEventStoreClient({ ...address, hosts: [node], finds: 'one host' });

  return {
    batchAppend: () =>
      connection.call((client) =>
        client.makeBidiStreamRequest(
          `${service}.streams.Streams/BatchAppend`,
          identity,
          identity,
          access.leaderOnly,
          untilCancelled,
        ),
      ),
    read: readWith(access.anyNode),
    readLeader: readWith(access.leaderOnly),
    async tombstone(stream, timeoutMs) {
      const streamIdentifier = { streamName: Buffer.from(stream) };
      const options = {
        streamIdentifier,
        expectedStreamRevision: { $case: 'any', value: {} },
      } as const;
      const { leaderOnly: metadata } = access;
      await ask('streams.Streams/Tombstone', [TombstoneReq, { options }], Empty, { metadata, timeoutMs });
    },
    startScavenge: (timeoutMs) =>
      ask(
        'operations.Operations/StartScavenge',
        [StartScavengeReq, { options: { threadCount: 1, startFromChunk: 0 } }],
        ScavengeResp,
        { metadata: access.anyNode, timeoutMs },
      ),
    gossip: (timeoutMs) =>
      ask('gossip.Gossip/Read', [Empty, {}], ClusterInfo, { metadata: access.anyNode, timeoutMs }),
    async serverVersion(timeoutMs) {
      const supported = await ask(
        'server_features.ServerFeatures/GetSupportedMethods',
        [Empty, {}],
        SupportedMethods,
        { metadata: access.anyNode, timeoutMs },
      );
      return supported.eventStoreServerVersion;
    },
    clientOf,
    close: () => connection.close(),
  };
}
