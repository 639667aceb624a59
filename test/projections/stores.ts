import { openReadStore, type ReadStore } from '../../coordination/read-store.ts';
import type { EventLog } from '../../log/event-log.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import { newId } from '../../log/ids.ts';
import { readModelUrl } from '../../packages/embedded-mongodb/src/read-model-url.ts';
import { partOfLog } from '../support/eventstore/part-of-log.ts';
import { dropDatabase } from '../support/mongodb.ts';
import { useEventStoreServer, useMongoServer } from '../support/servers.ts';

export interface TestReadStore {
  readonly store: ReadStore;
  readonly url: string;
  readonly database: string;
  close(): Promise<void>;
}

/** A read store of one test file in a database of its own, written to as the service does. */
export async function startReadStore(): Promise<TestReadStore> {
  const server = await useMongoServer();
  const url = server.embedded ? readModelUrl(server.url) : server.url;
  const database = `test-${newId()}`;
  const store = await openReadStore({ url, database });
  return {
    store,
    url,
    database,
    async close() {
      await store.close();
      if (!server.embedded) await dropDatabase(url, database);
      await server.close();
    },
  };
}

/** A log of one test file, which a real event store may hold beside others. */
export async function startLog(): Promise<{ log: EventLog; url: string; close(): Promise<void> }> {
  const server = await useEventStoreServer();
  const whole = openEventStoreLog({ url: server.url });
  const log = server.embedded ? whole : partOfLog(whole, `-${newId()}`, await whole.head());
  return {
    log,
    url: server.url,
    async close() {
      await log.close();
      await server.close();
    },
  };
}
