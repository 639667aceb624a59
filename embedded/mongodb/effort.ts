import { refuse } from './error.ts';

/** Elements compared, and steps of regular expressions: some 50 ns each. Any document has fewer elements. */
const most = 2_000_000;
let left = most;

/** What a filter may spend begins anew with each document. */
export function beginDocument(): void {
  left = most;
}

/** Counts the work on a document, which is not parted. @throws MongoError where it would go on for too long */
export function spend(effort: number): void {
  left -= effort;
  if (left < 0) refuse(51156, 'a filter takes too long on one document');
}
