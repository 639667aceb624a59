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

test('what may be on disk soon is in the journal at once, and is there after it was closed', async ({
  dir,
}) => {
  const { write, a, all, close } = openIn(dir);
  write(() => a.put('one', '1'), 'soon');
  write(() => a.put('two', '2'), 'soon');
  assert.equal(all(), [{ one: '1', two: '2' }, {}]);
  assert.equal(await contents(crashImage(dir, 'image')), [{ one: '1', two: '2' }, {}]);
  await close();
  assert.equal(await contents(dir), [{ one: '1', two: '2' }, {}]);
});

test('what the journal cannot sync later on goes into the file of LMDB', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  write(() => a.put('one', '1'), 'soon');
  const stillOpen = putNullInPlaceOf(journalOf(dir));
  await eventually('LMDB has it', () => {
    // As long as something is written, nothing but this brings so little there.
    write(() => a.put('more', '2'), 'soon');
    return readFileSync(join(dir, 'data.mdb')).includes('one');
  });
  await close();
  stillOpen.forEach(closeSync);
  rmSync(journalOf(dir));
  assert.equal(await contents(dir), [{ more: '2', one: '1' }, {}]);
});

/** What this process has open as the file cannot be synced any more. @returns what was opened for it besides */
function putNullInPlaceOf(path: string): readonly number[] {
  const isIt = (file: string) => {
    const link = `/proc/self/fd/${file}`;
    return existsSync(link) && readlinkSync(link) === realpathSync(path);
  };
  const file = Number(readdirSync('/proc/self/fd').find(isIt));
  closeSync(file);
  // The lowest number that is free is given out first.
  const opened: number[] = [];
  do opened.push(openSync('/dev/null', 'r+'));
  while (opened.at(-1) !== file);
  return opened.slice(0, -1);
}

test.run();
