// Embedded only: a store is stopped by SIGSTOP.

import { join } from 'node:path';
import pTimeout from 'p-timeout';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { eachInDirectory } from '../support/directory.ts';
import { startInProcess } from '../support/eventstore/child-server.ts';
import { startService } from '../support/formlog.ts';

const test = suite<{ dir: string }>('SIGTERM');
eachInDirectory(test);

test('ends a process within its limit, with exit code 1, although a store neither answers nor fails', async ({
  dir,
}) => {
  const entry = entryUrl('../../packages/embedded-mongodb/src/bin', import.meta.url);
  const store = await startInProcess(entry, { dir: join(dir, 'documents') });
  const service = await startService(join(dir, 'service'), { MONGODB_URL: store.url, STOP_TIMEOUT_S: '1' });
  process.kill(store.pid, 'SIGSTOP');
  try {
    assert.is(await pTimeout(service.kill('SIGTERM'), { milliseconds: 20_000 }), 1);
  } finally {
    await store.kill('SIGKILL');
    await service.kill('SIGKILL');
  }
  assert.match(service.stderr(), /did not stop in time/);
});

test.run();
