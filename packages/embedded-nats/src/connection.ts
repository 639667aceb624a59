import type { Socket } from 'node:net';
import { createParser } from './parser.ts';
import type { Router } from './router.ts';
import { openSession } from './session.ts';

/** The settings of all connections of a server; times in milliseconds, sizes in bytes. */
export type ConnectionSettings = {
  readonly token: string | undefined;
  readonly maxPayload: number;
  /** A client that leaves more than this unread is cut off. */
  readonly maxPending: number;
  readonly pingInterval: number;
  readonly authTimeout: number;
};

export type Connection = {
  /** Sends what was written since the last flush. */
  flush(): void;
  close(): void;
};

const MAX_UNANSWERED_PINGS = 2;
/** The time a refused client has to read the reason, in milliseconds. */
const FAREWELL = 1000;

/**
 * Speaks the protocol with one client until either side ends.
 * @param touched collects the connections that were written to, so that each is flushed once for all messages
 *   of a chunk
 */
export function serveConnection(
  socket: Socket,
  settings: ConnectionSettings,
  router: Router,
  touched: Set<Connection>,
): Connection {
  const parse = createParser(settings.maxPayload);
  let ended = false;
  let unansweredPings = 0;
  let outgoing: Buffer[] = [];

  const connection: Connection = {
    flush() {
      if (outgoing.length === 0 || socket.destroyed) return;
      socket.write(
        outgoing.length === 1 && outgoing[0] !== undefined ? outgoing[0] : Buffer.concat(outgoing),
      );
      outgoing = [];
      if (socket.writableLength > settings.maxPending) socket.destroy();
    },
    close: () => socket.destroy(),
  };

  function write(...bytes: readonly Buffer[]): void {
    outgoing.push(...bytes);
    touched.add(connection);
  }

  /** Sends the reason, stops listening, and gives the client a moment to read it. */
  function refuse(reason: string): void {
    write(Buffer.from(`-ERR '${reason}'\r\n`));
    release();
    connection.flush();
    socket.end();
    setTimeout(() => socket.destroy(), FAREWELL).unref();
  }

  function release(): void {
    ended = true;
    clearTimeout(authTimer);
    clearInterval(pingTimer);
    session.end();
  }

  function ping(): void {
    if (unansweredPings >= MAX_UNANSWERED_PINGS) return refuse('Stale Connection');
    unansweredPings += 1;
    write(Buffer.from('PING\r\n'));
    connection.flush();
  }

  const pingTimer = setInterval(ping, settings.pingInterval);
  const authTimer = setTimeout(() => {
    if (!session.isAuthorized()) refuse('Authentication Timeout');
  }, settings.authTimeout);
  const session = openSession({
    token: settings.token,
    router,
    write,
    refuse,
    onAuthorized: () => clearTimeout(authTimer),
    onPong: () => {
      unansweredPings = 0;
    },
  });

  socket.on('data', (chunk) => {
    for (const operation of parse(chunk)) {
      session.perform(operation);
      if (ended) break;
    }
    for (const written of touched) written.flush();
    touched.clear();
  });
  socket.on('close', release);
  // `close` follows a reset.
  socket.on('error', () => undefined);
  return connection;
}
