import type { EventStoreDBClient } from '@eventstore/db-client';

/**
 * The number of bytes that the event store may send before they are received, on each connection and for each call. With the
 * 64 KiB that are usual, it waits several times for a process that is at work on one batch of a build: docs/benchmarks/builds.md
 */
const receiveWindowBytes = 1_024 * 1_024;

/**
 * Widens the receive window of the connections that a client opens from now on. The client (6.2.1) passes its own options to
 * grpc-js only.
 * @throws for a version of the client that opens connections in another way
 */
export function widenReceiveWindow(client: EventStoreDBClient): EventStoreDBClient {
  const createChannel: unknown = Reflect.get(client, 'createChannel');
  if (typeof createChannel !== 'function')
    throw new Error('this version of the event store client opens connections in another way');
  Reflect.set(client, 'createChannel', async (): Promise<unknown> => {
    const channel: unknown = await Reflect.apply(createChannel, client, []);
    // Read when the channel connects, which it does with its first call.
    Object.assign(optionsOf(channel), { 'grpc-node.flow_control_window': receiveWindowBytes });
    return channel;
  });
  return client;
}

/** @throws for a version of grpc-js with other internals (1.14.7 has these) */
function optionsOf(channel: unknown): object {
  const internal = memberOf(channel, 'internalChannel');
  const options = memberOf(internal, 'options');
  if (options === null) throw new Error('this version of grpc-js keeps the options of a channel elsewhere');
  return options;
}

function memberOf(of: unknown, name: string): object | null {
  const member: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, name) : null;
  return typeof member === 'object' ? member : null;
}
