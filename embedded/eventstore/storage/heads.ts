import { lastRevision, type DataFile, type Head, type StoredHead } from './data-file.ts';
import { createRecentMap } from './recent-map.ts';

/** What is known of the streams, by name. */
export interface Heads {
  /** As committed. */
  stored(stream: string): Head | undefined;
  /** As the next writer finds it: this may not be committed yet. */
  current(stream: string): Head | undefined;
  put(stream: string, head: Head): void;
  /** Only the last revision changed, which the index holds as well. */
  move(stream: string, head: Head): void;
  /** What was put or moved is not to be. */
  forget(): void;
}

/** Streams that were written to last, whose heads need not be read again. */
const recentLimit = 5_000;

/** @param file returns the file in use */
export function createHeads(file: () => Pick<DataFile, 'heads' | 'index'>): Heads {
  const recent = createRecentMap<Head | 'none'>(recentLimit);

  function stored(stream: string): Head | undefined {
    const found = file().heads.get(Buffer.from(stream));
    const head = found && unpacked(found);
    return head && { ...head, last: Math.max(head.last, lastRevision(file(), head.id)) };
  }

  return {
    stored,
    current(stream) {
      const known = recent.get(stream);
      if (known !== undefined) return known === 'none' ? undefined : known;
      const head = stored(stream);
      recent.set(stream, head ?? 'none');
      return head;
    },
    put(stream, head) {
      recent.set(stream, head);
      file().heads.put(Buffer.from(stream), packed(head));
    },
    move: recent.set,
    forget: recent.clear,
  };
}

const packed = (head: Head): StoredHead =>
  head.tombstoned || Object.keys(head.settings).length > 0 ? head : [head.id, head.last];

const unpacked = (stored: StoredHead): Head =>
  'settings' in stored ? stored : { id: stored[0], last: stored[1], tombstoned: false, settings: {} };
