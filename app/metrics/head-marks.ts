/** When the log reached which position, as far as this process moved it. */
export interface HeadMarks {
  note(position: bigint): void;
  /** For how long the first of the marks past `position` has been there. */
  secondsBehind(position: bigint | null): number;
}

interface Mark {
  readonly position: bigint;
  readonly at: number;
}

const apartMs = 100;
const kept = 3_000;

/**
 * Remembers at most one mark each 100 ms, for five minutes of steady writing.
 * @param now milliseconds of a clock that does not jump
 */
export function openHeadMarks(now: () => number = () => performance.now()): HeadMarks {
  const marks: Mark[] = [];
  let last: Mark | undefined;
  return {
    note(position) {
      if (last && position <= last.position) return;
      const mark = { position, at: now() };
      // The newest one counts in any case: nothing may come after it.
      if (last && last.at - (marks.at(-1)?.at ?? -Infinity) >= apartMs && marks.push(last) > kept)
        marks.shift();
      last = mark;
    },
    secondsBehind(position) {
      const first = [...marks, ...(last ? [last] : [])].find((mark) => mark.position > (position ?? -1n));
      return first ? (now() - first.at) / 1_000 : 0;
    },
  };
}
