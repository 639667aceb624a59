import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import * as assert from 'uvu/assert';
import { text } from '../../src/journal/codec.ts';
import { openJournaled } from '../../src/journal/journaled.ts';

export const journalOf = (dir: string): string => join(dir, 'journal');

/** Two tables of texts, in a directory, with a journal. */
export function openIn(dir: string) {
  const dataPath = join(dir, 'data.mdb');
  const root = open<string, string>({ path: dataPath, overlappingSync: false });
  const own = root.openDB<Buffer, string>({ name: 'own', encoding: 'binary' });
  const journaled = openJournaled({
    root,
    dataPath,
    journalPath: journalOf(dir),
    generation: { read: () => own.get('generation'), write: (value) => own.putSync('generation', value) },
    checkpointBytes: { whileWriting: 1_000_000, whileQuiet: 100_000, growth: 1 },
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

/** A copy of the files as they are now, as a machine finds them after a loss of power. */
export function crashImage(dir: string, name: string): string {
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

export const contents = (dir: string): Promise<Record<string, string>[]> => within(dir, ({ all }) => all());
