import { lastRevision, openDataFile, reasonOf, type DataFile, type Head, type Tail } from './data-file.ts';
import { createRecentIds, type KnownEvent, type RecentIds } from './recent-ids.ts';
import { createRecentMap } from './recent-map.ts';

/** The tables; writes only inside a change given to `commit`. */
export interface Tables extends Pick<DataFile, 'log' | 'index' | 'heads'> {
  /** What is known of a stream; undefined if it was never named. */
  head(stream: string): Head | undefined;
}

/** What a change may do while it runs, alone and undone if the commit fails. */
export interface Change extends Tables {
  tail: Tail;
  readonly recentIds: Pick<RecentIds, 'get'>;
  addId(id: Buffer, event: KnownEvent): void;
  putHead(stream: string, head: Head): void;
  /** Its last revision moved on, and nothing else: the index tells that as well. */
  moveHead(stream: string, head: Head): void;
}

export interface Store extends Tables {
  /** The tail of the last commit. */
  tail(): Tail;
  /** Runs a change in the next commit; resolves when it is on disk, rejects when nothing of it is. */
  commit<T>(change: (tables: Change) => T): Promise<T>;
  /** Calls the listener after each commit; returns how to stop that. */
  onCommit(listener: () => void): () => void;
  /**
   * Rids the disk of what was removed; commits wait, reads do not.
   * @throws what kept it from being done, with everything as it was
   */
  compact(): Promise<void>;
  /** Finishes the commits under way and closes the files. */
  close(): Promise<void>;
}

interface Waiting {
  readonly run: (tables: Change) => () => void;
  readonly fail: (error: unknown) => void;
}

/** As in the real server, no event has position 0: clients take that for the start. */
const firstTail: Tail = { next: 256, last: 0, nextStreamId: 1 };

/** Changes that share one commit; more would only make the first of them wait. */
const groupLimit = 1024;

/** Streams that were written to last, whose heads need not be read again. */
const recentHeadsLimit = 5_000;

/** Opens the files in `dir`; the caller holds the lock of the directory. */
export function openStore(dir: string): Store {
  let file = openDataFile(dir);
  const recentIds = createRecentIds(file.log);
  const recentHeads = createRecentMap<Head>(recentHeadsLimit);
  const storedHead = (stream: string): Head | undefined => {
    const head = file.heads.get(Buffer.from(stream));
    return head && { ...head, last: Math.max(head.last, lastRevision(file, head.id)) };
  };
  const beginChange = (added: Buffer[]): Change => ({
    log: file.log,
    index: file.index,
    heads: file.heads,
    tail,
    recentIds,
    /** Only those who write ask here: what it remembers may not be committed yet. */
    head: (stream) => recentHeads.get(stream) ?? storedHead(stream),
    putHead(stream, head) {
      recentHeads.set(stream, head);
      void file.heads.put(Buffer.from(stream), head);
    },
    moveHead: recentHeads.set,
    addId(id, event) {
      recentIds.add(id, event);
      added.push(id);
    },
  });
  const listeners = new Set<() => void>();
  const waiting: Waiting[] = [];
  const compactions: (() => Promise<void>)[] = [];
  let tail = file.meta.get('tail') ?? firstTail;
  let draining: Promise<void> | undefined;

  async function commitGroup(take: () => readonly Waiting[]): Promise<void> {
    const ids: Buffer[] = [];
    const change = beginChange(ids);
    const runGroup = () => {
      const answers = take().map(({ run }) => run(change));
      if (change.tail !== tail) void file.meta.put('tail', change.tail);
      return answers;
    };
    // A child transaction, because only that is undone when a change throws.
    const answers = await file.root.childTransaction(runGroup).catch(async (error: unknown) => {
      // What was remembered of a commit that failed was never written.
      for (const id of ids) recentIds.remove(id);
      recentHeads.clear();
      throw await reasonOf(error);
    });
    tail = change.tail;
    file.root.resetReadTxn();
    for (const answer of answers) answer();
    for (const listener of listeners) listener();
  }

  /**
   * Commits what waits when the transaction begins: the more share it, the less each of them costs.
   * When a shared commit fails, each change gets one of its own, so that a broken one fails alone.
   */
  async function commitWaiting(): Promise<void> {
    let group: readonly Waiting[] | undefined;
    const take = (): readonly Waiting[] => (group ??= waiting.splice(0, groupLimit));
    try {
      await commitGroup(take);
    } catch (reason) {
      const failed = take();
      if (failed.length === 1) for (const { fail } of failed) fail(reason);
      else for (const one of failed) await commitAlone(one);
    }
  }

  async function commitAlone(one: Waiting): Promise<void> {
    try {
      await commitGroup(() => [one]);
    } catch (reason) {
      one.fail(reason);
    }
  }

  async function compact(): Promise<void> {
    const old = file;
    file = await old.compact();
    await old.discard();
  }

  /** Commits and compactions take turns: what is written during a copy would not be in it. */
  async function drain(): Promise<void> {
    for (;;) {
      const next = compactions.shift() ?? (waiting.length > 0 ? commitWaiting : undefined);
      if (!next) break;
      await next();
    }
    draining = undefined;
  }

  return {
    get log() {
      return file.log;
    },
    get index() {
      return file.index;
    },
    get heads() {
      return file.heads;
    },
    head: storedHead,
    tail: () => tail,
    commit: (change) =>
      new Promise((resolve, reject) => {
        const run = (given: Change) => {
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
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await draining;
      await file.close();
    },
  };
}
