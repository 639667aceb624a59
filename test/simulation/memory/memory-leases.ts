import { Fenced, type Lease } from '../../../coordination/leases/lease.ts';
import type { Leases } from '../../../coordination/leases/leases.ts';
import type { ProcessMembers } from '../../../coordination/leases/process-members.ts';

interface Checkpoint {
  position: bigint | null;
  epoch: number;
  until: number;
}

/** Calls of one process, and what becomes of them on their way. */
export type Call = <T>(effect: () => T) => Promise<T>;

/** Leases, checkpoints and members in memory, by the rules of the real ones. */
export interface MemoryLeases {
  leasesFor(call: Call): Leases;
  membersFor(call: Call, name: string): ProcessMembers;
  /** Forgets all leases, checkpoints and members. */
  empty(): void;
  /** How far a reader of the log has come. */
  positionOf(id: string): bigint | null;
}

/** @param onMoved told of each checkpoint's new position */
export function openMemoryLeases(
  leaseMs: number,
  now: () => number,
  onMoved: (id: string, position: bigint) => void,
): MemoryLeases {
  const checkpoints = new Map<string, Checkpoint>();
  const members = new Map<string, number>();

  function checkpointOf(id: string): Checkpoint {
    const known = checkpoints.get(id) ?? { position: null, epoch: 0, until: 0 };
    checkpoints.set(id, known);
    return known;
  }

  function leasesFor(call: Call): Leases {
    function take(id: string): Lease | null {
      const checkpoint = checkpointOf(id);
      if (checkpoint.until > now()) return null;
      checkpoint.epoch += 1;
      checkpoint.until = now() + leaseMs;
      const { epoch, position } = checkpoint;
      let reached = position;
      const owned = (): void => {
        if (checkpoint.epoch !== epoch) throw new Fenced(id);
      };
      return {
        id,
        position,
        event: null,
        isFirst: epoch === 1,
        until: performance.now() + leaseMs,
        renew: () =>
          call(() => {
            owned();
            checkpoint.until = now() + leaseMs;
            return performance.now() + leaseMs;
          }),
        lost: new AbortController().signal,
        advance: (to) => void (reached = to),
        save: () =>
          call(() => {
            owned();
            if (reached === null) return;
            checkpoint.position = reached;
            onMoved(id, reached);
          }),
        reset: () =>
          call(() => {
            owned();
            checkpoint.position = null;
          }),
        release: () =>
          call(() => {
            if (checkpoint.epoch !== epoch) return;
            checkpoint.position = reached;
            checkpoint.until = now();
          }),
      };
    }
    return { leaseMs, acquire: (id) => call(() => take(id)) };
  }

  return {
    leasesFor,
    empty() {
      checkpoints.clear();
      members.clear();
    },
    positionOf: (id) => checkpoints.get(id)?.position ?? null,
    membersFor: (call, name) => ({
      heartbeat: () =>
        call(() => {
          members.set(name, now() + leaseMs);
          return [...members.values()].filter((until) => until > now()).length;
        }),
      leave: () => call(() => void members.delete(name)),
    }),
  };
}
