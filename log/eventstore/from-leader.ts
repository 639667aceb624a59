import { setImmediate as nextTurn } from 'node:timers/promises';
import { NotLeaderError, type StreamingRead } from '@eventstore/db-client';
import { leaderOnly } from './client-streams.ts';
import { reading } from './read-timeout.ts';

/** A follower may know a leader that is a follower by now. */
export const maxHops = 3;

/**
 * Everything that a read of the leader gives. A follower refuses and names the leader; the client connects there, and
 * the read begins again.
 * @param open opens the read with the option that asks for the leader
 */
export async function* fromLeader<T>(
  open: (leader: typeof leaderOnly) => StreamingRead<T>,
): AsyncGenerator<T> {
  for (let hops = 0; ; hops++) {
    try {
      yield* reading(open(leaderOnly));
      return;
    } catch (error) {
      // A refusal comes before the first event, so that nothing is given twice.
      if (!(error instanceof NotLeaderError) || hops === maxHops) throw error;
      // The client turns to the leader behind this error.
      await nextTurn();
    }
  }
}
