import type { Logger } from 'pino';
import { pause } from '../../async/pause.ts';
import { runUnderLease } from '../../coordination/leases/leader-election.ts';
import { Fenced, type Lease, type Leases } from '../../coordination/leases/leases.ts';
import type { ProcessMembers } from '../../coordination/leases/process-members.ts';
import { shardCount, shardOf } from '../../projections/read-models/deliveries/shard.ts';

/**
 * Schedulers share the shards in ranges, each under one lease, which costs about a write a second. At most
 * this many schedulers are active. A later release may use narrower ranges, because only the shard is stored.
 */
export const rangeCount = 32;

const shardsInRange = shardCount / rangeCount;

export const firstShardOf = (range: number): number => range * shardsInRange;
export const lastShardOf = (range: number): number => firstShardOf(range + 1) - 1;

/** Returns the range of a destination, from 0 to `rangeCount` - 1. */
export const rangeOf = (destinationId: string): number => Math.floor(shardOf(destinationId) / shardsInRange);

/** The lease ids of releases with eight shards; each covers the destinations of four ranges. */
export const formerLeases = Array.from({ length: 8 }, (_, n) => `scheduler-${n}`);

const formerLeaseOf = (range: number): string => `scheduler-${Math.floor(range / (rangeCount / 8))}`;

export interface ShardsDeps {
  readonly leases: Leases;
  readonly members: ProcessMembers;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Returns the leases of earlier releases that are held; their destinations are left to those processes. */
  readonly formerLeasesHeld?: (() => Promise<ReadonlySet<string>>) | undefined;
  /**
   * Called when this process gains a range, and again when its lease had lapsed without being taken by
   * another process.
   */
  readonly onGained: (range: number) => void;
  /**
   * Called when a range is to be released: none of its attempts may start. The range is released once the
   * promise settles.
   */
  readonly onReleasing: (range: number) => Promise<void>;
}

/** The ranges of shards that this process holds. */
export interface Shards {
  /**
   * Whether this process holds the range, by its lease and the clock: after a long sleep it holds nothing.
   */
  holds(range: number): boolean;
  /** Returns all held ranges. */
  held(): readonly number[];
  /** Resolves after the signal, once all ranges are released. */
  readonly ended: Promise<void>;
}

interface Held {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  readonly isHeld: () => boolean;
  /** Whether `holds` has returned false for the range. */
  wasReportedLost: boolean;
}

/**
 * Acquires this process's share of the ranges, and releases the excess when another process joins, until the
 * signal. Each range has its own lease, so that a dead process's ranges become free when its leases expire.
 */
export function acquireShards(deps: ShardsDeps, signal: AbortSignal): Shards {
  const { leases, members, logger, onGained, onReleasing } = deps;
  const { formerLeasesHeld = () => Promise.resolve(new Set<string>()) } = deps;
  const held = new Map<number, Held>();

  function hold(range: number, lease: Lease): void {
    const stop = new AbortController();
    const holding = { lease, leaseMs: leases.leaseMs, signal: AbortSignal.any([signal, stop.signal]) };
    let isHeld = () => false;
    const ended = runUnderLease(holding, async (_, leading, isLeased) => {
      isHeld = () => isLeased() && !leading.aborted;
      onGained(range);
      await aborted(leading);
      await onReleasing(range);
    })
      .catch((error: unknown) => {
        if (error instanceof Fenced) logger.warn({ range }, error.message);
        else logger.warn({ err: error, range }, 'a range of shards was not released');
      })
      .finally(() => held.delete(range));
    held.set(range, { stop, ended, isHeld: () => isHeld(), wasReportedLost: false });
  }

  async function acquireUpTo(share: number, isFormerlyHeld: (range: number) => boolean): Promise<void> {
    // Each process begins at a random range, so that processes that start together do not compete for the
    // same ranges.
    const first = Math.floor(Math.random() * rangeCount);
    const wanted = Array.from({ length: rangeCount }, (_, n) => (first + n) % rangeCount).filter(
      (range) => !held.has(range) && !isFormerlyHeld(range),
    );
    while (wanted.length > 0 && held.size < share && !signal.aborted) {
      const some = wanted.splice(0, share - held.size);
      const acquired = await Promise.allSettled(
        some.map((range) => leases.acquire(`scheduler-range-${range}`)),
      );
      // Together, so that destinations of the first range have no head start.
      for (const [n, range] of some.entries()) {
        const holding = acquired[n];
        if (holding?.status === 'fulfilled' && holding.value) hold(range, holding.value);
      }
      const failed = acquired.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    }
  }

  function holds(range: number): boolean {
    const holding = held.get(range);
    if (!holding) return false;
    const isHeld = holding.isHeld();
    holding.wasReportedLost ||= !isHeld;
    return isHeld;
  }

  async function balance(): Promise<void> {
    const share = Math.ceil(rangeCount / (await members.heartbeat()));
    const heldLeases = await formerLeasesHeld();
    const isFormerlyHeld = (range: number): boolean => heldLeases.has(formerLeaseOf(range));
    if (held.size < share) await acquireUpTo(share, isFormerlyHeld);
    const retained = [...held].filter(([, { stop }]) => !stop.signal.aborted);
    const excess = retained.filter(([range], n) => n >= share || isFormerlyHeld(range));
    for (const [, { stop }] of excess) stop.abort();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      reportRegained(held, onGained);
      await balance().catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ err: error }, 'the shards could not be assigned');
      });
      await pause(leases.leaseMs / 5, signal);
    }
    await Promise.all([...held.values()].map(({ ended }) => ended));
    await members.leave().catch(() => undefined);
  }

  return { holds, held: () => [...held.keys()].filter(holds), ended: run() };
}

/** Reports ranges whose lease lapsed by the clock, because a renewal took long, and was then renewed. */
function reportRegained(held: ReadonlyMap<number, Held>, onGained: ShardsDeps['onGained']): void {
  for (const [range, holding] of held) {
    if (!holding.wasReportedLost || !holding.isHeld()) continue;
    holding.wasReportedLost = false;
    onGained(range);
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
