import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Server, ServerCredentials, type ServerOptions } from '@grpc/grpc-js';
import { lockDirectory } from '../../embedded-server/src/directory-lock.ts';
import { beginLog } from './appending/write.ts';
import { authenticate, type Users } from './authentication.ts';
import { type Behaviour, newestBehaviour, traitsOf } from './behaviour.ts';
import { sendingAhead } from './reading/sending-ahead.ts';
import { scavengeStateIn } from './scavenging/scavenge-state.ts';
import { addServices } from './services.ts';
import { openStore } from './storage/store.ts';

/** A private key and its certificate, as PEM texts. */
interface Pem {
  readonly key: string;
  readonly cert: string;
}

export interface EventStoreOptions {
  /** The directory of the data; created if missing, and reserved for this server. */
  readonly dir: string;
  /** By default, and with 0, any free port. */
  readonly port?: number;
  readonly host?: string;
  /** PEM texts; with them the server accepts only TLS. */
  readonly tls?: Pem;
  /** A second listener, which accepts only TLS. */
  readonly secure?: Pem & { readonly port: number };
  /** If given, only calls with the credentials of one of these users are answered. */
  readonly users?: Users;
  /** The version of the real server whose behaviour it has; by default the newest. */
  readonly behaviour?: Behaviour;
  /** The limit of an append, in bytes; by default that of the version. */
  readonly maxAppendSize?: number;
  /** The limit of each event of an append, in bytes; by default that of the version, but no more than an append may have. */
  readonly maxAppendEventSize?: number;
  /** The interval of scavenges, in milliseconds; by default only on command. */
  readonly scavengeEveryMs?: number;
}

export interface EventStoreServer {
  /** For `EventStoreDBClient.connectionString`. */
  readonly url: string;
  readonly port: number;
  /** The address of the second listener. */
  readonly secureUrl?: string;
  /** Ends every call, finishes accepted appends and closes the files. */
  close(): Promise<void>;
}

const limits: ServerOptions = {
  // As in the real server: the largest record without its overhead.
  'grpc.max_receive_message_length': 16 * 1024 * 1024 - 10_000,
  'grpc.max_concurrent_streams': 1000,
  // A peer that does not answer has gone, or never was a client.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 10_000,
};
/**
 * The time that calls have to end when the server closes, in milliseconds. It passes completely if a client still sends:
 * Node does not close its connection then.
 */
const closeLimitMs = 100;

/**
 * Starts a server that speaks EventStoreDB's protocol over the events in a directory.
 * @throws DirectoryLockedError if another server uses the directory, or the error of opening or listening
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStoreServer> {
  const {
    dir,
    host = '127.0.0.1',
    users,
    tls,
    secure,
    scavengeEveryMs,
    behaviour = newestBehaviour,
    maxAppendSize = traitsOf[behaviour].maxAppendSize,
    maxAppendEventSize = eventLimit(behaviour, maxAppendSize),
  } = options;
  const lock = lockDirectory(dir);
  const undo: (() => void | Promise<void>)[] = [lock.release];
  try {
    const store = openStore(dir);
    undo.unshift(store.close);
    await store.commit(beginLog);
    const closing = new AbortController();
    undo.unshift(() => closing.abort());
    const server = new Server({
      ...limits,
      interceptors: [sendingAhead, ...(users ? [authenticate(users)] : [])],
    });
    // HTTP/2 frames that arrive when a thread has ended, but is not removed yet, make Node abort the process.
    const drop = (): void => server.forceShutdown();
    process.on('exit', drop);
    undo.unshift(() => void process.off('exit', drop));
    setMaxListeners(0, closing.signal);
    let { port = 0 } = options;
    addServices(server, {
      store,
      traits: { ...traitsOf[behaviour], maxAppendSize, maxAppendEventSize },
      closing: closing.signal,
      scavengeEveryMs,
      scavengeState: scavengeStateIn(dir),
      address: () => ({ host, port }),
    });
    const listen = (at: number, pem: Pem | undefined): Promise<number> =>
      bind(server, `${host}:${at}`, pem ? credentialsOf(pem) : ServerCredentials.createInsecure());
    port = await listen(port, tls);
    undo.unshift(() => endCalls(server, closing));
    const url = `esdb://${host}:${port}?tls=${tls !== undefined}`;
    const second = secure && { secureUrl: `esdb://${host}:${await listen(secure.port, secure)}?tls=true` };
    return { url, port, ...second, close: () => runAll(undo) };
  } catch (error) {
    await runAll(undo);
    throw error;
  }
}

/** The real server does not start if an event may be larger than an append. */
function eventLimit(behaviour: Behaviour, maxAppendSize: number): number | null {
  const { maxAppendEventSize } = traitsOf[behaviour];
  return maxAppendEventSize === null ? null : Math.min(maxAppendEventSize, maxAppendSize);
}

const credentialsOf = ({ key, cert }: Pem): ServerCredentials =>
  ServerCredentials.createSsl(null, [{ private_key: Buffer.from(key), cert_chain: Buffer.from(cert) }]);

const bind = (server: Server, address: string, credentials: ServerCredentials): Promise<number> =>
  promisify(server.bindAsync.bind(server))(address, credentials);

async function runAll(steps: readonly (() => void | Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}

/** Announces the end to every client, then drops the connections that remain. */
async function endCalls(server: Server, closing: AbortController): Promise<void> {
  const ended = promisify(server.tryShutdown.bind(server))();
  closing.abort();
  await Promise.race([ended, delay(closeLimitMs)]);
  server.forceShutdown();
}
