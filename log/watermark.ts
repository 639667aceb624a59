import pTimeout from 'p-timeout';

/** Up to which moment a follower of the feed has heard everything that was appended. */
export interface Watermark {
  /** In monotonic milliseconds. It stays where it is while the feed is silent, and after its end. */
  readonly at: number;
  /** The follower has taken in all events up to this position. */
  heard(position: bigint): void;
  /**
   * Compares the feed with the head of the log. Callers that come together share one question.
   * @returns once the watermark has moved, or has not in time; never rejects
   */
  advance(): Promise<void>;
}

/** How long the feed may take to reach the head that the log reported. */
const patienceMs = 250;
/** Heads that the feed has not reached yet; with more of them the oldest is of no use any more. */
const mostPending = 8;

interface Pending {
  readonly head: bigint;
  readonly reached: () => void;
}

/**
 * An event that the feed has not delivered yet lies between what was heard and the head of the log. So once the feed
 * has reached a head, everything that was appended before the question for that head has been heard. A silent feed
 * is thereby distinguished from a quiet log, at the price of one read for all streams together.
 * @param readHead the position of the log's last event
 * @param start a head that was read after the feed had begun; who reads a stream later has everything up to there
 * @param clock monotonic milliseconds
 */
export function openWatermark(
  readHead: () => Promise<bigint | null>,
  start: bigint | null,
  clock: () => number = () => performance.now(),
): Watermark {
  let heardTo = start ?? -1n;
  let at = -Infinity;
  let isSilent = false;
  let pending: Pending[] = [];
  let asking: Promise<void> | null = null;

  async function compare(): Promise<void> {
    const askedAt = clock();
    const head = (await readHead()) ?? -1n;
    if (head > heardTo)
      await new Promise<void>((reached) => {
        pending = [...pending.slice(1 - mostPending), { head, reached }];
      });
    at = Math.max(at, askedAt);
    isSilent = false;
  }

  async function ask(): Promise<void> {
    try {
      await pTimeout(compare(), { milliseconds: patienceMs });
    } catch {
      isSilent = true;
    } finally {
      asking = null;
    }
  }

  return {
    get at() {
      return at;
    },
    heard(position) {
      heardTo = position;
      while (pending[0] && pending[0].head <= position) pending.shift()?.reached();
    },
    advance() {
      asking ??= ask();
      // No caller waits for a feed that was silent the last time; the question under way notices its return.
      return isSilent ? Promise.resolve() : asking;
    },
  };
}
