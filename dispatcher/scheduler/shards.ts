import type { Logger } from 'pino';
import { Fenced, type Leases, type Lease } from '../../read-store/leases/leases.ts';
import { runUnderLease } from '../../read-store/leases/leader-election.ts';
import type { ProcessMembers } from '../../read-store/leases/process-members.ts';
import { pause } from '../../async/pause.ts';
import { shardCount, shardOf } from '../../projections/read-models/deliveries/shard.ts';

/**
 * Shards are shared out in ranges, each under one lease: a lease costs a write every second or so. As many schedulers at
 * most have something to do; ranges may become narrower in a later release, since what is stored is the shard.
 */
export const rangeCount = 32;

const shardsInRange = shardCount / rangeCount;

export const firstShardOf = (range: number): number => range * shardsInRange;
export const lastShardOf = (range: number): number => firstShardOf(range + 1) - 1;

/** The range that a destination belongs to. */
export const rangeOf = (destinationId: string): number => Math.floor(shardOf(destinationId) / shardsInRange);

/** The leases of releases that shared out eight shards; each has the destinations of four ranges. */
export const formerLeases = Array.from({ length: 8 }, (_, n) => `scheduler-${n}`);

const formerLeaseOf = (range: number): string => `scheduler-${Math.floor(range / (rangeCount / 8))}`;

export interface ShardsDeps {
  readonly leases: Leases;
  readonly members: ProcessMembers;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** The leases of earlier releases that some process holds: their destinations are left to it. */
  readonly heldByFormer?: (() => Promise<ReadonlySet<string>>) | undefined;
  /** Called when a range becomes this process's, and again when its lease had lapsed and no other process took it. */
  readonly onGained: (range: number) => void;
  /** A range is to be given up: nothing of it may start. It is let go once the answered promise settles. */
  readonly onLeaving: (range: number) => Promise<void>;
}

/** The shards that this process works on. */
export interface Shards {
  /** Whether the range is this process's, by its lease and the clock: a process that slept owns nothing. */
  holds(range: number): boolean;
  /** All that are. */
  held(): readonly number[];
  /** Settles once the signal came and all shards are given back. */
  readonly ended: Promise<void>;
}

interface Held {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  readonly isHeld: () => boolean;
  /** Somebody was told that it is not held. */
  wasDenied: boolean;
}

/**
 * Takes its share of the shards, and gives up what is above it when another process joins, until the signal.
 * Each range has a lease of its own, so that those of a dead process are free as soon as its leases run out.
 */
export function shareShards(deps: ShardsDeps, signal: AbortSignal): Shards {
  const { leases, members, logger, onGained, onLeaving } = deps;
  const { heldByFormer = () => Promise.resolve(new Set<string>()) } = deps;
  const held = new Map<number, Held>();

  function work(range: number, lease: Lease): void {
    const stop = new AbortController();
    const holding = { lease, leaseMs: leases.leaseMs, signal: AbortSignal.any([signal, stop.signal]) };
    let isHeld = () => false;
    const ended = runUnderLease(holding, async (_, leading, isLeased) => {
      isHeld = () => isLeased() && !leading.aborted;
      onGained(range);
      await aborted(leading);
      await onLeaving(range);
    })
      .catch((error: unknown) => {
        if (error instanceof Fenced) logger.warn({ range }, error.message);
        else logger.warn({ err: error, range }, 'a range of shards was not given back');
      })
      .finally(() => held.delete(range));
    held.set(range, { stop, ended, isHeld: () => isHeld(), wasDenied: false });
  }

  async function takeUpTo(share: number, isFormers: (range: number) => boolean): Promise<void> {
    // Each begins elsewhere, so that processes that start together do not all want the same ones.
    const first = Math.floor(Math.random() * rangeCount);
    const wanted = Array.from({ length: rangeCount }, (_, n) => (first + n) % rangeCount).filter(
      (range) => !held.has(range) && !isFormers(range),
    );
    while (wanted.length > 0 && held.size < share && !signal.aborted) {
      const some = wanted.splice(0, share - held.size);
      const acquired = await Promise.allSettled(
        some.map((range) => leases.acquire(`scheduler-range-${range}`)),
      );
      // All at once: destinations whose range comes first must not get ahead of the others.
      for (const [n, range] of some.entries()) {
        const its = acquired[n];
        if (its?.status === 'fulfilled' && its.value) work(range, its.value);
      }
      const failed = acquired.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    }
  }

  /** A lease that ran out by the clock alone, because its renewal took long, comes back without being gained. */
  function tellOfThoseBack(): void {
    for (const [range, its] of held) {
      if (!its.wasDenied || !its.isHeld()) continue;
      its.wasDenied = false;
      onGained(range);
    }
  }

  function holds(range: number): boolean {
    const its = held.get(range);
    if (!its) return false;
    const isHeld = its.isHeld();
    its.wasDenied ||= !isHeld;
    return isHeld;
  }

  async function balance(): Promise<void> {
    const share = Math.ceil(rangeCount / (await members.beat()));
    const former = await heldByFormer();
    const isFormers = (range: number): boolean => former.has(formerLeaseOf(range));
    if (held.size < share) await takeUpTo(share, isFormers);
    const kept = [...held].filter(([, { stop }]) => !stop.signal.aborted);
    const above = kept.filter(([range], n) => n >= share || isFormers(range));
    for (const [, { stop }] of above) stop.abort();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      tellOfThoseBack();
      await balance().catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ err: error }, 'the shards could not be shared out');
      });
      await pause(leases.leaseMs / 5, signal);
    }
    await Promise.all([...held.values()].map(({ ended }) => ended));
    await members.leave().catch(() => undefined);
  }

  return { holds, held: () => [...held.keys()].filter(holds), ended: run() };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
