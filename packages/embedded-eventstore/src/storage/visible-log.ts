import type { Table } from '../../../embedded-server/src/journal/table.ts';

/** Positions from `start` on, downwards with `reverse`. */
interface PositionRange {
  readonly start?: number;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** The records that readers see, by position. */
export interface VisibleLog {
  get(position: number): Buffer | undefined;
  getRange(range: PositionRange): ReturnType<Table<number, Buffer>['getRange']>;
}

/** The part of a log up to a position: later records may not be on disk yet. @param last returns the position */
export function visibleUpTo(
  last: () => number,
  log: () => Pick<Table<number, Buffer>, 'get' | 'getRange'>,
): VisibleLog {
  return {
    get: (position) => (position <= last() ? log().get(position) : undefined),
    getRange: (range) =>
      range.reverse
        ? log().getRange({ ...range, start: Math.min(range.start ?? Infinity, last()) })
        : log().getRange({ ...range, end: last() + 1 }),
  };
}
