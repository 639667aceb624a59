import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryUrl } from '../../embedded/spawn.ts';
import { LogUnavailable, noStream } from '../../log/event-log.ts';
import { openEventStoreLog } from '../../log/eventstore-log.ts';
import { surviveLostAppends } from '../../log/lost-appends.ts';
import { startInProcess } from '../support/child-server.ts';

const test = suite('lost appends');

const metadata = {
  accountId: 'acc',
  actor: { kind: 'system', id: 'test' },
  correlationId: 'c',
  causationId: 'd',
} as const;

test('an event store that hangs under load and dies takes its appends along, and nothing else', async () => {
  let echoes = 0;
  const takeBack = surviveLostAppends(() => (echoes += 1));
  const dir = mkdtempSync(join(tmpdir(), 'formlog-lost-'));
  const server = await startInProcess(entryUrl('../../embedded/eventstore/bin', import.meta.url), { dir });
  const log = openEventStoreLog({ url: server.url, appendTimeoutMs: 3_000 });
  // Large enough that a server which reads nothing is soon sent nothing more.
  const data = { plan: 'x'.repeat(20_000), at: '2026-01-02T03:04:05.678Z' };
  const append = () =>
    log.append(`account-${randomUUID()}`, noStream, [
      { id: randomUUID(), event: { type: 'PlanChanged', data }, metadata },
    ]);
  await append();
  process.kill(server.pid, 'SIGSTOP');
  const appends = Array.from({ length: 200 }, append);
  // They are handed to the connection one turn of the loop after the other.
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  await Promise.all([server.kill('SIGKILL'), Promise.allSettled(appends)]);
  for (const settled of await Promise.allSettled(appends))
    assert.instance(settled.status === 'rejected' && settled.reason, LogUnavailable);
  await setImmediate();
  assert.ok(echoes > 0, 'the client no longer rejects twice: what is tested here may go');
  takeBack();
  await log.close();
  rmSync(dir, { recursive: true });
});

test('any other rejection that nobody handles still ends the process', () => {
  const takeBack = surviveLostAppends();
  const fault = new Error('not ours');
  assert.throws(() => process.emit('unhandledRejection', fault, Promise.resolve()), 'not ours');
  takeBack();
});

test.run();
