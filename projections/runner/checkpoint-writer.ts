import type { Lease } from '../../coordination/leases/leases.ts';
import type { EventIdentity } from '../../log/event-log.ts';

/** Writes a runner's checkpoint in the background. */
export interface CheckpointWriter {
  /**
   * Reports that the runner has reached a position: `soon` if the batch stored nothing, so that several
   * positions share a write.
   * @param event the last event of the service up to the position; null if none is known since the last report
   */
  advance(position: bigint, when: 'now' | 'soon', event?: EventIdentity | null): void;
  /**
   * Writes the last reported position and ends. Never throws: events after the saved checkpoint are only
   * applied again.
   */
  close(): Promise<void>;
}

/** The shortest delay of a write, and the shortest interval between two writes, in milliseconds. */
const delays = { now: { delay: 0, interval: 50 }, soon: { delay: 250, interval: 1_000 } } as const;

/**
 * Moves the checkpoint of a lease, one write at a time and always to the newest position. The checkpoint may
 * lag behind the documents: a repeated event does not change a document that holds it.
 * @param onFailure called once, if the checkpoint cannot be moved; nothing is written afterwards
 */
export function openCheckpointWriter(lease: Lease, onFailure: (error: unknown) => void): CheckpointWriter {
  let saved = lease.position;
  let reached = saved;
  let { event } = lease;
  let savedAt = -Infinity;
  /** The time of the next write; Infinity if none is due. */
  let dueAt = Infinity;
  let failed = false;
  let closed = false;
  let saving: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function save(to: bigint): Promise<void> {
    savedAt = performance.now();
    try {
      await lease.move(saved, to, event);
      saved = to;
    } catch (error) {
      failed = true;
      onFailure(error);
    }
    // Here and not in a `finally` of the caller: a position reported in between would wait for the next
    // report.
    saving = null;
    saveWhenDue();
  }

  function saveNow(): void {
    if (failed || saving) return;
    dueAt = Infinity;
    if (reached !== null && reached !== saved) saving = save(reached);
  }

  function saveWhenDue(): void {
    clearTimeout(timer);
    if (failed || closed || saving || dueAt === Infinity) return;
    const ms = dueAt - performance.now();
    if (ms > 0) timer = setTimeout(saveNow, ms);
    else saveNow();
  }

  return {
    advance(position, when, seen = null) {
      reached = position;
      event = seen ?? event;
      const { delay, interval } = delays[when];
      const due = Math.max(performance.now() + delay, savedAt + interval);
      if (due >= dueAt) return;
      dueAt = due;
      saveWhenDue();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      // The write in progress may be of an older position.
      for (let turn = 0; turn < 2; turn++) {
        saveNow();
        await saving;
      }
    },
  };
}
