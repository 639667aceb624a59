import { timeLimit } from '../../async/time-limit.ts';
import type { EventStoreClient, ReadCall, Stored } from './client/index.ts';
import { decodeReadMessage, exceptionOf, storedOf } from './client/index.ts';

/** A follower may name a leader that has become a follower since. */
export const maxHops = 3;

/**
 * Reads the events of an encoded `ReadReq` that has a count; none from a stream that does not exist.
 * @throws errors of the client
 */
export type ReadPage = (request: Buffer) => Promise<Stored[]>;

/** A read may be lost without an error, for example while its connection is replaced. */
const defaultLimitMs = 30_000;

/** @param limitMs the time after which a page that has not arrived counts as failed, in milliseconds */
export const openPages =
  (read: EventStoreClient['read'], limitMs = defaultLimitMs): ReadPage =>
  (request) => {
    let call: ReadCall | null = null;
    let isLate = false;
    const arriving = read(request).then((opened) => {
      call = opened;
      const events = eventsOf(opened);
      if (isLate) opened.cancel();
      return events;
    });
    return timeLimit(arriving, limitMs, () => {
      isLate = true;
      call?.cancel();
      throw new Error(`no page within ${limitMs} ms`);
    });
  };

/** Reads from the leader: a follower refuses and names the leader, to which the client connects for the next try. */
export function leaderPages(client: Pick<EventStoreClient, 'readLeader'>, limitMs?: number): ReadPage {
  const page = openPages(client.readLeader, limitMs);
  return async (request) => {
    for (let hops = 0; ; hops++) {
      try {
        return await page(request);
      } catch (error) {
        if (exceptionOf(error) !== 'not-leader' || hops === maxHops) throw error;
      }
    }
  };
}

/** Collects the events of a call. */
const eventsOf = (call: ReadCall): Promise<Stored[]> =>
  new Promise((resolve, reject) => {
    const events: Stored[] = [];
    call.on('error', reject);
    call.on('end', () => resolve(events));
    call.on('data', (message) => {
      try {
        const { event } = decodeReadMessage(message);
        if (event) events.push(storedOf(event));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        call.cancel();
      }
    });
  });
