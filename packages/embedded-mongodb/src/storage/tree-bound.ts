import { type Store } from './store.ts';

/** A page of LMDB has room for two of these, and no third. */
const half = Buffer.alloc(2_000);
/** LMDB leaves this on a page of its own: a page with less than a quarter is merged with another. */
const kept = Buffer.alloc(1_100);

/**
 * Makes the keys behind a tree begin on a new page. LMDB splits a page in the middle, unless the new key is its last:
 * without the bound, a tree that grows at its end would leave half-empty pages, because its last page has keys of the
 * next tree as well. Each half moves the one before it to a new last page; then only the bound stays.
 * @param tree the prefix of the tree, which is empty and the last of all
 * @param bound a key behind the tree, and before any later tree
 */
export function boundLastTree(store: Pick<Store, 'put' | 'remove'>, tree: Buffer, bound: Buffer): void {
  const before = [1, 2, 3].map((n) => Buffer.concat([tree, Buffer.of(n)]));
  const behind = Buffer.concat([bound, Buffer.of(1)]);
  for (const key of [...before, bound, behind]) store.put(key, half);
  for (const key of [...before, behind]) store.remove(key);
  store.put(bound, kept);
}
