import { Client, type CallOptions, type Metadata } from '@grpc/grpc-js';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { clientInternals } from './client-internals.ts';
import { plainMetadata } from './plain-metadata.ts';

/** A follower refuses the call and names the leader, to which the client then connects. */
export const leaderOnly = { requiresLeader: true } as const;

const service = '/event_store.client.streams.Streams/';
const identity = (message: Buffer): Buffer => message;

/** A bidirectional call with requests and replies as bytes; the part of it that appends use. */
export interface AppendStream {
  on(event: 'data', listener: (message: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  write(message: Buffer): unknown;
  destroy(error?: Error): unknown;
  cancel(): void;
}

/** A call that streams replies as bytes until it is cancelled; the part of it that readers use. */
export interface ReadStream {
  on(event: 'data', listener: (message: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
  cancel(): void;
}

/**
 * Opens calls on the client's connection that carry messages as bytes. The client ends them when it is
 * disposed.
 */
export interface ClientStreams {
  /** Opens the call for appends. */
  batchAppend(): Promise<AppendStream>;
  /** Opens a read that any node may serve. @param request an encoded `ReadReq` */
  read(request: Buffer): Promise<ReadStream>;
  /** Opens a read that only the leader serves. @param request an encoded `ReadReq` */
  readLeader(request: Buffer): Promise<ReadStream>;
}

/** Opens the byte streams of a client. @throws for a version of the client with other internals */
export function clientStreams(of: EventStoreDBClient): ClientStreams {
  const client = clientInternals(of);
  function forEver(options: object): [Metadata, CallOptions] {
    const [metadata, callOptions] = client.callArguments(options, { deadline: Infinity });
    return [plainMetadata(metadata), callOptions];
  }
  const read = (options: object) => (request: Buffer) =>
    client.GRPCStreamCreator(Client, 'read', (connection) =>
      connection.makeServerStreamRequest(`${service}Read`, identity, identity, request, ...forEver(options)),
    )();
  return {
    batchAppend: client.GRPCStreamCreator(Client, 'appendToStream', (connection) =>
      connection.makeBidiStreamRequest(`${service}BatchAppend`, identity, identity, ...forEver(leaderOnly)),
    ),
    read: read({}),
    readLeader: read(leaderOnly),
  };
}
