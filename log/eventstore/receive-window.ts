import type { EventStoreDBClient } from '@eventstore/db-client';

/**
 * The number of bytes that the event store may send before the reader acknowledges them, on each connection and for each
 * call. With the usual 64 KiB it stalls several times while a build works on one batch: docs/benchmarks/builds.md
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
    // grpc-js (1.14.7) reads the options when the channel connects, with its first call. A version with other internals
    // keeps its usual window: it must not lose the log for a matter of speed.
    const options = memberOf(memberOf(channel, 'internalChannel'), 'options');
    if (options) Object.assign(options, { 'grpc-node.flow_control_window': receiveWindowBytes });
    return channel;
  });
  return client;
}

function memberOf(of: unknown, name: string): object | null {
  const member: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, name) : null;
  return typeof member === 'object' ? member : null;
}
