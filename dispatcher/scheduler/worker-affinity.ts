import type { NoReply, Reply } from '../bus/bus.ts';

/**
 * The workers that busy destinations stay with. Between the end of one request at a receiver and the start of
 * the next lie the record of the outcome, the reply and the next message. A worker that makes all attempts of a
 * destination bridges that time: it holds attempts ahead, and starts each when another ends. It counts the
 * requests under way itself, so that the destination's concurrency is never exceeded.
 */
export interface WorkerAffinity {
  /** Returns how many attempts beyond its concurrency the destination's worker may hold. */
  aheadOf(destinationId: string, concurrency: number): number;
  /** Records the start of a request. @returns the stay whose worker must have it; null for any worker */
  begin(destinationId: string): Stay | null;
  /** Records the end of a request, with what `begin` returned for it. */
  end(destinationId: string, stay: Stay | null, reply: Reply | NoReply): void;
}

/** A period in which a worker gets all new attempts of a destination. */
export interface Stay {
  readonly worker: string;
  /** The requests that were sent to this worker in this period. */
  inProgress: number;
}

interface Affinity {
  stay: Stay | null;
  /** All requests in progress. */
  inProgress: number;
  /** A moving average of the duration of exchanges; null before the first. */
  exchangeMs: number | null;
}

/**
 * A receiver that answers faster is sent more by several workers than by one. One that answers more slowly
 * gains little, and may be about to hang.
 */
const steady = { leastMs: 50, mostMs: 250 };
const smoothing = 1 / 8;

/** Opens the affinities of a scheduler, none at first. */
export function openWorkerAffinity(): WorkerAffinity {
  const affinities = new Map<string, Affinity>();

  function of(destinationId: string): Affinity {
    const known = affinities.get(destinationId);
    if (known) return known;
    const affinity = { stay: null, inProgress: 0, exchangeMs: null };
    affinities.set(destinationId, affinity);
    return affinity;
  }

  return {
    aheadOf(destinationId, concurrency) {
      const known = affinities.get(destinationId);
      // What other workers still have must end first: only one worker can count what is under way.
      return known?.stay && known.stay.inProgress === known.inProgress ? concurrency : 0;
    },
    begin(destinationId) {
      const affinity = of(destinationId);
      affinity.inProgress += 1;
      if (affinity.stay) affinity.stay.inProgress += 1;
      return affinity.stay;
    },
    end(destinationId, stay, reply) {
      const affinity = of(destinationId);
      affinity.inProgress -= 1;
      if (stay) stay.inProgress -= 1;
      if (affinity.inProgress === 0) affinities.delete(destinationId);
      else if (reply.result !== 'done' && reply.result !== 'stale') affinity.stay = null;
      else if (reply.result === 'done' && reply.exchangeMs !== undefined)
        update(affinity, reply.exchangeMs, reply.worker);
    },
  };
}

function update(affinity: Affinity, exchangeMs: number, worker: string | undefined): void {
  const before = affinity.exchangeMs ?? exchangeMs;
  affinity.exchangeMs = before + (exchangeMs - before) * smoothing;
  const isSteady = affinity.exchangeMs >= steady.leastMs && affinity.exchangeMs <= steady.mostMs;
  if (!isSteady || worker === undefined) affinity.stay = null;
  else affinity.stay ??= { worker, inProgress: 0 };
}
