import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

interface EntryOptions {
  readonly compress: boolean;
  /** The size in bytes, where it is known. */
  readonly size?: number;
}

/** Adds an entry, and resolves once all of it was read. */
export type AddEntry = (source: Readable, path: string, options: EntryOptions) => Promise<void>;

/** From this size on, in bytes, an entry needs the format for large files. */
const largeBytes = 0xf000_0000;

/**
 * Streams a ZIP archive whose entries are written one after the other. If a source fails, the stream fails: without its central
 * directory, the part that was sent is no archive.
 * @param write adds the entries, and returns the comment of the archive
 */
export function zipStream(write: (add: AddEntry) => Promise<string>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  let open: Readable | null = null;
  output.once('close', () => open?.destroy());

  async function add(source: Readable, path: string, { compress, size = 0 }: EntryOptions): Promise<void> {
    open = source;
    if (output.destroyed) source.destroy();
    zip.addReadStream(source, path, { compress, forceZip64Format: size >= largeBytes });
    await finished(source);
  }

  write(add)
    .then((comment) => zip.end({ comment, forceZip64Format: false }))
    .catch(fail);
  return output;
}
