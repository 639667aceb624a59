import { closeSync, openSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../../test/support/eventually.ts';
import { syncLater } from '../../src/journal/later-sync.ts';

const test = suite<{ file: number; failures: unknown[] }>('a sync some time after a write');

// A file that cannot be synced: each try shows as a failure.
test.before.each((context) => {
  context.file = openSync('/dev/null', 'w');
  context.failures = [];
});
test.after.each(({ file }) => closeSync(file));

const noted = (failures: unknown[]) => (error: unknown) => void failures.push(error);

test('comes by itself, once for all writes before it', async ({ file, failures }) => {
  const later = syncLater(file, noted(failures));
  later.wrote();
  later.wrote();
  await eventually('the file is synced', () => failures.length > 0);
  assert.match(String(failures[0]), 'EINVAL');
  await later.close();
  assert.is(failures.length, 1);
});

test('does not come if all writes are on disk for another reason', async ({ file, failures }) => {
  const later = syncLater(file, noted(failures));
  later.wrote();
  later.synced();
  await later.close();
  assert.is(failures.length, 0);
});

test('comes before the file is closed', async ({ file, failures }) => {
  const later = syncLater(file, noted(failures));
  later.wrote();
  await later.close();
  assert.is(failures.length, 1);
});

test.run();
