import { join } from 'node:path';
import { open } from 'lmdb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { notWritten } from '../../embedded-server/src/journal/not-written-error.ts';
import { Commits } from '../src/storage/commits.ts';

const test = suite<{ dir: string }>('mongodb: commits');
eachInDirectory(test);

const badTransaction = -30782;

/** The error of LMDB when it stumbles over its list of free pages. */
const stumble = (code: number): Error =>
  Object.assign(new Error('reserved freelist had a data entry with zero-size'), { code });

interface Stage {
  readonly commits: Commits;
  /** The sync of each commit. */
  readonly syncs: readonly string[];
  readonly warnings: readonly string[];
  put(key: string): void;
  has(key: string): boolean;
  close(): Promise<void>;
}

/** Commits to an LMDB that fails the first of them, after all puts, with the given errors. */
function stage(dir: string, failures: readonly Error[]): Stage {
  const db = open<string, string>({ path: join(dir, 'data.mdb'), overlappingSync: false });
  const left = [...failures];
  let puts = 0;
  const syncs: string[] = [];
  const stumbling = <T>(work: () => T, sync = 'now'): T => {
    syncs.push(sync);
    return db.transactionSync(() => {
      puts = 0;
      const result = work();
      const failure = left.shift();
      if (failure) throw failure;
      return result;
    });
  };
  const warnings: string[] = [];
  const commits = new Commits({
    file: () => ({ write: stumbling, changes: () => puts, makeRoom: () => false }),
    busy: () => undefined,
    warn: (reason) => warnings.push(reason),
  });
  return {
    commits,
    syncs,
    warnings,
    put: (key) => {
      puts += 1;
      db.putSync(key, key);
    },
    has: (key) => db.doesExist(key),
    close: () => db.close(),
  };
}

test('a transaction that LMDB undid by its own fault is made again, once, with a warning', async ({
  dir,
}) => {
  const { commits, warnings, put, has, close } = stage(dir, [stumble(badTransaction)]);
  let runs = 0;
  const result = await commits.write(() => {
    assert.not(has('one'), 'the first try is undone');
    put('one');
    return ++runs;
  });
  assert.is(result, 2);
  assert.ok(has('one'));
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? '', 'a commit failed and is made again: Error: reserved freelist');
  await close();
});

test('all writes of the commit are made again; a refused write stays refused', async ({ dir }) => {
  const { commits, warnings, put, has, close } = stage(dir, [stumble(-30796)]);
  const outcomes = await Promise.allSettled([
    commits.write(() => put('first')),
    commits.write(() => {
      put('second');
      throw new Error('refused');
    }),
    commits.write(() => put('third')),
  ]);
  assert.equal(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(['first', 'second', 'third'].map(has), [true, false, true]);
  assert.is(warnings.length, 1);
  await close();
});

test('a write with sync soon waits for the disk in a commit with a write that must', async ({ dir }) => {
  const { commits, syncs, put, close } = stage(dir, []);
  await Promise.all([commits.write(() => put('one'), 'soon'), commits.write(() => put('two'), 'soon')]);
  await Promise.all([commits.write(() => put('three'), 'soon'), commits.write(() => put('four'))]);
  assert.equal(syncs, ['soon', 'now']);
  await close();
});

test('a full journal is moved to the data file in a turn before that of the writes', async () => {
  const happened: string[] = [];
  const full = [true];
  const write = <T>(work: () => T): T => {
    happened.push('write');
    return work();
  };
  const makeRoom = (): boolean => {
    const isFull = full.shift() ?? false;
    if (isFull) happened.push('checkpoint');
    if (isFull) setImmediate(() => happened.push('turn of others'));
    return isFull;
  };
  const commits = new Commits({
    file: () => ({ write, makeRoom, changes: () => 0 }),
    busy: () => undefined,
    warn: assert.unreachable,
  });
  await commits.write(() => undefined);
  assert.equal(happened, ['checkpoint', 'turn of others', 'write']);
});

test('a second failure is the answer to the client, and nothing is stored', async ({ dir }) => {
  const { commits, put, has, close } = stage(dir, [stumble(badTransaction), stumble(badTransaction)]);
  const outcome = await commits.write(() => put('one')).catch(String);
  assert.is(
    outcome,
    'MongoError: nothing was stored, try it again: Error: reserved freelist had a data entry with zero-size',
  );
  assert.not(has('one'));
  await commits.write(() => put('two'));
  assert.ok(has('two'));
  await close();
});

test('a write that the disk refuses is not tried again', async ({ dir }) => {
  for (const [code, message] of [
    [28, 'nothing was stored: the disk may be full'],
    [30, 'nothing was stored: the data cannot be written'],
  ] as const) {
    const { commits, warnings, put, close } = stage(dir, [notWritten(stumble(code))]);
    let runs = 0;
    const write = commits.write(() => {
      put('one');
      runs++;
    });
    assert.match(String(await write.catch(String)), message);
    assert.is(runs, 1);
    assert.is(warnings.length, 0);
    await close();
  }
});

test.run();
