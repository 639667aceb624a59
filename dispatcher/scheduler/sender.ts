import type { PendingWork, StallWatch } from '../../async/stall-watch.ts';
import { createTransientMap } from '../../async/transient-map.ts';
import type { AttemptRequest, Bus, NoReply, Recipient, Reply } from '../bus/bus.ts';
import type { GainedRanges } from './gained-ranges.ts';
import type { ParkedQueue } from './parked-queue.ts';
import type { DestinationQueues, StartedAttempt } from './queues/destination-queues.ts';
import type { QueueLimit } from './queues/queued-destination.ts';
import { rangeOf } from './shards.ts';
import type { WorkerAffinity } from './worker-affinity.ts';

const shortDelayMs = 200;
const defaultRequestTimeoutMs = 15_000;

export interface SenderDeps {
  readonly bus: Pick<Bus, 'request'>;
  /** The time after which the worker or its reply counts as lost; longer than any attempt. */
  readonly requestTimeoutMs?: number;
  /** Watches for deliveries that no worker takes. */
  readonly watch?: StallWatch['watch'];
}

interface Parts {
  readonly queues: DestinationQueues;
  readonly parked: ParkedQueue;
  readonly limitOf: (destinationId: string) => QueueLimit;
  readonly gained: GainedRanges;
  readonly affinity: WorkerAffinity;
}

/** Requests attempts from the workers, and reports their outcomes to the queues. */
export class Sender {
  readonly #bus: SenderDeps['bus'];
  readonly #requestTimeoutMs: number;
  readonly #parts: Parts;
  readonly #inFlight = createTransientMap<string, { readonly sent: Promise<void>; readonly range: number }>();
  #noWorkerUntil = -Infinity;
  #answers = 0;
  #isAnswerMissing = false;

  constructor({ bus, requestTimeoutMs = defaultRequestTimeoutMs }: SenderDeps, parts: Parts) {
    this.#bus = bus;
    this.#requestTimeoutMs = requestTimeoutMs;
    this.#parts = parts;
  }

  /** Whether attempts may be sent now: just after there was no worker, there is probably none. */
  isReady(): boolean {
    return performance.now() >= this.#noWorkerUntil;
  }

  /** Sends an attempt that the queues have started. @returns once the queues know its outcome */
  send(attempt: StartedAttempt): Promise<void> {
    const { deliveryId, destinationId } = attempt;
    const sent = this.#make(attempt).then(() => void this.#inFlight.take(deliveryId));
    this.#inFlight.set(deliveryId, { sent, range: rangeOf(destinationId) });
    return sent;
  }

  /** Resolves once no attempt of the range is in flight. */
  async settled(range: number): Promise<void> {
    const sending = [...this.#inFlight.values()].filter((one) => one.range === range);
    await Promise.all(sending.map(({ sent }) => sent));
  }

  /** Yields the deliveries in the hand of workers; and, while no worker answers, that. */
  *inHand(): PendingWork {
    if (this.#isAnswerMissing) yield ['no worker answers', this.#answers];
    for (const [deliveryId] of this.#inFlight.entries()) yield [`delivery ${deliveryId}`, null];
  }

  async #make(attempt: StartedAttempt): Promise<void> {
    const { queues, parked, limitOf, gained, affinity } = this.#parts;
    const { deliveryId, destinationId, origin, isNew = false } = attempt;
    const again = attempt.again || gained.mayBeRequested(attempt);
    const due = {
      deliveryId,
      attempt: attempt.attempt,
      again,
      ...(origin && { origin, isNew: isNew && !again }),
    };
    const sticky = affinity.begin(destinationId);
    const reply = await (sticky
      ? this.#request({ ...due, concurrencyLimit: limitOf(destinationId).concurrency }, { worker: sticky.id })
      : this.#request(due));
    affinity.end(destinationId, sticky, reply);
    this.#isAnswerMissing = reply.result === 'no worker' || reply.result === 'timeout';
    if (!this.#isAnswerMissing) this.#answers += 1;
    switch (reply.result) {
      case 'done':
        if (parked.release(destinationId)) queues.reopen(destinationId);
        return queues.complete(deliveryId, BigInt(reply.position));
      case 'unopened':
        if (parked.park(destinationId, reply)) queues.drop((id) => id === destinationId);
        return queues.delay(deliveryId, shortDelayMs);
      case 'no worker':
        if (sticky) return queues.delay(deliveryId, 0);
        // No other attempt would find a worker either.
        this.#noWorkerUntil = performance.now() + shortDelayMs;
        return queues.delay(deliveryId, shortDelayMs);
      case 'busy':
        return queues.delay(deliveryId, shortDelayMs);
      // Requested at once, each worker in turn would send the request whose outcome it cannot record.
      case 'timeout':
      case 'stale':
      case 'failed':
        return queues.backOff(deliveryId);
      default:
        return reply satisfies never;
    }
  }

  /**
   * Requests an attempt; if the worker cannot open the secret, requests it from a worker that has the master
   * key.
   */
  async #request(due: AttemptRequest, recipient?: Recipient): Promise<Reply | NoReply> {
    const reply = await this.#bus.request(due, this.#requestTimeoutMs, recipient);
    if (reply.result !== 'unopened') return reply;
    const retried = await this.#bus.request(due, this.#requestTimeoutMs, { keyId: reply.keyId });
    return retried.result === 'no worker' ? reply : retried;
  }
}
