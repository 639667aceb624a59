import fc from 'fast-check';
import { open } from 'lmdb';
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { text } from '../../../embedded/journal/codec.ts';
import { openJournaled } from '../../../embedded/journal/journaled.ts';
import { NotWrittenError } from '../../../embedded/journal/not-written-error.ts';
import { eachInDirectory } from '../../support/directory.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite<{ dir: string }>('a journal in front of LMDB');
eachInDirectory(test);

const journalOf = (dir: string): string => join(dir, 'journal');

/** Two tables of texts, in a directory, with a journal. */
function openIn(dir: string) {
  const dataPath = join(dir, 'data.mdb');
  const root = open<string, string>({ path: dataPath, overlappingSync: false });
  const own = root.openDB<Buffer, string>({ name: 'own', encoding: 'binary' });
  const journaled = openJournaled({
    root,
    dataPath,
    journalPath: journalOf(dir),
    generation: { read: () => own.get('generation'), write: (value) => own.putSync('generation', value) },
    checkpointBytes: { whileWriting: 1_000_000, whileQuiet: 100_000 },
    warn: assert.unreachable,
  });
  const table = (name: string) =>
    journaled.table(root.openDB<string, string>({ name, encoding: 'string' }), text, text);
  const [a, b] = [table('a'), table('b')];
  journaled.recover();
  const all = () =>
    [a, b].map((one) => Object.fromEntries([...one.getRange()].map(({ key, value }) => [key, value])));
  return { ...journaled, a, b, all };
}

type Opened = ReturnType<typeof openIn>;

/** What a machine would find that lost its power now: the files as they are, without those who had them open. */
function crashImage(dir: string, name: string): string {
  const image = join(dir, name);
  for (const file of ['data.mdb', 'journal']) cpSync(join(dir, file), join(image, file));
  return image;
}

/** Opens a directory, and closes it again. */
async function within<T>(dir: string, work: (opened: Opened) => T): Promise<T> {
  const opened = openIn(dir);
  try {
    return work(opened);
  } finally {
    await opened.close();
  }
}

const contents = (dir: string): Promise<Record<string, string>[]> => within(dir, ({ all }) => all());

test('what was written is read at once, and is there after a crash, though LMDB has not stored it', async ({
  dir,
}) => {
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

test('work that throws is undone, and nothing else', async ({ dir }) => {
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

test('`add` puts only what is not there', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  assert.equal(
    write(() => [a.add('one', '1'), a.add('one', '2')]),
    [true, false],
  );
  assert.equal(await contents(crashImage(dir, 'image')), [{ one: '1' }, {}]);
  await close();
});

test('a checkpoint brings all into the file of LMDB; what the journal still holds is not done again', async ({
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

test('a group that was not written to its end does not count, nor what stands behind it', async ({ dir }) => {
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

test('the journal of another file is not taken for its own', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  write(() => a.put('one', '1'));
  const image = crashImage(dir, 'image');
  rmSync(join(image, 'data.mdb'));
  assert.equal(await contents(image), [{}, {}]);
  await close();
});

test('the journal stays small, however much is written', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  for (let n = 0; n < 100; n += 1) write(() => a.put(`key ${n}`, 'x'.repeat(50_000)));
  assert.ok(readFileSync(journalOf(dir)).length < 1_100_000);
  const [stored] = await contents(crashImage(dir, 'image'));
  assert.is(Object.keys(stored ?? {}).length, 100);
  await close();
});

test('once enough was written, the first quiet moment is used for a checkpoint', async ({ dir }) => {
  const { write, a, close } = openIn(dir);
  const isInFile = (): boolean => readFileSync(join(dir, 'data.mdb')).includes('the last');
  const much = 'x'.repeat(1_000);
  for (let n = 0; n < 99; n++) write(() => a.put(`${n}`, much));
  write(() => a.put('the last', much));
  assert.not(isInFile());
  await eventually('a checkpoint', isInFile, 400);
  await close();
});

test('a journal that vanished is missed at the next write', async ({ dir }) => {
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

/** What may happen, by chance. */
type Step =
  | { readonly kind: 'put' | 'add'; readonly key: string; readonly value: string }
  | { readonly kind: 'remove'; readonly key: string };
const key = fc.constantFrom('k1', 'k2', 'k3', 'k4');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('put' as const, 'add' as const), key, value: fc.string() }),
  fc.record({ kind: fc.constant('remove' as const), key }),
);
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ steps: fc.array(step, { maxLength: 5 }), broken: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constantFrom('checkpoint' as const, 'restart' as const) },
);

function apply(model: Map<string, string>, one: Step): void {
  if (one.kind === 'remove') model.delete(one.key);
  else if (one.kind === 'put' || !model.has(one.key)) model.set(one.key, one.value);
}

test('law: a crash at any time leaves exactly what was written before it', async ({ dir }) => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 20 }), async (happenings) => {
      const here = join(dir, `round-${(round += 1)}`);
      let opened = openIn(here);
      let model = new Map<string, string>();
      for (const one of happenings) {
        if (one === 'checkpoint') opened.checkpoint();
        else if (one === 'restart') {
          await opened.close();
          opened = openIn(here);
        } else {
          const next = new Map(model);
          const work = (): void => {
            for (const change of one.steps) {
              apply(next, change);
              if (change.kind === 'remove') opened.a.remove(change.key);
              else opened.a[change.kind](change.key, change.value);
            }
            if (one.broken) throw new Error('broken');
          };
          if (one.broken) assert.throws(() => opened.write(work), 'broken');
          else {
            opened.write(work);
            model = next;
          }
        }
      }
      const expected = Object.fromEntries([...model].sort());
      assert.equal(opened.all()[0], expected);
      assert.equal((await contents(crashImage(here, 'image')))[0], expected);
      await opened.close();
    }),
    { numRuns: 40 },
  );
});

test.run();
