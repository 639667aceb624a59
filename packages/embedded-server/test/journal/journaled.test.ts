import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../../test/support/directory.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { NotWrittenError } from '../../src/journal/not-written-error.ts';
import { contents, crashImage, journalOf, openIn } from './small-store.ts';

const test = suite<{ dir: string }>('a journal in front of LMDB');
eachInDirectory(test);

test('a write is read immediately, and kept in a crash before LMDB has stored it', async ({ dir }) => {
  const { write, a, b, all, close } = openIn(dir);
  write(() => a.put('one', '1'));
  write(() => {
    a.put('two', '2');
    b.put('three', '3');
    a.remove('one');
  });
  assert.equal(all(), [{ two: '2' }, { three: '3' }]);
  const image = crashImage(dir, 'image');
  assert.ok(readFileSync(journalOf(image)).includes('three'));
  assert.not(readFileSync(join(image, 'data.mdb')).includes('three'));
  assert.equal(await contents(image), [{ two: '2' }, { three: '3' }]);
  await close();
});

test('work that throws is undone, and no other work', async ({ dir }) => {
  const { write, a, all, changes, close } = openIn(dir);
  write(() => a.put('one', '1'));
  assert.throws(
    () =>
      write(() => {
        a.put('one', 'changed');
        a.put('two', '2');
        assert.is(changes(), 2);
        throw new Error('broken');
      }),
    'broken',
  );
  assert.equal(all(), [{ one: '1' }, {}]);
  write(() => a.put('three', '3'));
  assert.equal(await contents(crashImage(dir, 'image')), [{ one: '1', three: '3' }, {}]);
  await close();
});

test('`add` puts only missing keys', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  assert.equal(
    write(() => [a.add('one', '1'), a.add('one', '2')]),
    [true, false],
  );
  assert.equal(await contents(crashImage(dir, 'image')), [{ one: '1' }, {}]);
  await close();
});

test('a checkpoint commits all writes to the file of LMDB; older groups of the journal are not applied again', async ({
  dir,
}) => {
  const { write, a, all, checkpoint, close } = openIn(dir);
  write(() => a.put('one', '1'));
  write(() => a.put('two', '2'));
  checkpoint();
  assert.equal(await contents(crashImage(dir, 'first')), [{ one: '1', two: '2' }, {}]);
  write(() => a.remove('one'));
  checkpoint();
  assert.ok(readFileSync(journalOf(dir)).includes('two'), 'an older group stands behind');
  assert.equal(await contents(crashImage(dir, 'second')), [{ two: '2' }, {}]);
  write(() => a.put('three', '3'));
  assert.equal(all(), [{ two: '2', three: '3' }, {}]);
  assert.equal(await contents(crashImage(dir, 'third')), [{ two: '2', three: '3' }, {}]);
  await close();
});

test('an incomplete group is ignored, and so are the bytes behind it', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  const ends = ['one', 'two', 'three'].map((name) => {
    write(() => a.put(name, name));
    return readFileSync(journalOf(dir)).length;
  });
  const [first = 0, second = 0] = ends;
  const torn = crashImage(dir, 'torn');
  truncateSync(journalOf(torn), second - 1);
  assert.equal(await contents(torn), [{ one: 'one' }, {}]);
  const spoilt = crashImage(dir, 'spoilt');
  const bytes = readFileSync(journalOf(spoilt));
  bytes.writeUInt8(bytes.readUInt8(first + 25) ^ 1, first + 25);
  writeFileSync(journalOf(spoilt), bytes);
  assert.equal(await contents(spoilt), [{ one: 'one' }, {}]);
  const more = crashImage(dir, 'more');
  appendFileSync(journalOf(more), Buffer.alloc(100, 7));
  assert.equal(await contents(more), [{ one: 'one', two: 'two', three: 'three' }, {}]);
  await close();
});

test('the journal of another file is not applied', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  write(() => a.put('one', '1'));
  const image = crashImage(dir, 'image');
  rmSync(join(image, 'data.mdb'));
  assert.equal(await contents(image), [{}, {}]);
  await close();
});

test('the journal stays small during any number of writes', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  for (let n = 0; n < 100; n += 1) write(() => a.put(`key ${n}`, 'x'.repeat(50_000)));
  assert.ok(readFileSync(journalOf(dir)).length < 1_100_000);
  const [stored] = await contents(crashImage(dir, 'image'));
  assert.is(Object.keys(stored ?? {}).length, 100);
  await close();
});

test('after enough writes, a checkpoint is made in the first pause', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  const isInFile = (): boolean => readFileSync(join(dir, 'data.mdb')).includes('the last');
  const much = 'x'.repeat(1_000);
  for (let n = 0; n < 99; n++) write(() => a.put(`${n}`, much));
  write(() => a.put('the last', much));
  assert.not(isInFile());
  await eventually('a checkpoint', isInFile, 400);
  await close();
});

test('a write after the journal was deleted fails', async ({ dir }) => {
  const { write, a, all, close } = openIn(dir);
  write(() => a.put('one', '1'));
  rmSync(journalOf(dir));
  assert.throws(
    () => write(() => a.put('two', '2')),
    (error: unknown) => error instanceof NotWrittenError && error.obstacle === 'gone',
  );
  assert.equal(all(), [{ one: '1' }, {}]);
  await close();
});

test.run();
