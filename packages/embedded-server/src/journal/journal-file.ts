import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
  writevSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { syncPath } from '../sync-path.ts';
import { syncLater } from './later-sync.ts';

/**
 * A file of groups of bytes, all of one generation. The next generation overwrites the file from the start: a sync of
 * bytes in place is cheaper than a sync of a file that grows.
 */
export interface JournalFile {
  /** The bytes of the groups of this generation. */
  readonly size: number;
  /** The groups of this generation, in order. @throws if a group cannot be read any more */
  groups(): Iterable<Buffer>;
  /** Whether groups that were added `unsynced` are not on disk yet. */
  readonly hasUnsynced: boolean;
  /**
   * Adds a group. With `now`, this group and all before it are on disk when this returns; with `soon` the group then
   * outlives this process, and a moment later a loss of power; `unsynced` leaves it to `sync`.
   * @throws the error of the write; then the group is not in the file
   */
  add(group: Buffer, sync: Sync): void;
  /** Syncs in another thread: resolves when all groups that were added before the call are on disk. @throws */
  sync(): Promise<void>;
  /** Removes the groups added since the last sync that succeeded. */
  dropUnsynced(): void;
  /** Begins a generation: all earlier groups are in the data file. @param generation random, 8 bytes */
  restart(generation: Buffer): void;
  close(): Promise<void>;
}

/** When a write has to be on disk. */
export type Sync = 'now' | 'soon' | 'unsynced';

const syncInThread = promisify(fdatasync);

/**
 * The header of each group: its generation, its number in the generation, its length, and a checksum of header and group.
 * Bytes behind the last group are of an older generation, or were never acknowledged.
 */
const header = { generation: 0, place: 8, length: 12, checksum: 16, size: 20 } as const;

/**
 * Opens or creates the file.
 * @param generation the generation whose groups are valid, 8 bytes
 * @param onUnsynced receives the error when a group added with `soon` could not be synced
 */
export function openJournalFile(
  path: string,
  generation: Buffer,
  onUnsynced: (error: unknown) => void,
): JournalFile {
  const file = openOrCreate(path);
  const later = syncLater(file, onUnsynced);
  let current = generation;
  let count = 0;
  let size = 0;
  /** The part that is on disk, unless groups were added with `soon`. */
  let synced = { count, size };

  function groupAt(offset: number, place: number): Buffer | undefined {
    const head = readAt(file, offset, header.size);
    if (head.length < header.size || !head.subarray(0, header.place).equals(current)) return undefined;
    if (head.readUInt32BE(header.place) !== place) return undefined;
    const group = readAt(file, offset + header.size, head.readUInt32BE(header.length));
    return head.readUInt32BE(header.checksum) === checksumOf(head, group) ? group : undefined;
  }

  for (let group = groupAt(0, 0); group; group = groupAt(size, count)) {
    size += header.size + group.length;
    count += 1;
  }
  synced = { count, size };

  function* groups(): Generator<Buffer> {
    let offset = 0;
    for (let place = 0; place < count; place += 1) {
      const group = groupAt(offset, place);
      if (!group) throw new Error(`group ${place} of the journal ${path} cannot be read any more`);
      offset += header.size + group.length;
      yield group;
    }
  }

  function headOf(group: Buffer): Buffer {
    const head = Buffer.alloc(header.size);
    head.set(current, header.generation);
    head.writeUInt32BE(count, header.place);
    head.writeUInt32BE(group.length, header.length);
    head.writeUInt32BE(checksumOf(head, group), header.checksum);
    return head;
  }

  return {
    get size() {
      return size;
    },
    get hasUnsynced() {
      return size > synced.size;
    },
    groups,
    add(group, sync) {
      const parts = [headOf(group), group];
      try {
        writeAt(file, size, parts);
        if (sync === 'now') fdatasyncSync(file);
      } catch (error) {
        cutOff(file, size);
        throw error;
      }
      count += 1;
      size += header.size + group.length;
      if (sync === 'unsynced') return;
      synced = { count, size };
      if (sync === 'now') later.synced();
      else later.wrote();
    },
    async sync() {
      const [upTo, generationThen] = [{ count, size }, current];
      await syncInThread(file);
      if (generationThen === current) synced = upTo;
    },
    dropUnsynced() {
      ({ count, size } = synced);
      cutOff(file, size);
    },
    restart(next) {
      current = next;
      count = 0;
      size = 0;
      synced = { count, size };
      later.synced();
    },
    async close() {
      await later.close();
      closeSync(file);
    },
  };
}

function openOrCreate(path: string): number {
  if (statSync(path, { throwIfNoEntry: false })) return openSync(path, 'r+');
  const file = openSync(path, 'wx+', 0o600);
  syncPath(dirname(path));
  return file;
}

const checksumOf = (head: Buffer, group: Buffer): number =>
  crc32(group, crc32(head.subarray(0, header.checksum)));

/** The bytes from an offset to the end of the file, at most `length`. */
function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.min(length, Math.max(0, fstatSync(file).size - offset)));
  for (let read = 0, more = 1; more > 0 && read < bytes.length; read += more)
    more = readSync(file, bytes, read, bytes.length - read, offset + read);
  return bytes;
}

function writeAt(file: number, offset: number, parts: readonly Buffer[]): void {
  let written = writevSync(file, parts, offset);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (written === length) return;
  // Rare: the system wrote a part, and the next write returns the error.
  const bytes = Buffer.concat(parts);
  while (written < length) written += writeSync(file, bytes, written, length - written, offset + written);
}

/** Removes a group that was refused, so that the next start does not apply it. */
function cutOff(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {
    // The first error explains more.
  }
}
