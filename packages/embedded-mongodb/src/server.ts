import { type AddressInfo, createServer, type Server as Listener, type Socket } from 'node:net';
import { lockDirectory } from '../../embedded-server/src/directory-lock.ts';
import { checkFormat, markFormat } from '../../embedded-server/src/journal/format.ts';
import type { Users } from './authentication/access.ts';
import { type Server, serverOver } from './command.ts';
import { dropUnfinished } from './commands/build-indexes.ts';
import { serve } from './connection.ts';
import { startMaintenance } from './maintenance.ts';
import { format, openStore } from './storage/store.ts';

export interface MongoOptions {
  /** Where the data is; created if missing, and reserved for this server. */
  readonly dir: string;
  /** By default, and with 0, any free one. */
  readonly port?: number;
  readonly host?: string;
  /** If given, every command needs the credentials of one of them. */
  readonly users?: Users;
  /** How often dropped collections and old sessions are looked for, in milliseconds. */
  readonly maintenanceMs?: number;
}

export interface MongoServer {
  /** What a client connects to. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** More clients than this are turned away. */
const maxConnections = 2_000;

/**
 * Starts a server that speaks MongoDB's protocol and keeps its data in one directory.
 * @throws DirectoryLockedError when another one uses the directory, or the error that keeps it from listening
 */
export async function startMongo(options: MongoOptions): Promise<MongoServer> {
  const lock = lockDirectory(options.dir);
  try {
    return await open(options, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function open(options: MongoOptions, release: () => void): Promise<MongoServer> {
  const { dir, port = 0, host = '127.0.0.1', users, maintenanceMs = 60_000 } = options;
  const listener = createServer({ noDelay: true });
  listener.maxConnections = maxConnections;
  await listen(listener, port, host);
  const address = `${host}:${portOf(listener)}`;
  let server: Server;
  try {
    server = await openData(dir, address, users);
  } catch (error) {
    listener.close();
    throw error;
  }
  const clients = serveAll(listener, server);
  const report = (error: unknown): void => process.emitWarning(`mongodb maintenance: ${String(error)}`);
  const maintenance = startMaintenance(server, maintenanceMs, report);
  const close = async (): Promise<void> => {
    listener.close();
    await Promise.all([maintenance.close(), clients.close()]);
    await server.store.close();
    release();
  };
  let closing: Promise<void> | undefined;
  const url = `mongodb://${address}/?directConnection=true`;
  return { url, port: portOf(listener), close: () => (closing ??= close()) };
}

/** @throws FormatError, or the error of a directory that cannot be read */
async function openData(dir: string, address: string, users: Users | undefined): Promise<Server> {
  checkFormat(dir, format);
  const store = openStore(dir);
  try {
    const server = serverOver(store, address, users);
    // Reads every collection: of a directory without a mark, an earlier version may have written them.
    await dropUnfinished(server);
    markFormat(dir, format);
    return server;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Serves whoever connects, until closed; commands that have begun are finished first. */
function serveAll(listener: Listener, server: Server): { close(): Promise<void> } {
  const clients = new Map<Socket, Promise<void>>();
  listener.on('connection', (socket) => {
    clients.set(
      socket,
      serve(socket, server).finally(() => clients.delete(socket)),
    );
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

function listen(listener: Listener, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, () => {
      listener.off('error', reject);
      resolve();
    });
  });
}
