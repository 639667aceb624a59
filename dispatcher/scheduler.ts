import type { Logger } from 'pino';
import type { Checkpoints } from '../projections/checkpoints.ts';
import { lead } from '../projections/lead.ts';
import { backOff } from '../projections/pause.ts';
import type { Progress } from '../projections/progress.ts';
import type { DeliveryQueries } from '../projections/queries/deliveries.ts';
import type { Keyset } from '../projections/queries/keyset.ts';
import type { Bus } from './bus.ts';
import { openLanes, type Lanes, type Limits } from './lanes.ts';

export interface SchedulerDeps {
  readonly bus: Pick<Bus, 'request'>;
  readonly deliveries: Pick<DeliveryQueries, 'due'>;
  readonly progress: Pick<Progress, 'waitFor' | 'positionOf'>;
  readonly checkpoints: Checkpoints;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Longer than any attempt takes: past it, the worker or its answer is taken for lost. */
  readonly requestTimeoutMs?: number;
  readonly limits?: Partial<Limits>;
  readonly onState?: (state: 'standby' | 'leading') => void;
}

const defaultLimits: Limits = {
  perDestination: 8,
  inAll: 256,
  waitingPerDestination: 512,
  remembered: 20_000,
};

/** How long nothing may happen before the queue is looked at again. */
const pollMs = 250;
const sweepEveryMs = 1_000;
const pageSize = 500;
const pagesAtOnce = 4;
/** Deliveries reach the read model nearly in the order in which they are due: this far it may be off. */
const disorderMs = 250;
const soonMs = 200;

/** Sends what is due to the workers, as the only one of all schedulers, until the signal. */
export async function runScheduler(deps: SchedulerDeps, signal: AbortSignal): Promise<void> {
  const { checkpoints, logger, onState = () => undefined } = deps;
  const retry = backOff(100, 5_000);
  const isOver = () => signal.aborted;
  while (!isOver()) {
    onState('standby');
    try {
      await lead({ checkpoints, id: 'scheduler', signal }, async (_, leading) => {
        logger.info('scheduling');
        onState('leading');
        await schedule(deps, leading, retry.reset);
      });
    } catch (error) {
      if (isOver()) return;
      logger.warn({ err: error }, 'scheduling stopped, and begins again');
      await retry.wait(signal);
    }
  }
}

/** Works under the lease; ends when all requests are answered, so that a successor does not repeat them. */
async function schedule(deps: SchedulerDeps, signal: AbortSignal, onWork: () => void): Promise<void> {
  const lanes = openLanes({ ...defaultLimits, ...deps.limits });
  const underWay = new Set<Promise<void>>();
  const isOver = () => signal.aborted;
  let wake = new AbortController();
  const stop = () => wake.abort();
  signal.addEventListener('abort', stop);

  function pump(): void {
    for (let due = lanes.next(); due && !isOver(); due = lanes.next()) {
      const sent = send(deps, lanes, due).then(() => {
        underWay.delete(sent);
        pump();
        if (lanes.hasRoom()) wake.abort();
      });
      underWay.add(sent);
    }
  }

  const read = queueReader(deps, lanes);
  try {
    while (!isOver()) {
      wake = new AbortController();
      const seen = deps.progress.positionOf('deliveries') ?? -1n;
      lanes.shown(seen);
      const isMore = await read();
      pump();
      onWork();
      if (!isMore && !isOver()) await deps.progress.waitFor(['deliveries'], seen + 1n, pollMs, wake.signal);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await Promise.all(underWay);
  }
}

/**
 * Reads the queue into the lanes: each time what has newly become due, and a page of a sweep through all of it,
 * so that a long queue of one destination does not stand before the others.
 * @returns a function that answers whether there is more to read at once
 */
function queueReader({ deliveries, now }: SchedulerDeps, lanes: Lanes): () => Promise<boolean> {
  let edge: Keyset | undefined;
  let sweepAt: Keyset | undefined;
  let sweptAt = -Infinity;

  async function readPage(after: Keyset | undefined) {
    const page = await deliveries.due({ now: now().toISOString(), limit: pageSize, after });
    let taken = 0;
    for (const { id: deliveryId, destination_id: destinationId, attempt_count } of page.items)
      if (lanes.offer({ deliveryId, destinationId, attempt: attempt_count + 1 })) taken += 1;
    return { taken, next: page.next };
  }

  async function readNew(): Promise<boolean> {
    for (let pages = 0; pages < pagesAtOnce; pages++) {
      const { next } = await readPage(edge);
      if (!next) {
        const settled = new Date(now().getTime() - disorderMs).toISOString();
        if (!edge || edge.at < settled) edge = { at: settled, id: '' };
        return false;
      }
      edge = next;
    }
    return true;
  }

  async function sweepOn(): Promise<boolean> {
    if (!sweepAt) {
      if (performance.now() - sweptAt < sweepEveryMs && !lanes.hasRoom()) return false;
      lanes.beginSweep();
    }
    const { next, taken } = await readPage(sweepAt);
    sweepAt = next ?? undefined;
    if (next) return taken > 0;
    lanes.endSweep();
    sweptAt = performance.now();
    return false;
  }

  return async () => {
    const isMoreNew = await readNew();
    return (await sweepOn()) || isMoreNew;
  };
}

async function send(
  { bus, requestTimeoutMs = 15_000 }: SchedulerDeps,
  lanes: Lanes,
  due: NonNullable<ReturnType<Lanes['next']>>,
): Promise<void> {
  const { deliveryId, attempt, again } = due;
  const reply = await bus.request({ deliveryId, attempt, again }, requestTimeoutMs);
  switch (reply.result) {
    case 'done':
      return lanes.made(deliveryId, BigInt(reply.position));
    case 'busy':
      return lanes.rest(deliveryId, soonMs);
    case 'silent':
      return lanes.rest(deliveryId, 0);
    case 'nobody':
    case 'stale':
    case 'failed':
      return lanes.backOff(deliveryId);
    default:
      return reply satisfies never;
  }
}
