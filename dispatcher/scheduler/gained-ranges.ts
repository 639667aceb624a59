import type { EventLog } from '../../log/event-log.ts';
import type { DueAttempt } from './attempt-memory.ts';
import { rangeOf } from './shards.ts';

/** Workers believe a state in memory for five seconds. */
const newlyGainedMs = 6_000;

interface Gained {
  /** Monotonic milliseconds. */
  readonly at: number;
  /** The head of the log at some moment after the range was gained; null until it has been read. */
  head: bigint | null;
}

/** The ranges that this scheduler gained, and the deliveries that their former holders may have requested. */
export interface GainedRanges {
  add(range: number): void;
  /**
   * Whether another scheduler may have requested this attempt until just now: its range was gained a short time ago, and
   * the delivery is not known to have been planned since.
   */
  mayBeRequested(due: Pick<DueAttempt, 'destinationId' | 'plannedAt'>): boolean;
}

/** @param log reads the head of the log after each gain; without it, no delivery counts as planned since */
export function openGainedRanges(log: Pick<EventLog, 'head'> | undefined): GainedRanges {
  const ranges = new Map<number, Gained>();
  /** The ranges that were gained since the last read of the head began. */
  let unread: Gained[] = [];

  /** Reads the head once for all ranges that were gained together. Without an answer, the time alone counts. */
  function readHead(): void {
    const read = unread;
    unread = [];
    log?.head().then(
      (head) => read.forEach((gained) => (gained.head = head ?? -1n)),
      () => undefined,
    );
  }

  return {
    add(range) {
      const gained: Gained = { at: performance.now(), head: null };
      ranges.set(range, gained);
      if (unread.length === 0) setImmediate(readHead);
      unread.push(gained);
    },
    mayBeRequested({ destinationId, plannedAt }) {
      const gained = ranges.get(rangeOf(destinationId));
      if (!gained || performance.now() - gained.at >= newlyGainedMs) return false;
      return plannedAt === undefined || gained.head === null || plannedAt <= gained.head;
    },
  };
}
