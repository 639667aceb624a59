import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionString } from 'mongodb-connection-string-url';
import type { Test } from 'uvu';
import { startMongo } from '../../packages/embedded-mongodb/src/server.ts';
import { startNats } from '../../packages/embedded-nats/src/server.ts';
import { startPlayedEventStore } from './eventstore/embedded-eventstore.ts';
import { testUnless } from './left-out.ts';

/** A server of a test file. */
export interface TestServer {
  readonly url: string;
  /** Whether the server is an embedded one of the test's own, and not the real one that other files use as well. */
  readonly embedded: boolean;
  /** Ends an embedded server and removes its data; leaves a real one alone. */
  close(): Promise<void>;
}

type Setting = 'EVENTSTORE_URL' | 'MONGODB_URL' | 'NATS_URL';

/** The address of the real server that a setting names; undefined where tests use an embedded one. */
export const realUrl = (setting: Setting): string | undefined => process.env[setting];

/** A test that needs its own embedded server. It is left out where the setting names a real one. */
export function embeddedOnly<T>(test: Test<T>, setting: Setting, reason: string): Test<T>['skip'] {
  return testUnless(realUrl(setting) === undefined ? null : `embedded only: ${reason}`, test);
}

/** The databases of services that tests start on a real MongoDB; `npm run test:real` removes them. */
export const serviceDatabasePrefix = 'formlog_test_';

/** The settings by which a service uses the real servers that are set, with a database of its own. */
export function realStores(dataDir: string): Readonly<Record<string, string>> {
  const [eventstore, mongodb, nats] = [
    realUrl('EVENTSTORE_URL'),
    realUrl('MONGODB_URL'),
    realUrl('NATS_URL'),
  ];
  return {
    ...(eventstore !== undefined && { EVENTSTORE_URL: eventstore }),
    ...(mongodb !== undefined && { MONGODB_URL: withDatabase(mongodb, dataDir) }),
    ...(nats !== undefined && { NATS_URL: nats }),
  };
}

/** The address of a MongoDB with a database of its own for a directory. */
export function withDatabase(address: string, dir: string): string {
  const url = new ConnectionString(address);
  const { searchParams, pathname, username } = url;
  // Without it, users are looked for in the database that the address names.
  if (username !== '' && !searchParams.has('authSource'))
    searchParams.set('authSource', pathname.slice(1) || 'admin');
  url.pathname = `/${serviceDatabasePrefix}${dir.replace(/\W+/g, '_').slice(-40)}`;
  return url.href;
}

/** The event store that EVENTSTORE_URL names, or an embedded one that plays the version under test. */
export const useEventStoreServer = (): Promise<TestServer> =>
  serverOf('EVENTSTORE_URL', (dir) => startPlayedEventStore({ dir, port: 0 }));

/** The MongoDB that MONGODB_URL names, or an embedded one. */
export const useMongoServer = (): Promise<TestServer> =>
  serverOf('MONGODB_URL', (dir) => startMongo({ dir, port: 0 }));

/** The NATS server that NATS_URL names, or an embedded one. */
export const useNatsServer = (): Promise<TestServer> => serverOf('NATS_URL', () => startNats({ port: 0 }));

async function serverOf(
  setting: Setting,
  start: (dir: string) => Promise<{ readonly url: string; close(): Promise<void> }>,
): Promise<TestServer> {
  const url = realUrl(setting);
  if (url !== undefined) return { url, embedded: false, close: async () => undefined };
  const dir = mkdtempSync(join(tmpdir(), 'formlog-server-'));
  const server = await start(dir);
  return {
    url: server.url,
    embedded: true,
    async close() {
      await server.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
