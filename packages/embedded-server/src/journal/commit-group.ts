import { NotWrittenError } from './not-written-error.ts';

/** A write that waits for its commit. */
export interface Waiting<Given = void> {
  /** Performs the write. @returns a function that acknowledges it once it is on disk */
  readonly run: (given: Given) => () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Commits a group of writes. If one of them throws, each gets a commit of its own, so that only that write fails.
 * @param together commits a group and answers it. @throws when none of it was written
 */
export function commitGroup<One extends Pick<Waiting, 'fail'>>(
  group: readonly One[],
  together: (group: readonly One[]) => void,
): void {
  try {
    together(group);
  } catch (error) {
    // If the disk refuses the group, it refuses each write alone, too.
    if (group.length > 1 && !(error instanceof NotWrittenError))
      for (const one of group) commitGroup([one], together);
    else for (const { fail } of group) fail(error);
  }
}
