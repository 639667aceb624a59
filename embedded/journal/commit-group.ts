import { NotWrittenError } from './not-written-error.ts';

/** A write that waits for its commit, in which it is given what it may write to. */
export interface Waiting<Given = void> {
  /** Does it and answers how to tell that it was done. */
  readonly run: (given: Given) => () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Commits a group; when one of it throws, each gets a commit of its own, so that a broken one fails alone.
 * @param together commits a group and answers it. @throws when nothing of it was written
 */
export function commitGroup<One extends Pick<Waiting, 'fail'>>(
  group: readonly One[],
  together: (group: readonly One[]) => void,
): void {
  try {
    together(group);
  } catch (error) {
    // What cannot be written cannot be written alone either.
    if (group.length > 1 && !(error instanceof NotWrittenError))
      for (const one of group) commitGroup([one], together);
    else for (const { fail } of group) fail(error);
  }
}
