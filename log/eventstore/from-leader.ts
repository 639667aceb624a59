import { setImmediate as nextTurn } from 'node:timers/promises';
import { NotLeaderError, type StreamingRead } from '@eventstore/db-client';
import { leaderOnly } from './client-streams.ts';
import { readAndDrain } from './read-timeout.ts';

/** A follower may name a leader that has become a follower since. */
export const maxHops = 3;

/**
 * Yields everything from a read of the leader. A follower refuses and names the leader; the client connects
 * to it, and the read begins again.
 * @param open opens the read with the option that requires the leader
 */
export async function* fromLeader<T>(
  open: (leader: typeof leaderOnly) => StreamingRead<T>,
): AsyncGenerator<T> {
  for (let hops = 0; ; hops++) {
    try {
      yield* readAndDrain(open(leaderOnly));
      return;
    } catch (error) {
      // A refusal comes before the first event, so that nothing is yielded twice.
      if (!(error instanceof NotLeaderError) || hops === maxHops) throw error;
      // The client switches to the leader after this error.
      await nextTurn();
    }
  }
}
