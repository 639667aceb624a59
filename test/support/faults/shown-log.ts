import { type AllStreamSubscription, EventStoreDBClient, START } from '@eventstore/db-client';

/** What is known of the order of a log: where each event is, and when it was seen first. */
export interface WatchedLog {
  /** The newest position that was seen at least `ms` ago; null before the first. */
  seenBefore(ms: number): bigint | null;
  /** How many events there are after a position. */
  countAfter(position: bigint): number;
  /** Where the first event of a stream is; undefined for a stream without one. */
  beginningOf(stream: string): bigint | undefined;
  /** Resolves once everything that the log holds now was seen. */
  reachHead(): Promise<void>;
  close(): Promise<void>;
}

interface Seen {
  readonly position: bigint;
  readonly at: number;
}

/** Follows the log of a server to its end, past every filter. */
export function watchLog(url: string): WatchedLog {
  const client = EventStoreDBClient.connectionString(url);
  const seen: Seen[] = [];
  const beginnings = new Map<string, bigint>();
  let subscription: AllStreamSubscription | null = null;
  let isClosed = false;

  function follow(): void {
    if (isClosed) return;
    const last = seen.at(-1)?.position;
    const fromPosition = last === undefined ? START : { commit: last, prepare: last };
    subscription = client.subscribeToAll({ fromPosition });
    subscription.on('data', ({ event }) => {
      const position = event?.position.commit;
      if (position === undefined || position <= (seen.at(-1)?.position ?? -1n)) return;
      seen.push({ position, at: performance.now() });
      const { streamId } = event ?? { streamId: '' };
      if (!beginnings.has(streamId)) beginnings.set(streamId, position);
    });
    subscription.on('error', () => void setTimeout(follow, 100));
  }
  follow();

  /** The index of the first for which `isAfter` holds; it holds for all that follow. */
  function firstWhere(isAfter: (one: Seen) => boolean): number {
    let [low, high] = [0, seen.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const one = seen[middle];
      if (one && isAfter(one)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  async function reachHead(): Promise<void> {
    let head = -1n;
    for await (const { event } of client.readAll({
      direction: 'backwards',
      fromPosition: 'end',
      maxCount: 1,
    }))
      head = event?.position.commit ?? head;
    while (!isClosed && (seen.at(-1)?.position ?? -1n) < head)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  return {
    seenBefore(ms) {
      const until = performance.now() - ms;
      return seen[firstWhere(({ at }) => at > until) - 1]?.position ?? null;
    },
    countAfter: (position) => seen.length - firstWhere((one) => one.position > position),
    beginningOf: (stream) => beginnings.get(stream),
    reachHead,
    async close() {
      isClosed = true;
      await subscription?.unsubscribe().catch(() => undefined);
      await client.dispose();
    },
  };
}
