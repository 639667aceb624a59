import type { Logger } from 'pino';
import type { EventLog } from '../../log/event-log.ts';
import { createTransientMap } from '../../async/transient-map.ts';
import type { Leases } from '../../read-store/leases/leases.ts';
import type { ProcessMembers } from '../../read-store/leases/process-members.ts';
import { backOff, pause } from '../../async/pause.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type { DestinationLimits } from '../../projections/read-models/destinations/destination-limits.ts';
import type { DueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import { openAllowances } from './allowances.ts';
import type { AttemptRequest, Bus, NoReply, Reply } from '../bus/bus.ts';
import { openDueQueue } from './due-queue.ts';
import { openDestinationQueues, type DestinationQueues, type Limits } from './destination-queues.ts';
import { openParkedQueue, type ParkedQueue, type ParkedQueueDeps } from './parked-queue.ts';
import { followNewDeliveries } from './new-deliveries.ts';
import { rangeOf, shareShards, type ShardsDeps } from './shards.ts';

export interface SchedulerDeps {
  readonly bus: Pick<Bus, 'request'>;
  readonly queue: DueQueries;
  /** If given, new deliveries are sent before the read model shows them. */
  readonly log?: Pick<EventLog, 'feed'>;
  readonly destinationLimits: DestinationLimits;
  readonly parkedDestinations: ParkedQueueDeps['stored'];
  /** The delays before the retries of a parked destination, in milliseconds; the last delay repeats. */
  readonly parkedDelaysMs: readonly number[];
  readonly progress: Pick<Progress, 'waitFor' | 'waitForChange' | 'positionOf'>;
  readonly leases: Leases;
  /** The members among all scheduler processes. */
  readonly members: ProcessMembers;
  readonly heldByFormer?: ShardsDeps['heldByFormer'];
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** The time after which the worker or its reply counts as lost; longer than any attempt. */
  readonly requestTimeoutMs?: number;
  readonly limits?: Partial<Limits>;
}

const defaultLimits: Limits = { inAll: 256, waitingPerDestination: 512, remembered: 20_000 };

/** The longest interval between reads of the queue. */
const pollMs = 250;
const soonMs = 200;
/** The minimum polling interval, unless there is more to read. */
const apartMs = 10;

/**
 * Sends due deliveries to the workers until the signal, for this process's share of the destinations; then
 * waits for the attempts in flight.
 */
export async function runScheduler(deps: SchedulerDeps, signal: AbortSignal): Promise<void> {
  const { progress, logger, now } = deps;
  const allowances = openAllowances(deps.destinationLimits);
  const lanes = openDestinationQueues({ ...defaultLimits, ...deps.limits }, (destinationId) =>
    parked.allowanceOf(destinationId, allowances.of(destinationId)),
  );
  const isHeld = (destinationId: string) => shards.holds(rangeOf(destinationId));
  const isOurs = (destinationId: string) => isHeld(destinationId) && !parked.holds(destinationId);
  const queue = openDueQueue({
    queue: deps.queue,
    progress,
    lanes,
    isOurs,
    ourRanges: () => shards.held(),
    now,
  });
  const parked = openParkedQueue({
    ...{ stored: deps.parkedDestinations, queue: deps.queue, delaysMs: deps.parkedDelaysMs },
    ...{ isOurs: isHeld, rangeOf, now, logger, onLoaded: queue.lookAround },
    onParked: (destinationId) => lanes.drop((one) => one === destinationId),
    onAllowed(destinationId) {
      lanes.allowed([destinationId]);
      lanes.want(destinationId);
    },
  });
  const sender = openSender(deps, lanes, parked, isOurs);
  signal.addEventListener('abort', sender.wake, { once: true });
  const shards = shareShards(
    {
      ...deps,
      onGained: parked.gained,
      onLeaving(range) {
        parked.left(range);
        lanes.drop((destinationId) => rangeOf(destinationId) === range);
        return sender.settled(range);
      },
    },
    signal,
  );
  const hearing =
    deps.log &&
    followNewDeliveries(
      deps.log,
      ({ planned, changed }) => {
        changed.forEach(parked.changed);
        const at = now().toISOString();
        for (const one of planned) if (one.dueAt <= at && isOurs(one.destinationId)) lanes.offer(one);
        sender.pump();
        if (allowances.isAsked()) sender.wake();
      },
      (error) => logger.warn({ err: error }, 'the log could not be heard, and is heard again'),
      signal,
    );
  const retry = backOff(100, 5_000);
  while (!signal.aborted) {
    try {
      const nextAt = performance.now() + apartMs;
      const seen = progress.positionOf('deliveries') ?? -1n;
      const wake = sender.nextWake();
      await parked.tick();
      const isMore = await queue.read();
      lanes.allowed(await allowances.refresh());
      sender.pump();
      retry.reset();
      const waitMs = Math.max(1, Math.min(pollMs, lanes.nextInMs()));
      if (isMore) continue;
      await progress.waitForChange('deliveries', seen, waitMs, wake);
      const restMs = nextAt - performance.now();
      if (restMs > 0) await pause(restMs, signal);
    } catch (error) {
      logger.warn({ err: error }, 'the queue could not be read, and is read again');
      await retry.wait(signal);
    }
  }
  await Promise.all([shards.ended, hearing]);
}

/** Sends the attempts that the queues release, and reports their outcomes to the queues. */
function openSender(
  deps: SchedulerDeps,
  lanes: DestinationQueues,
  parked: Pick<ParkedQueue, 'park' | 'succeeded'>,
  isOurs: (destinationId: string) => boolean,
) {
  const { bus, requestTimeoutMs = 15_000 } = deps;
  const underWay = createTransientMap<string, { readonly sent: Promise<void>; readonly range: number }>();
  let wake = new AbortController();
  // With its own reason: without one, an error with a stack would be made hundreds of times a second.
  const wakeReader = (): void => wake.abort('woken');
  let nobodyUntil = -Infinity;

  function pump(): void {
    if (performance.now() < nobodyUntil) return;
    for (let due = lanes.next(); due; due = lanes.next()) {
      if (!isOurs(due.destinationId)) {
        lanes.rest(due.deliveryId, 0);
        continue;
      }
      const sent = send(due).then(() => {
        underWay.take(due.deliveryId);
        pump();
        if (lanes.wanting()) wakeReader();
      });
      underWay.set(due.deliveryId, { sent, range: rangeOf(due.destinationId) });
    }
  }

  async function send({
    destinationId,
    ...due
  }: NonNullable<ReturnType<DestinationQueues['next']>>): Promise<void> {
    const { deliveryId } = due;
    const reply = await request(due);
    switch (reply.result) {
      case 'done':
        parked.succeeded(destinationId);
        return lanes.made(deliveryId, BigInt(reply.position));
      case 'unopened':
        parked.park(destinationId, reply);
        return lanes.rest(deliveryId, soonMs);
      case 'nobody':
        // No other attempt would find a worker either.
        nobodyUntil = performance.now() + soonMs;
        return lanes.rest(deliveryId, soonMs);
      case 'busy':
        return lanes.rest(deliveryId, soonMs);
      // Requested at once, each worker in turn would send the request whose outcome it cannot record.
      case 'silent':
      case 'stale':
      case 'failed':
        return lanes.backOff(deliveryId);
      default:
        return reply satisfies never;
    }
  }

  /**
   * Requests an attempt; if the worker cannot open the secret, requests it from a worker that has the master
   * key.
   */
  async function request(due: AttemptRequest): Promise<Reply | NoReply> {
    const reply = await bus.request(due, requestTimeoutMs);
    if (reply.result !== 'unopened') return reply;
    const second = await bus.request(due, requestTimeoutMs, reply.keyId);
    return second.result === 'nobody' ? reply : second;
  }

  return {
    pump,
    wake: wakeReader,
    /** Returns a signal that is aborted when there is more to read. */
    nextWake(): AbortSignal {
      wake = new AbortController();
      return wake.signal;
    },
    /** Resolves once no attempt of the range is in flight. */
    async settled(range: number): Promise<void> {
      const sending = [...underWay.values()].filter((one) => one.range === range);
      await Promise.all(sending.map(({ sent }) => sent));
    },
  };
}
