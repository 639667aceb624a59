import { Server, ServerCredentials } from '@grpc/grpc-js';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lockDirectory } from '../directory-lock.ts';
import { addServices } from './services.ts';
import { openStore } from './store.ts';

export interface EventStoreOptions {
  /** Where the events are kept; created if missing. */
  readonly dir: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly host?: string;
}

export interface EventStoreServer {
  /** For `EventStoreDBClient.connectionString`. */
  readonly url: string;
  readonly port: number;
  /** Ends every call, finishes what was accepted and closes the files. */
  close(): Promise<void>;
}

/** As in the real server: the largest append and what is around it. */
const maxMessageBytes = 17 * 1024 * 1024;
/** How long calls may take to end when the server closes, in milliseconds. */
const closeLimitMs = 500;

/**
 * Starts a server that speaks EventStoreDB's protocol over the events in a directory.
 * @throws DirectoryLockedError if another server uses the directory, or the error of opening or listening
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStoreServer> {
  const { dir, host = '127.0.0.1' } = options;
  const lock = lockDirectory(dir);
  const undo: (() => void | Promise<void>)[] = [lock.release];
  try {
    const store = openStore(dir);
    undo.unshift(store.close);
    const server = new Server({ 'grpc.max_receive_message_length': maxMessageBytes });
    const closing = new AbortController();
    setMaxListeners(0, closing.signal);
    let port = options.port;
    addServices(server, store, closing.signal, () => ({ host, port }));
    port = await promisify(server.bindAsync.bind(server))(
      `${host}:${options.port}`,
      ServerCredentials.createInsecure(),
    );
    undo.unshift(() => endCalls(server, closing));
    return { url: `esdb://${host}:${port}?tls=false`, port, close: () => runAll(undo) };
  } catch (error) {
    await runAll(undo);
    throw error;
  }
}

async function runAll(steps: readonly (() => void | Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}

/** Tells every client that the server goes away, then drops those that do not listen. */
async function endCalls(server: Server, closing: AbortController): Promise<void> {
  const ended = promisify(server.tryShutdown.bind(server))();
  closing.abort();
  await Promise.race([ended, delay(closeLimitMs)]);
  server.forceShutdown();
}
