import type { EventLog } from '../../log/event-log.ts';
import type { Projection } from '../projection.ts';
import { type Lag, lagOf } from './positions.ts';

type Follower = Pick<Projection, 'name' | 'version' | 'streamPrefixes'>;

/** How far followers lag behind the log. */
export interface Lags {
  /**
   * @param after the position of the follower
   * @param head the position of the head of the log
   */
  of(follower: Follower, after: bigint | null, head: bigint | null): Promise<Lag>;
}

/** Each count opens a subscription and ends it, which servers allow only so often. */
const countEveryMs = 1_000;

const none: Lag = { events: 0, seconds: 0 };

/** @param clock monotonic milliseconds */
export function openLags(
  log: Pick<EventLog, 'backlog'>,
  clock: () => number = () => performance.now(),
): Lags {
  const counted = new Map<string, { readonly at: number; readonly lag: Promise<Lag> }>();

  function count({ name, version, streamPrefixes }: Follower, after: bigint | null): Promise<Lag> {
    const key = `${name}@${version}`;
    const last = counted.get(key);
    if (last && clock() - last.at < countEveryMs) return last.lag;
    const lag = lagOf(log, { streamPrefixes }, after, Date.now());
    counted.set(key, { at: clock(), lag });
    lag.catch(() => counted.delete(key));
    return lag;
  }

  return {
    of: (follower, after, head) =>
      head === null || (after !== null && after >= head) ? Promise.resolve(none) : count(follower, after),
  };
}
