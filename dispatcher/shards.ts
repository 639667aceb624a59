import type { Logger } from 'pino';
import { Fenced, type Checkpoints, type Lease } from '../projections/checkpoints.ts';
import { hold } from '../projections/lead.ts';
import type { Members } from '../projections/members.ts';
import { pause } from '../projections/pause.ts';

/** Fixed for ever: schedulers that counted differently would send the same deliveries. */
export const shardCount = 8;

/** The shard that a destination belongs to: all its deliveries go through one scheduler, which keeps its limits. */
export function shardOf(destinationId: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(destinationId)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % shardCount;
}

export interface ShardsDeps {
  readonly checkpoints: Checkpoints;
  readonly members: Members;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** A shard is this process's from now on; told again where it was not for a while, and nobody else's meanwhile. */
  readonly onGained: (shard: number) => void;
  /** A shard is to be given up: nothing of it may start. It is let go once the answered promise settles. */
  readonly onLeaving: (shard: number) => Promise<void>;
}

/** The shards that this process works on. */
export interface Shards {
  /** Whether the shard is this process's, by its lease and the clock: a process that slept owns nothing. */
  holds(shard: number): boolean;
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
 * Each shard has a lease of its own, so that those of a dead process are free as soon as its leases run out.
 */
export function shareShards(deps: ShardsDeps, signal: AbortSignal): Shards {
  const { checkpoints, members, logger, onGained, onLeaving } = deps;
  const held = new Map<number, Held>();

  function work(shard: number, lease: Lease): void {
    const stop = new AbortController();
    const holding = { lease, leaseMs: checkpoints.leaseMs, signal: AbortSignal.any([signal, stop.signal]) };
    let isHeld = () => false;
    const ended = hold(holding, async (_, leading, isLeased) => {
      isHeld = () => isLeased() && !leading.aborted;
      onGained(shard);
      await aborted(leading);
      await onLeaving(shard);
    })
      .catch((error: unknown) => {
        if (error instanceof Fenced) logger.warn({ shard }, error.message);
        else logger.warn({ err: error, shard }, 'a shard was not given back');
      })
      .finally(() => held.delete(shard));
    held.set(shard, { stop, ended, isHeld: () => isHeld(), wasDenied: false });
  }

  async function takeUpTo(share: number): Promise<void> {
    // Each begins elsewhere, so that processes that start together do not all want the same ones.
    const first = Math.floor(Math.random() * shardCount);
    for (let n = 0; n < shardCount && held.size < share && !signal.aborted; n++) {
      const shard = (first + n) % shardCount;
      if (held.has(shard)) continue;
      const lease = await checkpoints.acquire(`scheduler-${shard}`);
      if (lease) work(shard, lease);
    }
  }

  /** A lease that ran out by the clock alone, because its renewal took long, comes back without being gained. */
  function tellOfThoseBack(): void {
    for (const [shard, its] of held) {
      if (!its.wasDenied || !its.isHeld()) continue;
      its.wasDenied = false;
      onGained(shard);
    }
  }

  function holds(shard: number): boolean {
    const its = held.get(shard);
    if (!its) return false;
    const isHeld = its.isHeld();
    its.wasDenied ||= !isHeld;
    return isHeld;
  }

  async function balance(): Promise<void> {
    const share = Math.ceil(shardCount / (await members.beat()));
    if (held.size < share) await takeUpTo(share);
    const above = [...held.values()].filter(({ stop }) => !stop.signal.aborted).slice(share);
    for (const { stop } of above) stop.abort();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      tellOfThoseBack();
      await balance().catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ err: error }, 'the shards could not be shared out');
      });
      await pause(checkpoints.leaseMs / 5, signal);
    }
    await Promise.all([...held.values()].map(({ ended }) => ended));
    await members.leave().catch(() => undefined);
  }

  return { holds, ended: run() };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
