import type { EventLog } from '../../log/event-log.ts';
import type { DueAttempt } from './queues/attempt-memory.ts';
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
export class GainedRanges {
  readonly #log: Pick<EventLog, 'head'> | undefined;
  readonly #ranges = new Map<number, Gained>();
  /** The ranges that were gained since the last read of the head began. */
  #unread: Gained[] = [];

  /** @param log reads the head of the log after each gain; without it, no delivery counts as planned since */
  constructor(log: Pick<EventLog, 'head'> | undefined) {
    this.#log = log;
  }

  add(range: number): void {
    const gained: Gained = { at: performance.now(), head: null };
    this.#ranges.set(range, gained);
    if (this.#unread.length === 0) setImmediate(() => this.#readHead());
    this.#unread.push(gained);
  }

  /**
   * Whether another scheduler may have requested this attempt until just now: its range was gained a short time ago, and
   * the delivery is not known to have been planned since.
   */
  mayBeRequested({ destinationId, plannedAt }: Pick<DueAttempt, 'destinationId' | 'plannedAt'>): boolean {
    const gained = this.#ranges.get(rangeOf(destinationId));
    if (!gained || performance.now() - gained.at >= newlyGainedMs) return false;
    return plannedAt === undefined || gained.head === null || plannedAt <= gained.head;
  }

  /** Reads the head once for all ranges that were gained together. Without an answer, the time alone counts. */
  #readHead(): void {
    const read = this.#unread;
    this.#unread = [];
    this.#log?.head().then(
      (head) => read.forEach((gained) => (gained.head = head ?? -1n)),
      () => undefined,
    );
  }
}
