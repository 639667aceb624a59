import type { InHand, StallWatch } from '../../async/stall-watch.ts';
import { createTransientMap } from '../../async/transient-map.ts';
import type { AttemptRequest, Bus, NoReply, Recipient, Reply } from '../bus/bus.ts';
import type { DueAttempt } from './attempt-memory.ts';
import type { DestinationQueues } from './destination-queues.ts';
import type { ParkedQueue } from './parked-queue.ts';
import { rangeOf } from './shards.ts';
import type { WorkerAffinity } from './worker-affinity.ts';

const shortDelayMs = 200;

export interface SenderDeps {
  readonly bus: Pick<Bus, 'request'>;
  /** The time after which the worker or its reply counts as lost; longer than any attempt. */
  readonly requestTimeoutMs?: number;
  /** Watches for deliveries that no worker takes. */
  readonly watch?: StallWatch['watch'];
}

/** Sends the attempts that the queues release. */
export interface Sender {
  /** Starts every attempt that may start now. */
  pump(): void;
  wake(): void;
  /** Returns a signal that is aborted when there is more to read. */
  nextWake(): AbortSignal;
  /** Resolves once no attempt of the range is in flight. */
  settled(range: number): Promise<void>;
  /** Deliveries in the hand of workers; and, while no worker answers, that. */
  inHand(): InHand;
}

/** The destinations of this process. */
interface Destinations {
  isOwn(destinationId: string): boolean;
  /** Whether another scheduler may have requested this attempt until just now. */
  mayBeRequested(due: DueAttempt): boolean;
  concurrencyOf(destinationId: string): number;
}

/** Opens a sender, which reports the outcomes of attempts to the queues. */
export function openSender(
  { bus, requestTimeoutMs = 15_000 }: SenderDeps,
  queues: DestinationQueues,
  parked: Pick<ParkedQueue, 'park' | 'succeeded'>,
  { isOwn, mayBeRequested, concurrencyOf }: Destinations,
  affinity: WorkerAffinity,
): Sender {
  const inFlight = createTransientMap<string, { readonly sent: Promise<void>; readonly range: number }>();
  let wake = new AbortController();
  // With its own reason: without one, an error with a stack would be made hundreds of times a second.
  const wakeUp = (): void => wake.abort('woken');
  let noWorkerUntil = -Infinity;
  const answers = { count: 0, isMissing: false };

  function pump(): void {
    if (performance.now() < noWorkerUntil) return;
    for (let due = queues.next(); due; due = queues.next()) {
      if (!isOwn(due.destinationId)) {
        queues.delay(due.deliveryId, 0);
        continue;
      }
      const sent = send(due).then(() => {
        inFlight.take(due.deliveryId);
        pump();
        if (queues.nextBacklogged()) wakeUp();
      });
      inFlight.set(due.deliveryId, { sent, range: rangeOf(due.destinationId) });
    }
  }

  async function send(next: NonNullable<ReturnType<DestinationQueues['next']>>): Promise<void> {
    const { deliveryId, destinationId, attempt } = next;
    const due = { deliveryId, attempt, again: next.again || mayBeRequested(next) };
    const stay = affinity.begin(destinationId);
    const reply = await (stay
      ? request(bus, { ...due, atOnce: concurrencyOf(destinationId) }, requestTimeoutMs, stay)
      : request(bus, due, requestTimeoutMs));
    affinity.end(destinationId, stay, reply);
    answers.isMissing = reply.result === 'no worker' || reply.result === 'timeout';
    if (!answers.isMissing) answers.count += 1;
    switch (reply.result) {
      case 'done':
        parked.succeeded(destinationId);
        return queues.complete(deliveryId, BigInt(reply.position));
      case 'unopened':
        parked.park(destinationId, reply);
        return queues.delay(deliveryId, shortDelayMs);
      case 'no worker':
        if (stay) return queues.delay(deliveryId, 0);
        // No other attempt would find a worker either.
        noWorkerUntil = performance.now() + shortDelayMs;
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

  return {
    pump,
    wake: wakeUp,
    nextWake() {
      wake = new AbortController();
      return wake.signal;
    },
    async settled(range) {
      const sending = [...inFlight.values()].filter((one) => one.range === range);
      await Promise.all(sending.map(({ sent }) => sent));
    },
    *inHand() {
      if (answers.isMissing) yield ['no worker answers', answers.count];
      for (const [deliveryId] of inFlight.entries()) yield [`delivery ${deliveryId}`, null];
    },
  };
}

/**
 * Requests an attempt; if the worker cannot open the secret, requests it from a worker that has the master
 * key.
 */
async function request(
  bus: SenderDeps['bus'],
  due: AttemptRequest,
  requestTimeoutMs: number,
  to?: Recipient,
): Promise<Reply | NoReply> {
  const reply = await bus.request(due, requestTimeoutMs, to);
  if (reply.result !== 'unopened') return reply;
  const retried = await bus.request(due, requestTimeoutMs, { keyId: reply.keyId });
  return retried.result === 'no worker' ? reply : retried;
}
