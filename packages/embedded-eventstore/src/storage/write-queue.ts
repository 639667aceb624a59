import { setImmediate as nextTurn } from 'node:timers/promises';
import { commitGroup, type Waiting } from '../../../embedded-server/src/journal/commit-group.ts';

/** Changes and compactions of a store, which take turns: a compaction would lose a change written during its copy. */
export interface WriteQueue<C> {
  /** Runs a change in one of the next commits; resolves when it is on disk, rejects when none of it is. */
  commit<T>(change: (given: C) => T): Promise<T>;
  /** Compacts between two commits. @throws what `compact` throws */
  compact(): Promise<void>;
  /** Waits until the queue is empty. */
  drained(): Promise<void>;
}

/** The commits that a write queue makes. A commit is written first, and on disk after a sync. */
export interface Commits<C> {
  /**
   * Writes a group of changes.
   * @param isSynced whether this group and all before it are on disk when this returns
   * @returns the acknowledgements of the changes @throws the reason why none of them was written
   */
  write(group: readonly Waiting<C>[], isSynced: boolean): readonly (() => void)[];
  /** Syncs all commits so far in another thread. @throws; then all changes that are not on disk are undone */
  sync(): Promise<void>;
  /** Shows readers this many of the commits that they do not see yet, the oldest first: these are on disk. */
  show(commits: number): void;
  /** Notifies the followers of the log of new events. */
  announce(): void;
  /** Whether the next commit has to wait until all are on disk. */
  isFull(): boolean;
  compact(): Promise<void>;
}

/** A commit that is written, but not on disk yet. */
interface Unsynced<C> {
  readonly group: readonly Waiting<C>[];
  readonly answers: readonly (() => void)[];
}

/**
 * The number of waiting changes that share a commit. Larger groups take less time for each change, but the writers of
 * the first half continue while the second half is written.
 */
const groupSize = (waiting: number): number => Math.max(24, Math.ceil(waiting / 2));

/** With so many waiting changes a commit begins, although more are arriving. */
const arrivalsLimit = 512;

/**
 * Changes run on this thread, the next ones while the last ones are being synced. A single change is synced on this
 * thread, too: handing the sync to another thread and back takes longer than the disk does.
 */
export function openWriteQueue<C>(commits: Commits<C>): WriteQueue<C> {
  const waiting: Waiting<C>[] = [];
  const unsynced: Unsynced<C>[] = [];
  const compactions: (() => Promise<void>)[] = [];
  let draining: Promise<void> | undefined;
  let syncing: Promise<void> | undefined;

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

  function answer(written: readonly Unsynced<C>[]): void {
    commits.show(written.length);
    for (const { answers } of written) for (const acknowledge of answers) acknowledge();
    commits.announce();
  }

  async function syncAll(): Promise<void> {
    while (unsynced.length > 0) {
      const count = unsynced.length;
      try {
        await commits.sync();
        answer(unsynced.splice(0, count));
      } catch (error) {
        // Changes during the sync were based on the lost ones.
        for (const { group } of unsynced.splice(0)) for (const { fail } of group) fail(error);
      }
    }
    syncing = undefined;
  }

  function writeTogether(group: readonly Waiting<C>[]): void {
    const isSynced = group.length === 1 && unsynced.length === 0;
    const written = { group, answers: commits.write(group, isSynced) };
    if (isSynced) return answer([written]);
    unsynced.push(written);
    syncing ??= syncAll();
  }

  async function drain(): Promise<void> {
    for (;;) {
      await arrivals();
      if (compactions.length > 0 || commits.isFull()) await syncing;
      const compaction = compactions.shift();
      if (compaction) await compaction();
      else if (waiting.length > 0) commitGroup(waiting.splice(0, groupSize(waiting.length)), writeTogether);
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
        compactions.push(() => commits.compact().then(resolve, reject));
        draining ??= drain();
      }),
    async drained() {
      while (draining ?? syncing) await (draining ?? syncing);
    },
  };
}
