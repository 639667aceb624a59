import { join } from 'node:path';
import type { Logger } from 'pino';
import { readModelUrl } from '../embedded/mongodb/read-model-url.ts';
import { entryUrl, startInWorker, type WorkerServer } from '../embedded/spawn.ts';
import type { Config } from './config.ts';
import type { Supervisor } from './supervisor.ts';

export interface StoreUrls {
  readonly eventstore: string;
  readonly mongodb: string;
  readonly nats: string;
}

/** The addresses of the three stores: from the configuration, or of embedded servers. */
export async function provideStores(
  config: Pick<Config, 'EVENTSTORE_URL' | 'MONGODB_URL' | 'NATS_URL' | 'DATA_DIR'>,
  supervisor: Supervisor,
  logger: Logger,
): Promise<StoreUrls> {
  const store = async (url: string | undefined, name: string, own = (embedded: string) => embedded) =>
    url ?? own(await startEmbedded(name, config.DATA_DIR, supervisor, logger));
  const asked = [
    store(config.EVENTSTORE_URL, 'eventstore'),
    store(config.MONGODB_URL, 'mongodb', readModelUrl),
    store(config.NATS_URL, 'nats'),
  ] as const;
  // If one cannot start, the others have to be started before the error is thrown: only then can they be stopped.
  await Promise.allSettled(asked);
  const [eventstore, mongodb, nats] = await Promise.all(asked);
  return { eventstore, mongodb, nats };
}

/** Starts an embedded server in a thread, and restarts it at the same port if the thread dies. */
async function startEmbedded(
  name: string,
  dataDir: string,
  supervisor: Supervisor,
  logger: Logger,
): Promise<string> {
  const entry = entryUrl(`../embedded/${name}/bin`, import.meta.url);
  const start = (port: number) =>
    startInWorker(entry, { dir: join(dataDir, name), port }, (err) =>
      logger.error({ err, store: name }, 'an embedded store failed'),
    );
  let first: WorkerServer | undefined = await start(0);
  const { url } = first;
  const port = Number(new URL(url.replace(/^[a-z+]+:/, 'http:')).port);
  /** The port stays the same, because clients know the address. */
  async function startAgain(): Promise<WorkerServer> {
    try {
      return await start(port);
    } catch (cause) {
      if (!String(cause).includes('EADDRINUSE')) throw cause;
      const what = `port ${port} of the embedded ${name} was taken by another program while its thread was down`;
      throw new Error(`${what}: the start will be retried; a restart of the service takes another port`, {
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
  return url;
}
