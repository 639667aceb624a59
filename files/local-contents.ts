import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import {
  type ByteRange,
  type ContentEntry,
  type FileContents,
  FileStoreUnavailable,
  StoredContent,
} from './file-contents.ts';
import { isFull } from './upload-errors.ts';

const contents = Compile(StoredContent);

/** Beside each content: the metadata of its upload, and its description once it is complete. */
const [uploadEnding, sealEnding] = ['.json', '.sealed'];

/** So many bytes are read at once. */
const readBytes = 256 * 1_024;

const contentIdIn = (name: string): string => name.replace(/\.(?:json|sealed(?:\.new)?)$/, '');

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Runs an operation on the file system, and names the reason of its failure. */
async function onDisk<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileStoreUnavailable) throw error;
    const reason = isFull(error) ? 'full' : 'away';
    throw new FileStoreUnavailable(`the file store cannot ${what}`, reason, error);
  }
}

/** Opens the files of a directory, which is created. @throws FileStoreUnavailable */
export async function openLocalContents(directory: string): Promise<FileContents> {
  await onDisk('create its directory', () => mkdir(directory, { recursive: true, mode: 0o700 }));
  const pathOf = (contentId: string, ending = '') => join(directory, `${contentId}${ending}`);

  async function sync(path: string): Promise<void> {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  return {
    describe: (contentId) =>
      onDisk('read what it knows of a file', async () => {
        const text = await readFile(pathOf(contentId, sealEnding), 'utf8').catch(missing);
        const size = text === null ? null : await sizeOfPath(pathOf(contentId));
        if (text === null || size === null) return null;
        const stored: unknown = JSON.parse(text);
        return contents.Check(stored) && stored.size === size ? stored : null;
      }),
    seal: (contentId, content) =>
      onDisk('store a file', async () => {
        await sync(pathOf(contentId));
        const draft = pathOf(contentId, `${sealEnding}.new`);
        const handle = await open(draft, 'w', 0o600);
        try {
          await handle.writeFile(JSON.stringify(content));
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, pathOf(contentId, sealEnding));
        await sync(directory);
      }),
    read: (contentId, range?: ByteRange) =>
      onDisk('read a file', async () => {
        if ((await sizeOfPath(pathOf(contentId))) === null)
          throw new FileStoreUnavailable(`the content ${contentId} is missing`, 'missing');
        return createReadStream(pathOf(contentId), {
          highWaterMark: readBytes,
          ...(range && { start: range.start, end: range.end }),
        });
      }),
    sizeOf: (contentId) => onDisk('find a file', () => sizeOfPath(pathOf(contentId))),
    remove: (contentId) =>
      onDisk('remove a file', async () => {
        // The content goes first: without it, nothing that is known of it is shown.
        for (const ending of ['', sealEnding, `${sealEnding}.new`, uploadEnding])
          await rm(pathOf(contentId, ending), { force: true });
        await sync(directory);
      }),
    async *list(): AsyncGenerator<ContentEntry> {
      const names = await onDisk('list its files', () => readdir(directory));
      for (const contentId of new Set(names.map(contentIdIn))) {
        const paths = ['', sealEnding, uploadEnding].map((ending) => pathOf(contentId, ending));
        const times = await Promise.all(paths.map(changedAt));
        const last = Math.max(...times);
        if (last >= 0) yield { contentId, changedAt: new Date(last) };
      }
    },
  };
}

/** Nothing for a file that is missing. */
function missing(error: unknown): null {
  if (isCode(error, 'ENOENT')) return null;
  throw error;
}

async function sizeOfPath(path: string): Promise<number | null> {
  const found = await stat(path).catch(missing);
  return found === null ? null : found.size;
}

/** When a file was last written, in ms since 1970; -1 for none. */
async function changedAt(path: string): Promise<number> {
  const found = await stat(path).catch(missing);
  return found === null ? -1 : found.mtimeMs;
}
