import { type DataFile, type Head, lastRevision, type StoredHead } from './data-file.ts';
import { createRecentMap } from './recent-map.ts';

/** The heads of the streams, by name. */
export interface Heads {
  /** The head for readers. */
  visible(stream: string): Head | undefined;
  /** The head for the next writer, which may not be on disk yet. */
  current(stream: string): Head | undefined;
  /** Begins a commit. Readers do not see its changes until `show`. */
  begin(): void;
  put(stream: string, head: Head): void;
  /** Sets a head of which only the last revision changed, which the index has as well. */
  move(stream: string, head: Head): void;
  /** Shows readers the oldest commits that they do not see yet. */
  show(commits: number): void;
  /** Drops the last commits. */
  undo(commits: number): void;
}

/** The streams with the last writes, whose heads need not be read again. */
const recentLimit = 5_000;

/** @param file returns the file in use */
export function createHeads(file: () => Pick<DataFile, 'heads' | 'index'>): Heads {
  const recent = createRecentMap<Head | 'none'>(recentLimit);
  /** For each commit that readers do not see, oldest first: the streams that it changed, as they were before it. */
  const unseen: Map<string, Head | undefined>[] = [];

  function stored(stream: string): Head | undefined {
    const found = file().heads.get(Buffer.from(stream));
    const head = found && unpacked(found);
    return head && { ...head, last: Math.max(head.last, lastRevision(file(), head.id)) };
  }

  function current(stream: string): Head | undefined {
    const known = recent.get(stream);
    if (known !== undefined) return known === 'none' ? undefined : known;
    const head = stored(stream);
    recent.set(stream, head ?? 'none');
    return head;
  }

  function change(stream: string, head: Head): void {
    const before = unseen.at(-1);
    if (before && !before.has(stream)) before.set(stream, current(stream));
    recent.set(stream, head);
  }

  return {
    visible(stream) {
      const commit = unseen.find((before) => before.has(stream));
      return commit ? commit.get(stream) : stored(stream);
    },
    current,
    begin: () => void unseen.push(new Map()),
    put(stream, head) {
      change(stream, head);
      file().heads.put(Buffer.from(stream), packed(head));
    },
    move: change,
    show: (commits) => void unseen.splice(0, commits),
    undo(commits) {
      unseen.splice(-commits, commits);
      recent.clear();
    },
  };
}

const packed = (head: Head): StoredHead =>
  head.tombstoned || Object.keys(head.settings).length > 0 ? head : [head.id, head.last];

const unpacked = (stored: StoredHead): Head =>
  'settings' in stored ? stored : { id: stored[0], last: stored[1], tombstoned: false, settings: {} };
