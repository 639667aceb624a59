import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '../../../log/event-log.ts';
import { openEventStoreLog } from '../../../log/eventstore/eventstore-log.ts';
import { realUrl } from '../servers.ts';
import { startPlayedEventStore } from './embedded-eventstore.ts';

/** The log of a test; `stop` ends an embedded server alone, `close` everything. */
export interface TemporaryLog {
  readonly log: EventLog;
  readonly url: string;
  /** @throws where the server is a real one, which other files use as well */
  stop(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const appendTimeoutMs = 3_000;

/**
 * A log over an embedded server in a directory of its own, or that of EVENTSTORE_URL, where other tests have streams
 * as well.
 */
export async function temporaryLog(): Promise<TemporaryLog> {
  const real = realUrl('EVENTSTORE_URL');
  if (real === undefined) return embeddedLog();
  const log = openEventStoreLog({ url: real, appendTimeoutMs });
  const refuse = () =>
    Promise.reject(new Error('a real event store is not stopped: mark the test embedded only'));
  return { log, url: real, stop: refuse, restart: refuse, close: () => log.close() };
}

async function embeddedLog(): Promise<TemporaryLog> {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-log-'));
  let server = await startPlayedEventStore({ dir, port: 0 });
  const { url, port } = server;
  const log = openEventStoreLog({ url, appendTimeoutMs });
  return {
    log,
    url,
    stop: () => server.close(),
    restart: async () => {
      server = await startPlayedEventStore({ dir, port });
    },
    close: async () => {
      await log.close();
      await server.close();
      rmSync(dir, { recursive: true });
    },
  };
}
