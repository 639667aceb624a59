import { setImmediate as nextTurn } from 'node:timers/promises';
import { commitGroup, type Waiting } from '../../journal/commit-group.ts';

/** Changes and compactions of a store, which take turns: a compaction would lose a change written during its copy. */
export interface WriteQueue<C> {
  /** Runs a change in one of the next commits; resolves when it is on disk, rejects when nothing of it is. */
  commit<T>(change: (given: C) => T): Promise<T>;
  /** Compacts between two commits. @throws what `compact` throws */
  compact(): Promise<void>;
  /** Waits until the queue is empty. */
  drained(): Promise<void>;
}

/**
 * How many of the waiting changes share one commit. Larger groups cost less for each change; but the writers of the
 * first half go on while the second half is written.
 */
const groupSize = (waiting: number): number => Math.max(24, Math.ceil(waiting / 2));

/** With so many waiting changes a commit begins although more are arriving. */
const arrivalsLimit = 512;

/**
 * Commits run on this thread: handing them to another thread and back takes longer than the disk does.
 * @param commitTogether commits a group of changes @throws the reason why nothing of them is on disk
 */
export function openWriteQueue<C>(
  commitTogether: (group: readonly Waiting<C>[]) => void,
  compact: () => Promise<void>,
): WriteQueue<C> {
  const waiting: Waiting<C>[] = [];
  const compactions: (() => Promise<void>)[] = [];
  let draining: Promise<void> | undefined;

  /** Waits for a turn of the event loop in which no change arrives: changes that arrive together share a commit. */
  async function arrivals(): Promise<void> {
    let before: number;
    do {
      before = waiting.length;
      await nextTurn();
    } while (waiting.length > before && waiting.length < arrivalsLimit);
    // The last answers leave in two turns; a commit between them would delay those of the second.
    await nextTurn();
  }

  async function drain(): Promise<void> {
    for (;;) {
      await arrivals();
      const compaction = compactions.shift();
      if (compaction) await compaction();
      else if (waiting.length > 0) commitGroup(waiting.splice(0, groupSize(waiting.length)), commitTogether);
      else break;
    }
    draining = undefined;
  }

  return {
    commit: (change) =>
      new Promise((resolve, reject) => {
        const run = (given: C) => {
          const result = change(given);
          return () => resolve(result);
        };
        waiting.push({ run, fail: reject });
        draining ??= drain();
      }),
    compact: () =>
      new Promise((resolve, reject) => {
        compactions.push(() => compact().then(resolve, reject));
        draining ??= drain();
      }),
    async drained() {
      await draining;
    },
  };
}
