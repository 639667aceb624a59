/** The times at which this process moved the head of the log to a position. */
export interface HeadMarks {
  note(position: bigint): void;
  /** The age of the first mark past `position`, in ms. */
  secondsBehind(position: bigint | null): number;
}

interface Mark {
  readonly position: bigint;
  readonly at: number;
}

const intervalMs = 100;
const maxMarks = 3_000;

/**
 * Keeps at most one mark per 100 ms, for five minutes of steady writing.
 * @param now monotonic milliseconds
 */
export function openHeadMarks(now: () => number = () => performance.now()): HeadMarks {
  const marks: Mark[] = [];
  let last: Mark | undefined;
  return {
    note(position) {
      if (last && position <= last.position) return;
      const mark = { position, at: now() };
      // The newest mark is always kept, because no append may follow it.
      if (last && last.at - (marks.at(-1)?.at ?? -Infinity) >= intervalMs && marks.push(last) > maxMarks)
        marks.shift();
      last = mark;
    },
    secondsBehind(position) {
      const first = [...marks, ...(last ? [last] : [])].find((mark) => mark.position > (position ?? -1n));
      return first ? (now() - first.at) / 1_000 : 0;
    },
  };
}
