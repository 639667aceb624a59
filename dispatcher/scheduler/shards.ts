import type { Logger } from 'pino';
import { aborted, pause } from '../../async/pause.ts';
import { runUnderLease } from '../../coordination/leases/leader-election.ts';
import { Fenced, type Lease } from '../../coordination/leases/lease.ts';
import type { Leases } from '../../coordination/leases/leases.ts';
import type { ProcessMembers } from '../../coordination/leases/process-members.ts';
import { shardCount, shardOf } from '../../projections/read-models/deliveries/shard.ts';

/**
 * Schedulers share the shards in ranges, each under one lease. At most
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

/** A process that joins, and the death of another, are noticed within this time, in milliseconds. */
const balanceEvery = ({ leaseMs }: Pick<Leases, 'leaseMs'>): number => 0.6 * leaseMs;

const formerLeaseOf = (range: number): string => `scheduler-${Math.floor(range / (rangeCount / 8))}`;

export interface ShardsDeps {
  readonly leases: Leases;
  readonly members: ProcessMembers;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Returns the leases of earlier releases that are held; their destinations are left to those processes. */
  readonly formerLeasesHeld?: (() => Promise<ReadonlySet<string>>) | undefined;
}

/** Learns which ranges come and go. */
export interface RangeHolder {
  /**
   * Called when this process gains a range, and again when its lease had lapsed without being taken by
   * another process.
   */
  gained(range: number): void;
  /**
   * Called when a range is to be released: none of its attempts may start. The range is released once the
   * promise settles.
   */
  releasing(range: number): Promise<void>;
}

interface Held {
  readonly stop: AbortController;
  ended: Promise<void>;
  isHeld: () => boolean;
  /** Whether `holds` has returned false for the range. */
  wasReportedLost: boolean;
}

/**
 * This process's share of the ranges. Each range has its own lease, so that a dead process's ranges become free when its
 * leases expire.
 */
export class Shards {
  readonly #deps: ShardsDeps;
  readonly #held = new Map<number, Held>();

  constructor(deps: ShardsDeps) {
    this.#deps = deps;
  }

  /**
   * Whether this process holds the range, by its lease and the clock: after a long sleep it holds nothing.
   */
  holds(range: number): boolean {
    const held = this.#held.get(range);
    if (!held) return false;
    const isHeld = held.isHeld();
    held.wasReportedLost ||= !isHeld;
    return isHeld;
  }

  /** Returns all held ranges. */
  held(): readonly number[] {
    return [...this.#held.keys()].filter((range) => this.holds(range));
  }

  /**
   * Acquires this process's share, and releases the excess when another process joins, until the signal; then releases
   * all ranges.
   */
  async run(holder: RangeHolder, signal: AbortSignal): Promise<void> {
    const { leases, members, logger } = this.#deps;
    while (!signal.aborted) {
      this.#reportRegained(holder);
      await this.#balance(holder, signal).catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ err: error }, 'the shards could not be assigned');
      });
      await pause(balanceEvery(leases), signal);
    }
    await Promise.all([...this.#held.values()].map(({ ended }) => ended));
    await members.leave().catch(() => undefined);
  }

  /** Reports ranges whose lease lapsed by the clock, because a renewal took long, and was then renewed. */
  #reportRegained(holder: RangeHolder): void {
    for (const [range, held] of this.#held) {
      if (!held.wasReportedLost || !held.isHeld()) continue;
      held.wasReportedLost = false;
      holder.gained(range);
    }
  }

  async #balance(holder: RangeHolder, signal: AbortSignal): Promise<void> {
    const { members, formerLeasesHeld = async () => new Set<string>() } = this.#deps;
    const share = Math.ceil(rangeCount / (await members.heartbeat()));
    const heldLeases = await formerLeasesHeld();
    const isFormerlyHeld = (range: number): boolean => heldLeases.has(formerLeaseOf(range));
    if (this.#held.size < share) await this.#acquireUpTo(share, isFormerlyHeld, holder, signal);
    const retained = [...this.#held].filter(([, { stop }]) => !stop.signal.aborted);
    const excess = retained.filter(([range], n) => n >= share || isFormerlyHeld(range));
    for (const [, { stop }] of excess) stop.abort();
  }

  async #acquireUpTo(
    share: number,
    isFormerlyHeld: (range: number) => boolean,
    holder: RangeHolder,
    signal: AbortSignal,
  ): Promise<void> {
    // Each process begins at a random range, so that processes that start together do not compete for the
    // same ranges.
    const first = Math.floor(Math.random() * rangeCount);
    const wanted = Array.from({ length: rangeCount }, (_, n) => (first + n) % rangeCount).filter(
      (range) => !this.#held.has(range) && !isFormerlyHeld(range),
    );
    while (wanted.length > 0 && this.#held.size < share && !signal.aborted) {
      const some = wanted.splice(0, share - this.#held.size);
      const acquired = await Promise.allSettled(
        some.map((range) => this.#deps.leases.acquire(`scheduler-range-${range}`)),
      );
      // Together, so that destinations of the first range have no head start.
      for (const [n, range] of some.entries()) {
        const lease = acquired[n];
        if (lease?.status === 'fulfilled' && lease.value) this.#hold(range, lease.value, holder, signal);
      }
      const failed = acquired.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    }
  }

  #hold(range: number, lease: Lease, holder: RangeHolder, signal: AbortSignal): void {
    const { leases, logger } = this.#deps;
    const stop = new AbortController();
    const held: Held = { stop, ended: Promise.resolve(), isHeld: () => false, wasReportedLost: false };
    this.#held.set(range, held);
    const holding = { lease, leaseMs: leases.leaseMs, signal: AbortSignal.any([signal, stop.signal]) };
    held.ended = runUnderLease(holding, async (_, leading, isLeased) => {
      held.isHeld = () => isLeased() && !leading.aborted;
      holder.gained(range);
      await aborted(leading);
      await holder.releasing(range);
    })
      .catch((error: unknown) => {
        if (error instanceof Fenced) logger.warn({ range }, error.message);
        else logger.warn({ err: error, range }, 'a range of shards was not released');
      })
      .finally(() => this.#held.delete(range));
  }
}
