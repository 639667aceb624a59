import { Client, type CallOptions, type Metadata } from '@grpc/grpc-js';
import type { EventStoreDBClient } from '@eventstore/db-client';

/** What the client has for those that extend it: calls on its connection, which it finds, secures and renews. */
interface Inside {
  GRPCStreamCreator<T>(
    clientClass: typeof Client,
    name: string,
    make: (connection: Client) => T,
  ): () => Promise<T>;
  callArguments(options: object, callOptions: CallOptions): [Metadata, CallOptions];
}

const has = (client: object, name: string): boolean => typeof Reflect.get(client, name) === 'function';
const isOpen = (client: object): client is Inside =>
  has(client, 'GRPCStreamCreator') && has(client, 'callArguments');

/** A follower refuses the call and names the leader, to which the client then connects. */
export const leaderOnly = { requiresLeader: true } as const;

const service = '/event_store.client.streams.Streams/';
const asIs = (message: Buffer): Buffer => message;

/** Takes requests and gives answers, both as bytes: as much of a call as appends use. */
export interface AppendStream {
  on(event: 'data', heard: (message: Buffer) => void): unknown;
  on(event: 'error', heard: (error: Error) => void): unknown;
  on(event: 'end', heard: () => void): unknown;
  write(message: Buffer): unknown;
  destroy(error?: Error): unknown;
}

/** Gives answers as bytes until it is cancelled: as much of a call as readers of the log use. */
export interface ReadStream {
  on(event: 'data', heard: (message: Buffer) => void): unknown;
  on(event: 'error', heard: (error: Error) => void): unknown;
  on(event: 'end', heard: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
  cancel(): void;
}

/** Opens streams of the client's connection that carry messages as bytes. The client ends them when it is disposed. */
export interface ClientStreams {
  /** Events go there, and what became of them comes from there. */
  batchAppend(): Promise<AppendStream>;
  /** @param request as the client's own class of it has it */
  read(request: Buffer): Promise<ReadStream>;
}

/** @throws for another version of the client, whose inside is different */
export function clientStreams(of: EventStoreDBClient): ClientStreams {
  const client: object = of;
  if (!isOpen(client))
    throw new Error('this version of the event store client does not give its streams away');
  const forEver = (options: object) => client.callArguments(options, { deadline: Infinity });
  return {
    batchAppend: client.GRPCStreamCreator(Client, 'appendToStream', (connection) =>
      connection.makeBidiStreamRequest(`${service}BatchAppend`, asIs, asIs, ...forEver(leaderOnly)),
    ),
    read: (request) =>
      client.GRPCStreamCreator(Client, 'subscribeToAll', (connection) =>
        connection.makeServerStreamRequest(`${service}Read`, asIs, asIs, request, ...forEver({})),
      )(),
  };
}
