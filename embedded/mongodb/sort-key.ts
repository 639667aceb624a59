import { invert, keyOf, keysOf } from './key.ts';
import { leavesOf } from './path.ts';
import { type SortField } from './planner.ts';
import { type Doc } from './value.ts';

/** A document's place: an array sorts by its least element, or its greatest where descending. */
export function sortKey(document: Doc, sort: readonly SortField[]): Buffer {
  return Buffer.concat(
    sort.map(({ parts, descending }) => {
      const [first = keyOf(null), ...others] = keysOf(leavesOf(document, parts));
      const best = others.reduce((a, b) => (Buffer.compare(a, b) > 0 !== descending ? b : a), first);
      return descending ? invert(best) : best;
    }),
  );
}
