import type { Table } from '../../journal/table.ts';

/** Positions from `start` on, downwards with `reverse`, and before `end`. */
interface PositionRange {
  readonly start?: number;
  readonly end?: number;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** Records by position, as readers see them. */
export interface VisibleLog {
  get(position: number): Buffer | undefined;
  getRange(range: PositionRange): ReturnType<Table<number, Buffer>['getRange']>;
}

/** The part of a log up to a position: records behind it may not be on disk yet. @param last returns the position */
export function visibleUpTo(last: () => number, log: () => VisibleLog): VisibleLog {
  return {
    get: (position) => (position <= last() ? log().get(position) : undefined),
    getRange({ start, end, ...range }) {
      const visibleEnd = last();
      if (range.reverse)
        return log().getRange({
          ...range,
          start: Math.min(start ?? visibleEnd, visibleEnd),
          ...(end !== undefined && { end }),
        });
      return log().getRange({
        ...range,
        ...(start !== undefined && { start }),
        end: Math.min(end ?? Infinity, visibleEnd + 1),
      });
    },
  };
}
