import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../../test/support/directory.ts';
import { copyToNext, type DataPath, type FileNames, newestIn } from '../../src/journal/data-path.ts';

const test = suite<{ dir: string }>('journal: data paths');
eachInDirectory(test);

const names: FileNames = { first: 0, nameOf: (number) => (number === 0 ? 'data.mdb' : `data-${number}.mdb`) };
const make = (dir: string, ...files: readonly string[]): void => {
  for (const file of files) writeFileSync(join(dir, file), file);
};

const inUse = (path: DataPath) => ({
  path,
  journaled: { checkpoint: () => undefined },
  root: {
    backup: (copy: string) => {
      writeFileSync(copy, 'copied');
      return Promise.resolve();
    },
  },
});

test('an empty directory gets the first file', ({ dir }) => {
  const { dataPath, journalPath } = newestIn(dir, names);
  assert.equal([dataPath, journalPath], [join(dir, 'data.mdb'), join(dir, 'data.mdb-journal')]);
});

test('the newest file has the greatest number; older files with their journals and unfinished copies are removed', ({
  dir,
}) => {
  make(dir, 'data.mdb', 'data.mdb-lock', 'data.mdb-journal', 'data-9.mdb', 'data-9.mdb-journal');
  make(
    dir,
    'data-10.mdb',
    'data-10.mdb-lock',
    'data-10.mdb-journal',
    'copy.mdb',
    'copy.mdb-lock',
    'other-11.mdb',
  );
  assert.is(newestIn(dir, names).number, 10);
  assert.equal(readdirSync(dir).sort(), [
    'data-10.mdb',
    'data-10.mdb-journal',
    'data-10.mdb-lock',
    'other-11.mdb',
  ]);
});

test('a copy has the next number', async ({ dir }) => {
  make(dir, 'data.mdb');
  const next = await copyToNext(inUse(newestIn(dir, names)), (path) => path.dataPath);
  assert.is(next, join(dir, 'data-1.mdb'));
  assert.equal(readdirSync(dir).sort(), ['data-1.mdb', 'data.mdb']);
});

test('a copy that cannot be opened is removed: the next start would take it for the newest file', async ({
  dir,
}) => {
  make(dir, 'data.mdb', 'data.mdb-journal');
  const failed = await copyToNext(inUse(newestIn(dir, names)), ({ journalPath }) => {
    writeFileSync(journalPath, '');
    throw new Error('too many open files');
  }).catch(String);
  assert.is(failed, 'Error: too many open files');
  assert.equal(readdirSync(dir).sort(), ['data.mdb', 'data.mdb-journal']);
});

test.run();
