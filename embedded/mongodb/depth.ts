import { refuse } from './error.ts';

/** Documents nest no deeper than this, as in MongoDB. */
const maxDepth = 180;

/** @throws MongoError Overflow where a document is too deep to be stored, or was sent */
export function checkDepth(depth: number): void {
  if (depth > maxDepth) refuse('Overflow', `documents nest at most ${maxDepth} deep`);
}
