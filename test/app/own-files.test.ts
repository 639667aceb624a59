import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { protectDataDir } from '../../app/data-dir/own-files.ts';
import { eachInDirectory } from '../support/directory.ts';

const test = suite<{ dir: string }>('own files');
eachInDirectory(test);

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('an existing folder and its stores become accessible to their owner only', ({ dir }) => {
  const store = join(dir, 'mongodb');
  const file = join(store, 'data.mdb');
  mkdirSync(store);
  for (const path of [file, join(dir, 'service.json'), join(dir, 'notes.txt')]) writeFileSync(path, '');
  for (const path of [dir, store]) chmodSync(path, 0o755);
  for (const path of [file, join(dir, 'service.json'), join(dir, 'notes.txt')]) chmodSync(path, 0o644);
  protectDataDir(dir);
  assert.equal([dir, store, file, join(dir, 'service.json')].map(modeOf), ['700', '700', '600', '600']);
  assert.is(modeOf(join(dir, 'notes.txt')), '644', 'it is not a file of the service');
});

test("the folder of uploaded files is its owner's, and no file in it is touched", ({ dir }) => {
  const files = join(dir, 'files');
  mkdirSync(files);
  writeFileSync(join(files, 'content'), '');
  for (const path of [files, join(files, 'content')]) chmodSync(path, 0o755);
  protectDataDir(dir);
  assert.equal([files, join(files, 'content')].map(modeOf), ['700', '755']);
});

test('a new folder is accessible to its owner only', ({ dir }) => {
  protectDataDir(join(dir, 'new'));
  assert.is(modeOf(join(dir, 'new')), '700');
});

test.run();
