import type { CheckedUploads } from './checked-uploads.ts';
import type { FileContents, StoredContent } from './file-contents.ts';
import { openLocalContents } from './local-contents.ts';
import type { Scanner } from './scanner.ts';
import type { Tus } from './tus.ts';
import { UploadRefused } from './upload-errors.ts';

/** The file store of a service. */
export interface Files {
  readonly contents: FileContents;
  /** The uploads, whose libraries are loaded at the first call. */
  readonly uploads: () => Promise<CheckedUploads>;
  /** The protocol for uploads that can be continued; as `uploads`. */
  readonly tus: () => Promise<Tus>;
  /**
   * Has a content judged that was stored before there was a scanner.
   * @throws UploadRefused `infected`; FileStoreUnavailable
   */
  readonly requireClean: (contentId: string, content: StoredContent) => Promise<void>;
}

/**
 * Opens the file store in a directory, which is created.
 * @param newId returns the id of an upload
 * @throws FileStoreUnavailable
 */
export async function openFiles(
  directory: string,
  newId: () => string,
  scanner: Scanner | null = null,
): Promise<Files> {
  const contents = await openLocalContents(directory);
  let uploads: Promise<CheckedUploads> | null = null;
  async function open(): Promise<CheckedUploads> {
    const [{ CheckedUploads: Uploads }, { DirectoryUploads }] = await Promise.all([
      import('./checked-uploads.ts'),
      import('./directory-uploads.ts'),
    ]);
    return new Uploads(new DirectoryUploads({ directory }), contents, scanner);
  }
  const openUploads = () => (uploads ??= open());
  let tus: Promise<Tus> | null = null;
  async function openProtocol(): Promise<Tus> {
    const [{ openTus }, opened] = await Promise.all([import('./tus.ts'), openUploads()]);
    return openTus(opened, newId);
  }
  async function requireClean(contentId: string, content: StoredContent): Promise<void> {
    if (!scanner || content.isScanned === true) return;
    const found = await scanner.scan(await contents.read(contentId));
    if (found !== null) throw new UploadRefused({ reason: 'infected', found });
    await contents.seal(contentId, { ...content, isScanned: true });
  }
  return { contents, requireClean, uploads: openUploads, tus: () => (tus ??= openProtocol()) };
}
