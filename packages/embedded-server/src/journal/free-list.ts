import type { RootDatabase } from 'lmdb';
import { checked, integer, object } from '../shapes.ts';

const stats = object({ free: object({ entryCount: integer() }) });

/**
 * Whether LMDB has a list of free pages. A compacted copy has none, and a commit to it must not free many pages: if the
 * first entry of the list needs pages of its own, LMDB looks for free pages in the same, still empty, list, reads past
 * the end of its page, and the process dies, again at each start that repeats the commit.
 */
export const hasFreeList = (root: Pick<RootDatabase, 'getStats'>): boolean =>
  checked(stats, root.getStats(), 'statistics of LMDB').free.entryCount > 0;
