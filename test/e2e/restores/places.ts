import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readServiceFile } from '../../../app/data-dir/service-file.ts';
import { startMongo } from '../../../packages/embedded-mongodb/src/server.ts';
import { startNats } from '../../../packages/embedded-nats/src/server.ts';
import { startPlayedEventStore } from '../../support/eventstore/embedded-eventstore.ts';
import { eventually } from '../../support/eventually.ts';
import { formlog, type Running } from '../../support/formlog.ts';

export const operatorToken = 'an-operator-who-restores';

/** The stores that an operator restores. */
export type Store = 'eventstore' | 'mongodb';

/** A place where a service and its stores run. The data of the stores can be replaced while they are stopped. */
export interface Place {
  readonly name: 'one machine' | 'a cluster';
  /** The data directory of the process that serves the API. */
  readonly dataDir: string;
  /** The settings of every process. */
  readonly settings: Readonly<Record<string, string>>;
  /** Starts stores and processes. @returns the address of the API, once it answers, ready or not */
  start(): Promise<string>;
  /** Stops the processes, then the stores. @throws if a process does not end well */
  stop(): Promise<void>;
  /** Stops the stores of a cluster whose processes have ended. */
  stopStores(): Promise<void>;
  /** Ends processes and stores, whatever state they are in. */
  kill(): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
  /** Copies the data of both stores, which are stopped, to a folder. */
  save(to: string): void;
  /** Replaces the data of a stopped store by that in a saved folder; null empties the store. */
  restore(store: Store, from: string | null): void;
  /** Waits until every process has ended by itself. @returns their exit codes */
  ended(): Promise<readonly (number | null)[]>;
  /** Replaces a store of a cluster behind its address while the processes run. */
  replace(store: Store, from: string | null): Promise<void>;
  /** The JSON lines on stderr of all processes since the last start. */
  stderr(): string;
}

const stores = ['eventstore', 'mongodb'] as const;

const common = () => ({
  MASTER_KEY: randomBytes(32).toString('base64'),
  OPERATOR_TOKENS: `operator:${operatorToken}`,
  WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
});

/** Waits until a process serves its health. @returns its address */
const answering = (running: Running, dataDir: string): Promise<string> =>
  eventually(
    'the service answers',
    async () => {
      if (running.process.exitCode !== null) throw new Error(`it ended: ${running.stderr()}`);
      const file = readServiceFile(dataDir);
      if (!file || file.pid !== running.process.pid) return null;
      return (await fetch(`${file.url}/healthz`)).ok && file.url;
    },
    120_000,
  );

/** Saves and replaces the data in the folders `eventstore` and `mongodb` of a directory. */
const dataIn = (dir: string): Pick<Place, 'save' | 'restore'> => ({
  save(to) {
    for (const store of stores) cpSync(join(dir, store), join(to, store), { recursive: true });
  },
  restore(store, from) {
    rmSync(join(dir, store), { recursive: true, force: true });
    if (from === null) mkdirSync(join(dir, store));
    else cpSync(join(from, store), join(dir, store), { recursive: true });
  },
});

async function endWell(processes: readonly Running[]): Promise<void> {
  for (const one of processes) {
    const code = await one.kill('SIGTERM');
    if (code !== 0) throw new Error(`a process ended with ${String(code)}: ${one.stderr()}`);
  }
}

/** One process with embedded stores. */
export function oneMachine(dir: string): Place {
  const settings = common();
  let running: Running | null = null;
  const kill = async (): Promise<void> => {
    await running?.kill('SIGKILL');
  };
  return {
    name: 'one machine',
    dataDir: dir,
    settings,
    ...dataIn(dir),
    async start() {
      running = formlog(dir, ['serve'], { ...settings, PORT: '0' });
      return answering(running, dir);
    },
    async stop() {
      if (running) await endWell([running]);
    },
    kill,
    close: kill,
    stopStores: async () => undefined,
    ended: async () => [(await running?.exited) ?? null],
    replace: () => Promise.reject(new Error('the embedded stores live in the process')),
    stderr: () => running?.stderr() ?? '',
  };
}

const roles = ['projector', 'dispatcher,worker', 'api,web'] as const;

/** Several processes with roles apart, over stores of their own that keep their addresses. */
export async function cluster(dir: string): Promise<Place> {
  const nats = await startNats({ port: 0 });
  const ports: Record<Store, number> = { eventstore: 0, mongodb: 0 };
  const urls: Record<Store, string> = { eventstore: '', mongodb: '' };
  const servers = new Map<Store, { close(): Promise<void> }>();
  const settings: Record<string, string> = { ...common(), NATS_URL: nats.url };
  const dataDir = join(dir, 'api,web');
  const data = dataIn(dir);
  let running: Running[] = [];

  async function open(store: Store): Promise<void> {
    const start = store === 'eventstore' ? startPlayedEventStore : startMongo;
    const server = await start({ dir: join(dir, store), port: ports[store] });
    servers.set(store, server);
    ports[store] = server.port;
    urls[store] = server.url;
  }

  async function close(store: Store): Promise<void> {
    await servers.get(store)?.close();
    servers.delete(store);
  }

  async function stopStores(): Promise<void> {
    await Promise.all(stores.map(close));
  }

  async function kill(): Promise<void> {
    await Promise.all(running.map((one) => one.kill('SIGKILL')));
    await stopStores();
  }

  return {
    name: 'a cluster',
    dataDir,
    settings,
    ...data,
    async start() {
      await Promise.all(stores.map(open));
      Object.assign(settings, { EVENTSTORE_URL: urls.eventstore, MONGODB_URL: urls.mongodb });
      running = roles.map((role) =>
        formlog(join(dir, role), ['serve'], { ...settings, ROLES: role, PORT: '0' }),
      );
      const addresses = await Promise.all(
        running.map((one, index) => answering(one, join(dir, roles[index] ?? ''))),
      );
      return addresses.at(-1) ?? '';
    },
    async stop() {
      await endWell(running);
      await stopStores();
    },
    kill,
    async close() {
      await kill();
      await nats.close();
    },
    stopStores,
    ended: () => Promise.all(running.map(({ exited }) => exited)),
    async replace(store, from) {
      await close(store);
      data.restore(store, from);
      await open(store);
    },
    stderr: () => running.map((one) => one.stderr()).join(''),
  };
}
