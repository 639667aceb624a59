import { open, type Database, type RootDatabase } from 'lmdb';
import { createRecentIds, type RecentIds } from './recent-ids.ts';
import { createRecentMap } from './recent-map.ts';
import type { StreamSettings } from './stream-settings.ts';

/** What is known of a stream, whether or not it has events. */
export interface Head {
  /** Stands for the name in the index. */
  readonly id: number;
  /** The last revision, -1 before the first event. Scavenging does not lower it. */
  readonly last: number;
  /** Deleted for good. */
  readonly tombstoned: boolean;
  readonly settings: StreamSettings;
}

/** What the next writer needs. Kept apart from the log, so that a scavenged end is not given out again. */
export interface Tail {
  /** Where the next event goes. */
  readonly next: number;
  /** The position of the last event, 0 before the first. */
  readonly last: number;
  readonly nextStreamId: number;
}

/** The tables; writes only inside a change given to `commit`. */
export interface Tables {
  /** Encoded records by position. */
  readonly log: Database<Buffer, number>;
  /** Positions by stream id and revision. */
  readonly index: Database<number, [number, number]>;
  /** By the bytes of the stream's name. */
  readonly heads: Database<Head, Buffer>;
  /** What is known of a stream; undefined if it was never named. */
  head(stream: string): Head | undefined;
}

/** What a change may do while it runs, alone and undone if the commit fails. */
export interface Change extends Tables {
  tail: Tail;
  readonly recentIds: RecentIds;
  putHead(stream: string, head: Head): void;
}

export interface Store extends Tables {
  /** The tail of the last commit. */
  tail(): Tail;
  /** Runs a change in the next commit; resolves when it is on disk, rejects when nothing of it is. */
  commit<T>(change: (tables: Change) => T): Promise<T>;
  /** Calls the listener after each commit; returns how to stop that. */
  onCommit(listener: () => void): () => void;
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
  // Without overlapping sync a commit is acknowledged only when it is on disk.
  const root: RootDatabase = open({ path: dir, overlappingSync: false, maxDbs: 4 });
  const meta: Database<Tail, string> = root.openDB({ name: 'meta' });
  const heads: Tables['heads'] = root.openDB({ name: 'heads', keyEncoding: 'binary' });
  const tables: Tables = {
    log: root.openDB({ name: 'log', encoding: 'binary' }),
    index: root.openDB({ name: 'index' }),
    heads,
    head: (stream) => heads.get(Buffer.from(stream)),
  };
  const recentIds = createRecentIds(tables.log);
  const recentHeads = createRecentMap<Head>(recentHeadsLimit);
  const writing = {
    ...tables,
    recentIds,
    /** Only those who write ask here: what it remembers may not be committed yet. */
    head: (stream: string) => recentHeads.get(stream) ?? tables.head(stream),
    putHead(stream: string, head: Head) {
      recentHeads.set(stream, head);
      void heads.put(Buffer.from(stream), head);
    },
  };
  const listeners = new Set<() => void>();
  const waiting: Waiting[] = [];
  let tail = meta.get('tail') ?? firstTail;
  let draining: Promise<void> | undefined;

  async function commitGroup(take: () => readonly Waiting[]): Promise<void> {
    const change: Change = { ...writing, tail };
    // A child transaction, because only that is undone when a change throws.
    const answers = await root.childTransaction(() => {
      const group = take();
      const results = group.map(({ run }) => run(change));
      if (change.tail !== tail) void meta.put('tail', change.tail);
      return results;
    });
    tail = change.tail;
    root.resetReadTxn();
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
    } catch (error) {
      const failed = take();
      forget();
      if (failed.length === 1) for (const { fail } of failed) fail(error);
      else for (const one of failed) await commitAlone(one);
    }
  }

  async function commitAlone(one: Waiting): Promise<void> {
    try {
      await commitGroup(() => [one]);
    } catch (error) {
      forget();
      one.fail(error);
    }
  }

  /** What was remembered of a commit that failed was never written. */
  function forget(): void {
    recentIds.clear();
    recentHeads.clear();
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await commitWaiting();
    draining = undefined;
  }

  return {
    ...tables,
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
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await draining;
      await root.close();
    },
  };
}
