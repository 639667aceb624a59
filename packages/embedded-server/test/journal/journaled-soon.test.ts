import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../../test/support/directory.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { contents, crashImage, journalOf, openIn } from './small-store.ts';

const test = suite<{ dir: string }>('a journal in front of LMDB, synced soon');
eachInDirectory(test);

test('a write with sync soon is in the journal immediately, and stays after a close', async ({ dir }) => {
  const { write, a, all, close } = openIn(dir);
  write(() => a.put('one', '1'), 'soon');
  write(() => a.put('two', '2'), 'soon');
  assert.equal(all(), [{ one: '1', two: '2' }, {}]);
  assert.equal(await contents(crashImage(dir, 'image')), [{ one: '1', two: '2' }, {}]);
  await close();
  assert.equal(await contents(dir), [{ one: '1', two: '2' }, {}]);
});

test('writes that the journal cannot sync go into the file of LMDB', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  write(() => a.put('one', '1'), 'soon');
  const stillOpen = putNullInPlaceOf(journalOf(dir));
  await eventually('LMDB has it', () => {
    // While there are writes, no checkpoint is made for so few bytes.
    write(() => a.put('more', '2'), 'soon');
    return readFileSync(join(dir, 'data.mdb')).includes('one');
  });
  await close();
  stillOpen.forEach(closeSync);
  rmSync(journalOf(dir));
  assert.equal(await contents(dir), [{ more: '2', one: '1' }, {}]);
});

/** Replaces an open file of this process by one that cannot be synced. @returns the other files opened for it */
function putNullInPlaceOf(path: string): readonly number[] {
  const isIt = (file: string) => {
    const link = `/proc/self/fd/${file}`;
    return existsSync(link) && readlinkSync(link) === realpathSync(path);
  };
  const file = Number(readdirSync('/proc/self/fd').find(isIt));
  closeSync(file);
  // A file that is opened gets the lowest free number.
  const opened: number[] = [];
  do opened.push(openSync('/dev/null', 'r+'));
  while (opened.at(-1) !== file);
  return opened.slice(0, -1);
}

test.run();
