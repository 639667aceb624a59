import type { RootDatabase } from 'lmdb';
import { checked, integer, object } from '../shapes.ts';

const stats = object({ free: object({ entryCount: integer() }) });

/**
 * Whether LMDB has a list of free pages. A copy that was compacted has none, and there a commit must not free many
 * pages: for the first entry of the list, if it needs pages of its own, LMDB looks for free ones in the list that this
 * entry is being put into, reads past the end of its empty page, and the process dies; so it does at each start that
 * makes the same again.
 */
export const hasFreeList = (root: Pick<RootDatabase, 'getStats'>): boolean =>
  checked(stats, root.getStats(), 'statistics of LMDB').free.entryCount > 0;
