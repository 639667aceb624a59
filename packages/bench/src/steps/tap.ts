import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Context } from '../harness/context.ts';

/** Reads a connection's bytes on their way to a server, in order and in pieces of any size. */
export type Reader = (bytes: Buffer) => void;

/**
 * Passes connections on to a server, and shows the bytes that clients send.
 * @param url of the server
 * @param openReader called for each connection
 * @returns the url to use in the server's place
 */
export async function tap(context: Context, url: string, openReader: () => Reader): Promise<string> {
  const passed = new URL(url);
  const { hostname, port } = passed;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const read = openReader();
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('error', () => other.destroy());
    }
    client.on('data', read);
    client.pipe(upstream);
    upstream.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.onRelease(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  passed.hostname = '127.0.0.1';
  passed.port = String(address.port);
  return passed.href;
}
