import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Connection, type ConnectionSettings, serveConnection } from './connection.ts';
import { createRouter } from './router.ts';

export type NatsOptions = {
  /** By default, and with 0, any free port. */
  readonly port?: number;
  /** The address to listen on; the loopback address by default. */
  readonly host?: string;
  /** If given, clients need it as the auth_token of CONNECT. */
  readonly token?: string;
} & Partial<Omit<ConnectionSettings, 'token'>>;

export type NatsServer = { readonly url: string; readonly port: number; close(): Promise<void> };

/**
 * Starts a server of the core NATS protocol: subjects, queue groups, headers, no-responders. It keeps nothing on disk.
 * JetStream is not offered: requests to its API have no responders.
 * @returns when connections are accepted
 * @throws when the port is taken
 */
export async function startNats({
  port = 0,
  host = '127.0.0.1',
  token,
  maxPayload = 1024 * 1024,
  maxPending = 64 * 1024 * 1024,
  pingInterval = 120_000,
  authTimeout = 2000,
}: NatsOptions = {}): Promise<NatsServer> {
  const settings = { token, maxPayload, maxPending, pingInterval, authTimeout };
  const serverId = randomBytes(16).toString('hex').toUpperCase();
  const router = createRouter();
  const connections = new Set<Connection>();
  const touched = new Set<Connection>();
  let accepted = 0;

  const info = (socket: Socket) => ({
    server_id: serverId,
    server_name: 'formlog-embedded',
    // The release whose behaviour this server follows; clients choose their features by it.
    version: '2.9.10',
    proto: 1,
    host,
    port: listeningPort(),
    headers: true,
    max_payload: maxPayload,
    client_id: accepted,
    client_ip: socket.remoteAddress,
    ...(token === undefined ? {} : { auth_required: true }),
  });

  const server = createServer({ noDelay: true }, (socket) => {
    accepted += 1;
    socket.write(`INFO ${JSON.stringify(info(socket))}\r\n`);
    const connection = serveConnection(socket, settings, router, touched);
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
  });

  function listeningPort(): number {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `nats://${host}:${listeningPort()}`,
    port: listeningPort(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const connection of connections) connection.close();
      await closed;
    },
  };
}
