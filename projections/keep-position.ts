import type { Lease } from './checkpoints.ts';

/** Saves how far a runner has come, beside its work. */
export interface PositionKeeper {
  /** The runner has come so far; `soon` where nothing was stored, so that it may wait for company. */
  reach(position: bigint, when: 'now' | 'soon'): void;
  /** Saves what is not saved yet, and ends. Never throws: what is not saved is only done again. */
  close(): Promise<void>;
}

const soonMs = 250;

/**
 * Moves the checkpoint of a lease, one write at a time and always to the newest position. It may lie behind
 * the documents: what is between them is passed over when it comes again.
 * @param onFailure told once, when the checkpoint could not be moved; nothing is saved after that
 */
export function keepPosition(lease: Lease, onFailure: (error: unknown) => void): PositionKeeper {
  let saved = lease.position;
  let wanted = saved;
  let isUrgent = false;
  let failed = false;
  let closed = false;
  let saving: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const isDue = () => isUrgent;

  async function save(): Promise<void> {
    try {
      do {
        isUrgent = false;
        const to = wanted;
        if (to === null || to === saved) break;
        await lease.move(saved, to);
        saved = to;
      } while (isDue());
    } catch (error) {
      failed = true;
      onFailure(error);
    }
    // Here and not in a `finally` of the caller's: a position reached in between would wait for the next.
    saving = null;
    if (wanted !== saved) saveSoon();
  }

  function saveNow(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (!failed) saving ??= save();
  }

  function saveSoon(): void {
    if (!failed && !closed && !saving) timer ??= setTimeout(saveNow, soonMs);
  }

  return {
    reach(position, when) {
      wanted = position;
      if (when === 'soon') return saveSoon();
      isUrgent = true;
      saveNow();
    },
    async close() {
      closed = true;
      // What is under way may be of an older position.
      for (let turn = 0; turn < 2; turn++) {
        saveNow();
        await saving;
      }
    },
  };
}
