import pTimeout from 'p-timeout';

/** The time up to which a follower of the feed has received everything that was appended. */
export interface Watermark {
  /** In monotonic milliseconds. It does not advance while the feed is silent, nor after its end. */
  readonly at: number;
  /** The position up to which the follower has received all events. */
  readonly receivedTo: bigint;
  /**
   * Returns a time, in monotonic milliseconds, at which the event at a position was not in the log yet; -Infinity if none is
   * known. An event that was appended since that time may be delivered later than others.
   */
  timeBefore(position: bigint): number;
  /** Records that the follower has received all events up to this position. */
  received(position: bigint): void;
  /**
   * Compares the feed with the head of the log. Concurrent callers share one read.
   * @returns once the watermark has advanced or the time limit has passed; never rejects
   */
  advance(): Promise<void>;
}

/** How long the feed may take to reach the head of the log. */
const comparisonMs = 250;
/** The number of heads that the feed has not reached yet; beyond it the oldest is dropped. */
const maxPending = 8;
/** The number of heads that are remembered; they are read a few times a second. */
const maxHeads = 16;

interface Pending {
  readonly head: bigint;
  readonly reached: () => void;
}

/**
 * Opens a watermark. Any event that the feed has not delivered yet lies between the last received event and
 * the head of the log. Once the feed has reached a head, it has therefore delivered everything that was
 * appended before that head was requested. This distinguishes a silent feed from a quiet log at the cost of
 * one read for all streams together.
 * @param readHead reads the position of the log's last event
 * @param start a head that was read after the feed had begun; later reads of a stream include everything up
 * to it
 * @param startedAt when that read began
 * @param clock monotonic milliseconds
 */
export function openWatermark(
  readHead: () => Promise<bigint | null>,
  start: bigint | null,
  startedAt: number,
  clock: () => number = () => performance.now(),
): Watermark {
  let receivedTo = start ?? -1n;
  let at = -Infinity;
  let isSilent = false;
  let pending: Pending[] = [];
  let comparing: Promise<void> | null = null;
  /** The newest heads of the log, and when each read began. */
  const heads: { readonly head: bigint; readonly readAt: number }[] = [
    { head: receivedTo, readAt: startedAt },
  ];

  async function compare(): Promise<void> {
    const readAt = clock();
    const head = (await readHead()) ?? -1n;
    heads.push({ head, readAt });
    if (heads.length > maxHeads) heads.shift();
    if (head > receivedTo)
      await new Promise<void>((reached) => {
        pending = [...pending.slice(1 - maxPending), { head, reached }];
      });
    at = Math.max(at, readAt);
    isSilent = false;
  }

  async function compareInTime(): Promise<void> {
    try {
      await pTimeout(compare(), { milliseconds: comparisonMs });
    } catch {
      isSilent = true;
    } finally {
      comparing = null;
    }
  }

  return {
    get at() {
      return at;
    },
    get receivedTo() {
      return receivedTo;
    },
    timeBefore: (position) => heads.findLast(({ head }) => head < position)?.readAt ?? -Infinity,
    received(position) {
      receivedTo = position;
      while (pending[0] && pending[0].head <= position) pending.shift()?.reached();
    },
    advance() {
      comparing ??= compareInTime();
      // No caller waits for a feed that was silent the last time; the read in progress notices its return.
      return isSilent ? Promise.resolve() : comparing;
    },
  };
}
