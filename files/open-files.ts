import type { CheckedUploads } from './checked-uploads.ts';
import type { FileContents } from './file-contents.ts';
import { openLocalContents } from './local-contents.ts';
import type { Tus } from './tus.ts';

/** The file store of a service. */
export interface Files {
  readonly contents: FileContents;
  /** The uploads, whose libraries are loaded at the first call. */
  readonly uploads: () => Promise<CheckedUploads>;
  /** The protocol for uploads that can be continued; as `uploads`. */
  readonly tus: () => Promise<Tus>;
}

/**
 * Opens the file store in a directory, which is created.
 * @param newId returns the id of an upload
 * @throws FileStoreUnavailable
 */
export async function openFiles(directory: string, newId: () => string): Promise<Files> {
  const contents = await openLocalContents(directory);
  let uploads: Promise<CheckedUploads> | null = null;
  async function open(): Promise<CheckedUploads> {
    const [{ CheckedUploads: Uploads }, { DirectoryUploads }] = await Promise.all([
      import('./checked-uploads.ts'),
      import('./directory-uploads.ts'),
    ]);
    return new Uploads(new DirectoryUploads({ directory }), contents);
  }
  const openUploads = () => (uploads ??= open());
  let tus: Promise<Tus> | null = null;
  async function openProtocol(): Promise<Tus> {
    const [{ openTus }, opened] = await Promise.all([import('./tus.ts'), openUploads()]);
    return openTus(opened, newId);
  }
  return { contents, uploads: openUploads, tus: () => (tus ??= openProtocol()) };
}
