import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'uvu';
import { openStore, type Store } from '../../../packages/embedded-eventstore/src/storage/store.ts';

/** Gives each test of a suite an empty store of its own, and closes it. */
export function eachWithStore<T extends { dir: string; store: Store }>(test: Test<T>): void {
  test.before.each(async (context) => {
    context.dir = await mkdtemp(join(tmpdir(), 'formlog-store-'));
    context.store = openStore(context.dir);
  });
  test.after.each(async ({ dir, store }) => {
    await store.close();
    await rm(dir, { recursive: true });
  });
}
