import type { NoReply, Reply } from '../bus/bus.ts';

/** A worker that gets all new attempts of a destination for a period. */
export interface StickyWorker {
  readonly id: string;
  /** The requests that were sent to this worker in this period. */
  inProgress: number;
}

interface Affinity {
  sticky: StickyWorker | null;
  /** All requests in progress. */
  inProgress: number;
  /** A moving average of the duration of exchanges; null before the first. */
  exchangeMs: number | null;
}

/**
 * A receiver that answers faster is sent more by several workers than by one. One that answers more slowly
 * gains little, and may be about to hang.
 */
const steady = { leastMs: 50, maxMs: 250 };
const smoothing = 1 / 8;

/**
 * The sticky workers of busy destinations. Between the end of one request at a receiver and the start of
 * the next lie the record of the outcome, the reply and the next message. A worker that makes all attempts of a
 * destination bridges that time: it holds attempts ahead, and starts each when another ends. It counts the
 * requests under way itself, so that the destination's concurrency is never exceeded.
 */
export class WorkerAffinity {
  readonly #affinities = new Map<string, Affinity>();

  /** Returns how many attempts beyond its concurrency the destination's worker may hold. */
  aheadOf(destinationId: string, concurrency: number): number {
    const known = this.#affinities.get(destinationId);
    // What other workers still have must end first: only one worker can count what is under way.
    return known?.sticky && known.sticky.inProgress === known.inProgress ? concurrency : 0;
  }

  /** Records the start of a request. @returns the sticky worker that must have it; null for any worker */
  begin(destinationId: string): StickyWorker | null {
    const affinity = this.#of(destinationId);
    affinity.inProgress += 1;
    if (affinity.sticky) affinity.sticky.inProgress += 1;
    return affinity.sticky;
  }

  /** Records the end of a request, with the sticky worker that `begin` returned for it. */
  end(destinationId: string, sticky: StickyWorker | null, reply: Reply | NoReply): void {
    const affinity = this.#of(destinationId);
    affinity.inProgress -= 1;
    if (sticky) sticky.inProgress -= 1;
    if (affinity.inProgress === 0) this.#affinities.delete(destinationId);
    else if (reply.result !== 'done' && reply.result !== 'stale') affinity.sticky = null;
    else if (reply.result === 'done' && reply.exchangeMs !== undefined)
      update(affinity, reply.exchangeMs, reply.worker);
  }

  #of(destinationId: string): Affinity {
    const known = this.#affinities.get(destinationId);
    if (known) return known;
    const affinity = { sticky: null, inProgress: 0, exchangeMs: null };
    this.#affinities.set(destinationId, affinity);
    return affinity;
  }
}

function update(affinity: Affinity, exchangeMs: number, worker: string | undefined): void {
  const before = affinity.exchangeMs ?? exchangeMs;
  affinity.exchangeMs = before + (exchangeMs - before) * smoothing;
  const isSteady = affinity.exchangeMs >= steady.leastMs && affinity.exchangeMs <= steady.maxMs;
  if (!isSteady || worker === undefined) affinity.sticky = null;
  else affinity.sticky ??= { id: worker, inProgress: 0 };
}
