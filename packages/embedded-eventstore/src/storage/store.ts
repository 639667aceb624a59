import type { Waiting } from '../../../embedded-server/src/journal/commit-group.ts';
import { FormatError } from '../../../embedded-server/src/journal/format.ts';
import { type DataFile, type Head, isTail, openDataFile, type Tail } from './data-file.ts';
import { createHeads, type Heads } from './heads.ts';
import { createJustWritten } from './just-written.ts';
import { createRecentIds, type KnownEvent, type RecentIds } from './recent-ids.ts';
import type { Found } from './record.ts';
import { type VisibleLog, visibleUpTo } from './visible-log.ts';
import { openWriteQueue } from './write-queue.ts';

/** The tables, for reading. */
export interface Tables {
  readonly log: VisibleLog;
  readonly index: Pick<DataFile['index'], 'get' | 'getRange'>;
  /** The state of a stream; undefined if it never existed. */
  head(stream: string): Head | undefined;
}

/** The operations of a change. Changes run alone and are undone if the commit fails. */
export interface Change extends Pick<Tables, 'head'>, Pick<DataFile, 'log' | 'index' | 'heads'> {
  tail: Tail;
  readonly recentIds: Pick<RecentIds, 'get'>;
  addRecord(position: number, record: Buffer): void;
  addId(id: Buffer, event: KnownEvent): void;
  putHead(stream: string, head: Head): void;
  /** Sets a head of which only the last revision changed, which the index has as well. */
  moveHead(stream: string, head: Head): void;
}

/** The tables show commits on disk: only the next change sees an append that is being synced. */
export interface Store extends Tables {
  /** The tail of the last commit that is on disk. */
  tail(): Tail;
  /** The events after a position, if they are exactly those of the last commit; they need not be read then. */
  justWritten(after: number): readonly Found[] | undefined;
  /** Runs a change in the next commit; resolves when it is on disk, rejects when none of it is. */
  commit<T>(change: (tables: Change) => T): Promise<T>;
  /** Calls the listener after each commit. @returns stops it */
  onCommit(listener: () => void): () => void;
  /**
   * Removes deleted events from the disk. Commits wait for it, reads do not.
   * @throws the error of the copy; then nothing has changed
   */
  compact(): Promise<void>;
  /** Finishes the commits under way and closes the files. */
  close(): Promise<void>;
}

/** As in the real server, no event has position 0, which is the start for clients. */
const firstTail: Tail = { next: 256, last: 0, nextStreamId: 1 };

/** @throws FormatError if another version wrote the file */
function tailOf({ meta, log }: DataFile): Tail {
  const stored: unknown = meta.get('tail');
  if (isTail(stored)) return stored;
  const [first] = log.getKeys({ limit: 1 });
  if (stored === undefined && first === undefined) return firstTail;
  throw new FormatError('the files of the embedded event store are damaged, or of an unknown version');
}

/** Opens the files in `dir`; the caller holds the lock of the directory. */
export function openStore(dir: string): Store {
  let file = openDataFile(dir);
  const recentIds = createRecentIds(file.log);
  const heads = createHeads(() => file);
  const justWritten = createJustWritten();
  const listeners = new Set<() => void>();
  /** The commits that are not on disk yet, oldest first. */
  const unseen: Commit[] = [];
  let tail = tailOf(file);
  const last = (): number => tail.last;
  const log = visibleUpTo(last, () => file.log);

  /** @throws the error of the commit; then none of it was written */
  function write(group: readonly Waiting<Change>[], isSynced: boolean): readonly (() => void)[] {
    const before = unseen.at(-1)?.change.tail ?? tail;
    const commit = beginCommit({ file, tail: before, recentIds, heads });
    unseen.push(commit);
    try {
      return file.write(
        () => {
          const results = group.map(({ run }) => run(commit.change));
          if (commit.change.tail !== before) file.meta.put('tail', commit.change.tail);
          return results;
        },
        isSynced ? 'now' : 'unsynced',
      );
    } catch (error) {
      undo(1);
      throw error;
    }
  }

  /** Forgets the ids and events of commits that failed. */
  function undo(commits: number): void {
    for (const { ids } of unseen.splice(-commits, commits)) for (const id of ids) recentIds.remove(id);
    heads.undo(commits);
  }

  async function sync(): Promise<void> {
    try {
      await file.synced();
    } catch (error) {
      undo(unseen.length);
      throw error;
    }
  }

  function show(commits: number): void {
    const shown = unseen.splice(0, commits);
    const written = shown.flatMap((commit) => commit.written);
    const next = shown.at(-1)?.change.tail ?? tail;
    heads.show(commits);
    // During a removal of events, readers read the file.
    if (next.removed) justWritten.clear();
    else justWritten.set(tail.last, written);
    tail = next;
  }

  async function compact(): Promise<void> {
    const old = file;
    file = await old.compact();
    await old.discard();
  }

  const queue = openWriteQueue({
    write,
    sync,
    show,
    compact,
    isFull: () => file.isFull(),
    announce() {
      for (const listener of listeners) listener();
    },
  });

  return {
    log,
    get index() {
      return file.index;
    },
    head: heads.visible,
    tail: () => tail,
    justWritten: justWritten.after,
    commit: queue.commit,
    compact: queue.compact,
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await queue.drained();
      await file.close();
    },
  };
}

interface CommitSources {
  readonly file: DataFile;
  readonly tail: Tail;
  readonly recentIds: RecentIds;
  readonly heads: Heads;
}

/** Changes that are written together, with the ids and the records that they add. */
interface Commit {
  readonly change: Change;
  readonly ids: readonly Buffer[];
  readonly written: readonly Found[];
}

function beginCommit({ file, tail, recentIds, heads }: CommitSources): Commit {
  const ids: Buffer[] = [];
  const written: Found[] = [];
  heads.begin();
  const change: Change = {
    log: file.log,
    index: file.index,
    heads: file.heads,
    tail,
    recentIds,
    head: heads.current,
    putHead: heads.put,
    moveHead: heads.move,
    addRecord(position, record) {
      file.log.append(position, record);
      written.push({ at: position, record });
    },
    addId(id, event) {
      recentIds.add(id, event);
      ids.push(id);
    },
  };
  return { change, ids, written };
}
