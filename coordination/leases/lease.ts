import type { EventIdentity } from '../../log/event-log.ts';
import type { Checkpoint, Urgency } from './reached-positions.ts';

/**
 * The exclusive right to work on something, until it is released or not renewed in time, with the checkpoint as it was
 * when the lease was acquired.
 */
export interface Lease extends Checkpoint {
  readonly id: string;
  /** Whether the checkpoint has never been owned before: nothing was written under it. */
  readonly isFirst: boolean;
  /** When the lease ends without renewal, by this machine's clock (`performance.now`). */
  readonly until: number;
  /**
   * Renews the lease, with all leases of the process.
   * @returns the new `until`
   * @throws Fenced if another process may hold the lease
   */
  renew(): Promise<number>;
  /** Aborted, with Fenced as its reason, once the lease is known to be lost. */
  readonly lost: AbortSignal;
  /**
   * Reports that the reader has reached a position, which is stored in the background, with the positions of the other
   * readers of the process. A lost lease stores nothing.
   * @param event the last event of the service up to the position; null if none is known since the last report
   */
  advance(position: bigint, urgency: Urgency, event?: EventIdentity | null): void;
  /** Stores the last reported position now. @throws Fenced if the lease is lost; an error of the store */
  save(): Promise<void>;
  /** Moves the checkpoint back to the start of the log. @throws Fenced if another process holds the lease */
  reset(): Promise<void>;
  /** Releases the lease, so that another process can acquire it at once. */
  release(): Promise<void>;
}

/** Another process has taken over: this process's state is outdated. */
export class Fenced extends Error {
  constructor(id: string) {
    super(`another process has taken over ${id}`);
    this.name = 'Fenced';
  }
}
