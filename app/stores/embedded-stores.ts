import { join } from 'node:path';
import type { Logger } from 'pino';
import { startInWorker, type WorkerServer } from '../../packages/embedded-server/src/spawn.ts';
import type { Config } from '../config/config.ts';
import { entries } from '../entries.ts';
import type { Supervisor } from '../supervisor.ts';
import { embeddedCredentials, portOf, type StoreName } from './embedded-credentials.ts';

export type StoreUrls = Readonly<Record<StoreName, string>>;

/** The stores of a process. */
export interface Stores {
  /** The addresses for this service, with credentials: from the configuration, or of embedded servers. */
  readonly urls: StoreUrls;
  /** The addresses of embedded servers for other clients; null for a store of the configuration. */
  readonly embedded: Readonly<Record<StoreName, string | null>>;
}

/** Provides the three stores, and starts an embedded server for each that the configuration does not name. */
export async function provideStores(
  config: Pick<Config, 'EVENTSTORE_URL' | 'MONGODB_URL' | 'NATS_URL' | 'DATA_DIR'>,
  supervisor: Supervisor,
  logger: Logger,
): Promise<Stores> {
  const store = async (url: string | undefined, name: StoreName) =>
    url === undefined ? startEmbedded(name, config.DATA_DIR, supervisor, logger) : { own: url, others: null };
  const starts = [
    store(config.EVENTSTORE_URL, 'eventstore'),
    store(config.MONGODB_URL, 'mongodb'),
    store(config.NATS_URL, 'nats'),
  ] as const;
  // If one cannot start, the others have to be started before the error is thrown: only then can they be stopped.
  await Promise.allSettled(starts);
  const [eventstore, mongodb, nats] = await Promise.all(starts);
  return {
    urls: { eventstore: eventstore.own, mongodb: mongodb.own, nats: nats.own },
    embedded: { eventstore: eventstore.others, mongodb: mongodb.others, nats: nats.others },
  };
}

/**
 * Starts an embedded server in a thread, and restarts it at the same port and with the same credentials if the thread
 * dies.
 */
async function startEmbedded(
  name: StoreName,
  dataDir: string,
  supervisor: Supervisor,
  logger: Logger,
): Promise<{ readonly own: string; readonly others: string }> {
  const credentials = embeddedCredentials[name](dataDir);
  const start = (before?: WorkerServer) => {
    const options = { dir: join(dataDir, name), port: portOf(before?.url), ...credentials.options(before) };
    return startInWorker(entries[name], options, (err) =>
      logger.error({ err, store: name }, 'an embedded store failed'),
    );
  };
  const initial = await start();
  let first: WorkerServer | undefined = initial;
  /** The port stays the same, because clients know the address. */
  async function startAgain(): Promise<WorkerServer> {
    try {
      return await start(initial);
    } catch (cause) {
      if (!String(cause).includes('EADDRINUSE')) throw cause;
      const problem = `port ${portOf(initial.url)} of the embedded ${name} was taken by another program while its thread was down`;
      throw new Error(`${problem}: the start will be retried; a restart of the service takes another port`, {
        cause,
      });
    }
  }
  supervisor.supervise(`embedded ${name}`, async (signal) => {
    const server = first ?? (await startAgain());
    first = undefined;
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([stopped, server.exited]);
    await server.close();
  });
  return { own: credentials.own(initial), others: credentials.others(initial) };
}
