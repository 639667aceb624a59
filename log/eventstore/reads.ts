import { setImmediate as nextTurn } from 'node:timers/promises';
import { NotLeaderError, type StreamingRead } from '@eventstore/db-client';
import { leaderOnly } from './client-streams.ts';
import { maxHops } from './grpc-errors.ts';

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

/** A read that sends nothing for this long, in milliseconds, is lost. */
const defaultSilenceMs = 30_000;

/** The time in milliseconds that the rest of an abandoned read may take before the read is cancelled. */
const drainMs = 1_000;

/**
 * Yields everything from a read of the event store's client. The rest of an abandoned read is drained:
 * undrained, it would wait for a reader, and the client would hold it for its own lifetime. Only a long rest
 * is cancelled, because after a thousand cancellations Node.js treats the connection as broken.
 * @param silenceMs the time after which a read that sends nothing more counts as failed, in milliseconds
 */
export async function* readAndDrain<T>(
  read: StreamingRead<T>,
  silenceMs = defaultSilenceMs,
): AsyncGenerator<T> {
  let isAwaited = true;
  const silence = setTimeout(() => {
    // A reader that takes its time is no silence of the server.
    if (!isAwaited) return void silence.refresh();
    read.cancel().catch(nothing);
    read.destroy(new Error(`nothing within ${silenceMs} ms`));
  }, silenceMs).unref();
  try {
    const all: AsyncIterable<T> = read.iterator({ destroyOnReturn: false });
    for await (const one of all) {
      isAwaited = false;
      yield one;
      isAwaited = true;
      silence.refresh();
    }
  } finally {
    clearTimeout(silence);
    // A failed read is destroyed already.
    if (!read.readableEnded && !read.destroyed) drain(read);
  }
}

function drain(read: StreamingRead<unknown>): void {
  // An unhandled error event ends the process.
  read.on('error', nothing);
  // A read that cannot be cancelled has never begun.
  const timer = setTimeout(() => read.cancel().catch(nothing), drainMs).unref();
  read.once('end', () => clearTimeout(timer));
  read.resume();
}

const nothing = (): void => undefined;
