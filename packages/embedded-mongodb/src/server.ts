import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as Listener, type Socket } from 'node:net';
import { lockDirectory } from '../../embedded-server/src/directory-lock.ts';
import { checkFormat, markFormat } from '../../embedded-server/src/journal/format.ts';
import type { Users } from './authentication/access.ts';
import { type Server, serverOver } from './command.ts';
import { dropUnfinished } from './commands/build-indexes.ts';
import { serve } from './connection.ts';
import { startMaintenance } from './maintenance.ts';
import { format, Store } from './storage/store.ts';

export interface MongoOptions {
  /** The directory of the data; created if missing, and reserved for this server. */
  readonly dir: string;
  /** By default, and with 0, any free port. */
  readonly port?: number;
  readonly host?: string;
  /** If given, every command needs the credentials of one of these users. */
  readonly users?: Users;
  /** The time between two searches for dropped collections and old sessions, in milliseconds. */
  readonly maintenanceMs?: number;
}

export interface MongoServer {
  /** The address for a client's connection string. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Further clients are turned away. */
const maxConnections = 2_000;

/**
 * Starts a server that speaks MongoDB's protocol and keeps its data in one directory.
 * @throws DirectoryLockedError if another server uses the directory, FormatError if a later version wrote it, or the
 * error of opening or listening
 */
export async function startMongo(options: MongoOptions): Promise<MongoServer> {
  const { dir, port = 0, host = '127.0.0.1', users, maintenanceMs = 60_000 } = options;
  const lock = lockDirectory(dir);
  const listener = createServer({ noDelay: true });
  listener.maxConnections = maxConnections;
  try {
    listener.listen(port, host);
    await once(listener, 'listening');
    const address = `${host}:${portOf(listener)}`;
    const server = await openData(dir, address, users);
    const clients = serveAll(listener, server);
    const report = (error: unknown): void => process.emitWarning(`mongodb maintenance: ${String(error)}`);
    const maintenance = startMaintenance(server, maintenanceMs, report);
    const close = async (): Promise<void> => {
      listener.close();
      await Promise.all([maintenance.close(), clients.close()]);
      await server.store.close();
      lock.release();
    };
    let closing: Promise<void> | undefined;
    const url = `mongodb://${address}/?directConnection=true`;
    return { url, port: portOf(listener), close: () => (closing ??= close()) };
  } catch (error) {
    listener.close();
    lock.release();
    throw error;
  }
}

async function openData(dir: string, address: string, users: Users | undefined): Promise<Server> {
  checkFormat(dir, format);
  const store = new Store(dir);
  try {
    const server = serverOver(store, address, users);
    // Reads every collection: if the directory has no mark of a format, an earlier version may have written them.
    await dropUnfinished(server);
    markFormat(dir, format);
    return server;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Serves every client, until closed; commands that have begun are finished first. */
function serveAll(listener: Listener, server: Server): { close(): Promise<void> } {
  const clients = new Map<Socket, Promise<void>>();
  listener.on('connection', (socket) => {
    const served = serve(socket, server).finally(() => clients.delete(socket));
    clients.set(socket, served);
  });
  return {
    close: async () => {
      for (const socket of clients.keys()) socket.destroy();
      await Promise.all(clients.values());
    },
  };
}

function portOf(listener: Listener): number {
  const address: AddressInfo | string | null = listener.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
