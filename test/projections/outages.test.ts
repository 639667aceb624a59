// Embedded only: both servers are stopped.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openReadStore } from '../../coordination/read-store.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import { startEventStore } from '../../packages/embedded-eventstore/src/server.ts';
import { startMongo } from '../../packages/embedded-mongodb/src/server.ts';
import { eventually } from '../support/eventually.ts';
import { countedForms } from './read-models/counted-forms.ts';
import { run, storedBy, writerTo } from './running.ts';
import { formCreated, submitted } from './samples.ts';

const test = suite('projections/outages');

test('a runner waits for a lost log or read store, and no event is missed or counted twice', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-outage-'));
  const at = { log: join(dir, 'log'), store: join(dir, 'store') };
  let logServer = await startEventStore({ dir: at.log, port: 0 });
  let storeServer = await startMongo({ dir: at.store, port: 0 });
  const log = openEventStoreLog({ url: logServer.url });
  const store = await openReadStore({ url: storeServer.url });
  const write = writerTo(log);
  const running = run({ log, store }, { projection: countedForms }, { leaseMs: 300 });
  await running.reaches(await write(formCreated('f1'), submitted('s1')));

  await logServer.close();
  await eventually('it notices', () => running.told.includes('stopped'));
  logServer = await startEventStore({ dir: at.log, port: logServer.port });
  const afterLog = await eventually('the log takes writes', () => write(submitted('s2')));
  await running.reaches(afterLog);

  await storeServer.close();
  const unseen = await write(submitted('s3'));
  storeServer = await startMongo({ dir: at.store, port: storeServer.port });
  await running.reaches(unseen);
  const { f1 } = await storedBy(store, countedForms);
  assert.equal([f1?.['submission_count'], f1?._position], [3, unseen]);

  await running.stop();
  await log.close();
  await store.close();
  await logServer.close();
  await storeServer.close();
  rmSync(dir, { recursive: true, force: true });
});

test.run();
