import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { syncPath } from '../sync-path.ts';

/**
 * A file of groups of bytes, all of one generation. The next generation is written from the start again, over what is
 * there: to sync bytes in place is cheaper than to sync a file that grows.
 */
export interface JournalFile {
  readonly path: string;
  /** How many bytes the groups of this generation have. */
  readonly size: number;
  /** The groups of this generation, in their order. */
  groups(): Iterable<Buffer>;
  /** Adds a group; it is on disk when this returns. @throws what kept it from being so; then it is not there */
  add(group: Buffer): void;
  /** Begins a generation: what was added before is no longer needed. @param generation random, 8 bytes */
  restart(generation: Buffer): void;
  /** Whether the file still stands under its name. */
  isThere(): boolean;
  close(): void;
}

/**
 * Before each group: its generation, its place in that, its length, and the checksum of all of them. What stands behind
 * the last group is of an older generation, or was never acknowledged.
 */
const header = { generation: 0, place: 8, length: 12, checksum: 16, size: 20 } as const;

/**
 * Opens or makes the file.
 * @param generation the one whose groups count, 8 bytes
 */
export function openJournalFile(path: string, generation: Buffer): JournalFile {
  const file = openOrMake(path);
  const { ino } = fstatSync(file);
  let current = generation;
  let count = 0;
  let size = 0;
  let room = Buffer.alloc(0);

  function groupAt(offset: number, place: number): Buffer | undefined {
    const head = readAt(file, offset, header.size);
    if (head.length < header.size || !head.subarray(0, header.place).equals(current)) return undefined;
    if (head.readUInt32BE(header.place) !== place) return undefined;
    const group = readAt(file, offset + header.size, head.readUInt32BE(header.length));
    return head.readUInt32BE(header.checksum) === checksumOf(head, group) ? group : undefined;
  }

  function* groups(): Generator<Buffer> {
    let offset = 0;
    let place = 0;
    for (let group = groupAt(0, 0); group; group = groupAt(offset, place)) {
      offset += header.size + group.length;
      place += 1;
      yield group;
    }
  }

  for (const group of groups()) {
    count += 1;
    size += header.size + group.length;
  }

  /** The group as it stands in the file, in a buffer that is used again. */
  function framed(group: Buffer): Buffer {
    const length = header.size + group.length;
    if (room.length < length) room = Buffer.alloc(2 * length);
    room.set(current, header.generation);
    room.writeUInt32BE(count, header.place);
    room.writeUInt32BE(group.length, header.length);
    room.set(group, header.size);
    room.writeUInt32BE(checksumOf(room, group), header.checksum);
    return room.subarray(0, length);
  }

  return {
    path,
    get size() {
      return size;
    },
    groups,
    add(group) {
      const frame = framed(group);
      try {
        writeAt(file, size, frame);
        fdatasyncSync(file);
      } catch (error) {
        cutOff(file, size);
        throw error;
      }
      count += 1;
      size += frame.length;
    },
    restart(next) {
      current = next;
      count = 0;
      size = 0;
    },
    isThere: () => statSync(path, { throwIfNoEntry: false })?.ino === ino,
    close: () => closeSync(file),
  };
}

function openOrMake(path: string): number {
  if (statSync(path, { throwIfNoEntry: false })) return openSync(path, 'r+');
  const file = openSync(path, 'wx+', 0o600);
  syncPath(dirname(path));
  return file;
}

const checksumOf = (head: Buffer, group: Buffer): number =>
  crc32(group, crc32(head.subarray(0, header.checksum)));

/** As many bytes as there are, at most `length`. */
function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.min(length, Math.max(0, fstatSync(file).size - offset)));
  for (let read = 0, more = 1; more > 0 && read < bytes.length; read += more)
    more = readSync(file, bytes, read, bytes.length - read, offset + read);
  return bytes;
}

function writeAt(file: number, offset: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;)
    written += writeSync(file, bytes, written, bytes.length - written, offset + written);
}

/** What was refused should not come back at the next start. */
function cutOff(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {
    // The first reason tells more.
  }
}
