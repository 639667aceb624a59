import type { EventStoreDBClient } from '@eventstore/db-client';
import type { CallOptions, Client, Metadata } from '@grpc/grpc-js';

/** The client's members for subclasses: calls on its connection, which it finds, secures and renews. */
export interface ClientInternals {
  GRPCStreamCreator<T>(
    clientClass: typeof Client,
    name: string,
    make: (connection: Client) => T,
  ): () => Promise<T>;
  /** Returns the metadata and the options of a call. */
  callArguments: (options: object, callOptions?: CallOptions) => [Metadata, CallOptions];
}

const hasMethod = (client: object, name: string): boolean => typeof Reflect.get(client, name) === 'function';
const hasInternals = (client: object): client is ClientInternals =>
  hasMethod(client, 'GRPCStreamCreator') && hasMethod(client, 'callArguments');

/** @throws for a version of the client with other internals */
export function clientInternals(of: EventStoreDBClient): ClientInternals {
  const client: object = of;
  if (!hasInternals(client))
    throw new Error('this version of the event store client does not expose its streams');
  return client;
}
