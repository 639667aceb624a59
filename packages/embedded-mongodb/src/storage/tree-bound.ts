import { type Store } from './store.ts';

/** As much as lets a page of LMDB hold two of them, and no third. */
const half = Buffer.alloc(2_000);
/** As much as LMDB leaves on a page of its own: less than a quarter is merged with another page. */
const kept = Buffer.alloc(1_100);

/**
 * Has the keys behind a tree begin on a page of their own. LMDB splits a page in the middle, unless the new key comes at its
 * end: without the bound, a tree that grows at its end leaves half-empty pages behind, because its last page has keys
 * of the next tree as well. Each half moves the one before it to a new last page; then only the bound stays.
 * @param tree the prefix of the tree, which is empty and the last of all
 * @param bound a key behind all of the tree, and before those of any later tree
 */
export function boundLastTree(store: Pick<Store, 'put' | 'remove'>, tree: Buffer, bound: Buffer): void {
  const before = [1, 2, 3].map((n) => Buffer.concat([tree, Buffer.of(n)]));
  const behind = Buffer.concat([bound, Buffer.of(1)]);
  for (const key of [...before, bound, behind]) store.put(key, half);
  for (const key of [...before, behind]) store.remove(key);
  store.put(bound, kept);
}
