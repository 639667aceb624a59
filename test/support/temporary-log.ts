import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '../../log/event-log.ts';
import { openEventStoreLog } from '../../log/eventstore-log.ts';
import { startPlayedEventStore } from './embedded-eventstore.ts';

/** A log over an embedded server in a directory of its own; `stop` ends the server alone, `close` everything. */
export async function temporaryLog() {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-log-'));
  let server = await startPlayedEventStore({ dir, port: 0 });
  const { url, port } = server;
  const log: EventLog = openEventStoreLog({ url, appendTimeoutMs: 3_000 });
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
