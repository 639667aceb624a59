import { type Backlog, caughtUp, type EventLog, type FeedItem } from '../../../log/event-log.ts';
import type { Feed } from '../../../log/feed.ts';
import type { Call } from './memory-leases.ts';
import type { MemoryLog, Place } from './memory-log.ts';

interface Follower {
  /** Takes as long as a message to the process; never ends for one that was killed. */
  readonly travel: () => Promise<void>;
  /** Whether the follower falls behind now, and loses its place. */
  readonly isLost: () => boolean;
}

/** New events as one process receives them: sometimes late, and with gaps that the feed reports. */
export function feedOf(log: MemoryLog, { travel, isLost }: Follower): Feed<FeedItem> {
  return {
    async reserve(signal) {
      await travel();
      let at = log.head();
      return {
        after: null,
        isReady: () => log.head() > at,
        close: () => undefined,
        async take(maxItems) {
          while (!signal.aborted) {
            const places = log.after(at).slice(0, maxItems);
            const last = places.at(-1);
            if (!last) await log.changed(signal);
            await travel();
            if (!last) continue;
            if (isLost()) return 'lost';
            at = last.position;
            const items = places.flatMap((place) => itemOf(place) ?? []);
            if (items.length > 0) return items;
          }
          return [];
        },
      };
    },
  };
}

function itemOf(place: Place): FeedItem | null {
  const known = place.event ?? place.undecoded;
  if (!known) return null;
  const { id, stream, revision } = known;
  const { position } = place;
  return { id, stream, revision, position, bytes: 0, read: () => place.event, item: () => place };
}

/** Whether a place holds an event of one of some streams. */
export const isOf = ({ event, undecoded }: Place, streamPrefixes: readonly string[]): boolean => {
  const stream = (event ?? undecoded)?.stream;
  return stream !== undefined && streamPrefixes.some((prefix) => stream.startsWith(prefix));
};

/** Everything after a position up to the end of the log, as one process reads it. */
export const backlogsOf =
  (log: MemoryLog, call: Call): EventLog['backlog'] =>
  ({ after, streamPrefixes }): Backlog => {
    let at = after ?? 0n;
    let isOver = false;
    return {
      close: () => void (isOver = true),
      async take(most) {
        if (isOver) return null;
        const places = await call(() => log.after(at).slice(0, most));
        const last = places.at(-1);
        at = last?.position ?? at;
        isOver = !last;
        return last ? places.filter((place) => isOf(place, streamPrefixes)) : [caughtUp];
      },
    };
  };
