import type { Lease } from '../../read-store/leases/leases.ts';

/** Saves how far a runner has come, beside its work. */
export interface CheckpointWriter {
  /** The runner has come so far; `soon` where nothing was stored, so that it may wait for company. */
  reach(position: bigint, when: 'now' | 'soon'): void;
  /** Saves what is not saved yet, and ends. Never throws: what is not saved is only done again. */
  close(): Promise<void>;
}

/** How long a position waits for company, and how far apart writes are while positions follow one another. */
const waits = { now: { atLeast: 0, apart: 50 }, soon: { atLeast: 250, apart: 1_000 } } as const;

/**
 * Moves the checkpoint of a lease, one write at a time and always to the newest position. It may lie behind
 * the documents: what is between them is passed over when it comes again.
 * @param onFailure told once, when the checkpoint could not be moved; nothing is saved after that
 */
export function openCheckpointWriter(lease: Lease, onFailure: (error: unknown) => void): CheckpointWriter {
  let saved = lease.position;
  let wanted = saved;
  let savedAt = -Infinity;
  /** When what is wanted is to be saved; never, when nothing is. */
  let dueAt = Infinity;
  let failed = false;
  let closed = false;
  let saving: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function save(to: bigint): Promise<void> {
    savedAt = performance.now();
    try {
      await lease.move(saved, to);
      saved = to;
    } catch (error) {
      failed = true;
      onFailure(error);
    }
    // Here and not in a `finally` of the caller's: a position reached in between would wait for the next.
    saving = null;
    saveWhenDue();
  }

  function saveNow(): void {
    if (failed || saving) return;
    dueAt = Infinity;
    if (wanted !== null && wanted !== saved) saving = save(wanted);
  }

  function saveWhenDue(): void {
    clearTimeout(timer);
    if (failed || closed || saving || dueAt === Infinity) return;
    const ms = dueAt - performance.now();
    if (ms > 0) timer = setTimeout(saveNow, ms);
    else saveNow();
  }

  return {
    reach(position, when) {
      wanted = position;
      const { atLeast, apart } = waits[when];
      const due = Math.max(performance.now() + atLeast, savedAt + apart);
      if (due >= dueAt) return;
      dueAt = due;
      saveWhenDue();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      // What is under way may be of an older position.
      for (let turn = 0; turn < 2; turn++) {
        saveNow();
        await saving;
      }
    },
  };
}
