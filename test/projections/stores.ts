import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readModelUrl } from '../../embedded/mongodb/read-model-url.ts';
import { startMongo } from '../../embedded/mongodb/server.ts';
import type { EventLog } from '../../log/event-log.ts';
import { openEventStoreLog } from '../../log/eventstore-log.ts';
import { newId } from '../../log/ids.ts';
import { openReadStore, type ReadStore } from '../../projections/read-store.ts';
import { startPlayedEventStore } from '../support/embedded-eventstore.ts';

export interface TestReadStore {
  readonly store: ReadStore;
  readonly url: string;
  readonly database: string;
  close(): Promise<void>;
}

/** A read store of one test file, over an embedded server of its own, written to as the service does. */
export async function startReadStore(): Promise<TestReadStore> {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-mongo-'));
  const { url: address, close } = await startMongo({ dir, port: 0 });
  const url = readModelUrl(address);
  const database = `test-${newId()}`;
  const store = await openReadStore({ url, database });
  return {
    store,
    url,
    database,
    async close() {
      await store.close();
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A log of one test file, over an embedded server of its own. */
export async function startLog(): Promise<{ log: EventLog; url: string; close(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-log-'));
  const { url, close } = await startPlayedEventStore({ dir, port: 0 });
  const log = openEventStoreLog({ url });
  return {
    log,
    url,
    async close() {
      await log.close();
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
