import { Value } from 'typebox/value';
import { FormatError } from '../../journal/format.ts';
import { openDataFile, Tail, type DataFile, type Head } from './data-file.ts';
import type { Waiting } from '../../journal/commit-group.ts';
import { createHeads, type Heads } from './heads.ts';
import { createJustWritten } from './just-written.ts';
import { createRecentIds, type KnownEvent, type RecentIds } from './recent-ids.ts';
import type { Found } from './record.ts';
import { openWriteQueue } from './write-queue.ts';

/** The tables; writes only inside a change given to `commit`. */
export interface Tables extends Pick<DataFile, 'log' | 'index' | 'heads'> {
  /** What is known of a stream; undefined if it was never named. */
  head(stream: string): Head | undefined;
}

/** The operations of a change. Changes run alone and are undone if the commit fails. */
export interface Change extends Tables {
  tail: Tail;
  readonly recentIds: Pick<RecentIds, 'get'>;
  addRecord(position: number, record: Buffer): void;
  addId(id: Buffer, event: KnownEvent): void;
  putHead(stream: string, head: Head): void;
  /** Only the last revision changed, which the index holds as well. */
  moveHead(stream: string, head: Head): void;
}

export interface Store extends Tables {
  /** The tail of the last commit. */
  tail(): Tail;
  /** The events after a position, if the last commit wrote exactly these; then they need not be read. */
  justWritten(after: number): readonly Found[] | undefined;
  /** Runs a change in the next commit; resolves when it is on disk, rejects when nothing of it is. */
  commit<T>(change: (tables: Change) => T): Promise<T>;
  /** Calls the listener after each commit; returns how to stop that. */
  onCommit(listener: () => void): () => void;
  /**
   * Removes deleted events from the disk. Commits wait for it, reads do not.
   * @throws the error that prevented it; everything stays as it was
   */
  compact(): Promise<void>;
  /** Finishes the commits under way and closes the files. */
  close(): Promise<void>;
}

/** As in the real server, no event has position 0: clients take that for the start. */
const firstTail: Tail = { next: 256, last: 0, nextStreamId: 1 };

/** @throws an error if a version wrote the file that this one cannot read */
function tailOf({ meta, log }: DataFile): Tail {
  const stored: unknown = meta.get('tail');
  if (Value.Check(Tail, stored)) return stored;
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
  let tail = tailOf(file);

  /** @throws the error of the commit; then none of the changes is on disk */
  function commitTogether(group: readonly Waiting<Change>[]): void {
    const ids: Buffer[] = [];
    const written: Found[] = [];
    const change = beginChange({ file, tail, recentIds, heads }, ids, written);
    let answers: readonly (() => void)[];
    try {
      answers = file.write(() => {
        const results = group.map(({ run }) => run(change));
        if (change.tail !== tail) file.meta.put('tail', change.tail);
        return results;
      });
    } catch (error) {
      // What was remembered of a commit that failed was never written.
      for (const id of ids) recentIds.remove(id);
      heads.forget();
      throw error;
    }
    // While events are being removed, readers read the file.
    if (change.tail.removed) justWritten.clear();
    else justWritten.set(tail.last, written);
    tail = change.tail;
    for (const answer of answers) answer();
    for (const listener of listeners) listener();
  }

  async function compact(): Promise<void> {
    const old = file;
    file = await old.compact();
    await old.discard();
  }

  const queue = openWriteQueue(commitTogether, compact);

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
    head: heads.stored,
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

interface ChangeSources {
  readonly file: DataFile;
  readonly tail: Tail;
  readonly recentIds: RecentIds;
  readonly heads: Heads;
}

/** Begins a change, which notes the ids and the records that it adds. */
const beginChange = (
  { file, tail, recentIds, heads }: ChangeSources,
  added: Buffer[],
  written: Found[],
): Change => ({
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
    added.push(id);
  },
});
