import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type Address, openWire, type Wire } from './wire.ts';

/** A proxy in front of NATS that loses messages. */
export interface NatsProxy {
  readonly url: string;
  readonly wire: Wire;
  /** Asked for each message that a client is to get: true loses it. NATS promises no more than that. */
  lose(isLost: () => boolean): void;
  /** How many were lost. */
  lost(): number;
  close(): Promise<void>;
}

/** @param serverUrl `nats://host:port` */
export async function openNatsProxy(serverUrl: string): Promise<NatsProxy> {
  const { hostname, port } = new URL(serverUrl);
  const target: Address = { host: hostname, port: Number(port || 4222) };
  const sockets = new Set<Socket>();
  let isLost: () => boolean = () => false;
  let count = 0;
  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ ...target, noDelay: true });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.pipe(server);
    const read = openOperationReader((operation, isMessage) => {
      if (isMessage && isLost()) count++;
      else client.write(operation);
    });
    server.on('data', read);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const own = listener.address();
  if (own === null || typeof own === 'string') throw new Error('no port');
  const wire = await openWire({ host: '127.0.0.1', port: own.port });
  return {
    url: `nats://127.0.0.1:${wire.port}`,
    wire,
    lose(decide) {
      isLost = decide;
    },
    lost: () => count,
    async close() {
      await wire.close();
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

const lineEnd = Buffer.from('\r\n');

/** Cuts what a server sends into whole operations. */
function openOperationReader(
  heard: (operation: Buffer, isMessage: boolean) => void,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end; (end = rest.indexOf(lineEnd)) >= 0;) {
      const line = rest.toString('latin1', 0, end);
      const isMessage = /^H?MSG /i.test(line);
      // The last number of a message's line is the length of what follows it.
      const size = end + 2 + (isMessage ? Number(line.split(' ').at(-1)) + 2 : 0);
      if (rest.length < size) return;
      const operation = rest.subarray(0, size);
      rest = rest.subarray(size);
      heard(operation, isMessage);
    }
  };
}
