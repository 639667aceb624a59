import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'uvu';

/** Gives each test of a suite an empty directory of its own. @param parent by default the directory for temporary files */
export function eachInDirectory<T extends { dir: string }>(test: Test<T>, parent = tmpdir()): void {
  test.before.each(async (context) => {
    context.dir = await mkdtemp(join(parent, 'formlog-'));
  });
  test.after.each(({ dir }) => rm(dir, { recursive: true }));
}
