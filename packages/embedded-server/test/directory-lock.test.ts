import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { immutableParent, noImmutableFiles, setImmutable } from '../../../test/support/immutable-files.ts';
import { testUnless } from '../../../test/support/left-out.ts';
import { DirectoryLockedError, lockDirectory } from '../src/directory-lock.ts';
import { createWorker, entryUrl } from '../src/spawn.ts';

const test = suite<{ dir: string }>('directory lock');
eachInDirectory(test, immutableParent ?? undefined);

const entry = entryUrl('./fixtures/locking-entry', import.meta.url);
const refusal = (pid: number) => (error: unknown) =>
  error instanceof DirectoryLockedError && error.pid === pid && error.message.includes(String(pid));

test('refuses a second holder and names its process', ({ dir }) => {
  const lock = lockDirectory(dir);
  assert.throws(() => lockDirectory(dir), refusal(process.pid));
  lock.release();
});

test('a copy of a directory in use is free: its lock was copied with it', ({ dir }) => {
  const used = join(dir, 'used');
  const copy = join(dir, 'copy');
  const lock = lockDirectory(used);
  cpSync(used, copy, { recursive: true });
  lockDirectory(copy).release();
  assert.throws(() => lockDirectory(used), /in use/);
  lock.release();
});

test('can be taken again after its release, and leaves no files', ({ dir }) => {
  lockDirectory(dir).release();
  lockDirectory(dir).release();
  assert.equal(readdirSync(dir), []);
});

test('refuses while another process holds it, and takes over after that process was killed', async ({
  dir,
}) => {
  const holder = await startInProcess(entry, { dir });
  assert.throws(() => lockDirectory(dir), refusal(holder.pid));
  await holder.kill('SIGKILL');
  lockDirectory(dir).release();
});

test('takes over from a worker of the same process that was stopped', async ({ dir }) => {
  const worker = createWorker(entry, { dir, port: 0 });
  await once(worker, 'message');
  assert.throws(() => lockDirectory(dir), refusal(process.pid));
  await worker.terminate();
  lockDirectory(dir).release();
});

test('takes over when another process has the number of a dead holder', ({ dir }) => {
  const path = join(dir, 'server.lock');
  const lock = lockDirectory(dir);
  const held = readFileSync(path, 'utf8');
  lock.release();
  writeFileSync(path, held.replace(/"started":"\d+"/, '"started":"1"'));
  lockDirectory(dir).release();
});

test('takes over a lock file that a power loss left empty', ({ dir }) => {
  writeFileSync(join(dir, 'server.lock'), '');
  lockDirectory(dir).release();
});

test('takes over when a process died while it took over', ({ dir }) => {
  writeFileSync(join(dir, 'server.lock'), '');
  writeFileSync(join(dir, 'server.lock.takeover'), '');
  lockDirectory(dir).release();
  assert.equal(readdirSync(dir), []);
});

testUnless(noImmutableFiles, test)('a holder ends even if its lock cannot be removed', ({ dir }) => {
  const lock = lockDirectory(dir);
  setImmutable(true, join(dir, 'server.lock'));
  try {
    lock.release();
    assert.equal(readdirSync(dir), ['server.lock']);
  } finally {
    setImmutable(false, join(dir, 'server.lock'));
  }
});

test.run();
