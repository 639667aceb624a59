import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { FileStoreUnavailable } from './file-contents.ts';
import { isFull } from './upload-errors.ts';

/** So many bytes may wait for the disk. They are written together: a write takes longer to begin than to carry out. */
const writeBytes = 1_024 * 1_024;

/** The uploads of tus in a directory. A write that fails says why. */
export class DirectoryUploads extends FileStore {
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const target = createWriteStream(join(this.directory, id), {
      flags: 'r+',
      start: offset,
      highWaterMark: writeBytes,
    });
    try {
      await pipeline(source, target);
    } catch (error) {
      if (isFull(error)) throw new FileStoreUnavailable('the disk of the file store is full', 'full', error);
      throw error;
    }
    return offset + target.bytesWritten;
  }
}
