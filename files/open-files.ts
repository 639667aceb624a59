import type { CheckedUploads } from './checked-uploads.ts';
import type { FileContents, StoredContent } from './file-contents.ts';
import { openLocalContents } from './local-contents.ts';
import type { Scanner } from './scanner.ts';
import type { StoreAddress } from './store-address.ts';
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

/** Opens the contents, and how its uploads are opened. The libraries of S3 are loaded for a bucket alone. */
async function openStore(address: StoreAddress) {
  if ('bucket' in address) {
    const { openS3Contents, bucketUploads } = await import('./s3-contents.ts');
    return { contents: openS3Contents(address), openUploads: async () => bucketUploads(address) };
  }
  const { directory } = address;
  const openUploads = async () => {
    const { DirectoryUploads } = await import('./directory-uploads.ts');
    return new DirectoryUploads({ directory });
  };
  return { contents: await openLocalContents(directory), openUploads };
}

/**
 * Opens the file store: in a directory, which is created, or in a bucket, which must exist.
 * @param newId returns the id of an upload
 * @param scanner judges each content; null without one
 * @throws FileStoreUnavailable
 */
export async function openFiles(
  address: StoreAddress,
  newId: () => string,
  scanner: Scanner | null = null,
): Promise<Files> {
  const { contents, openUploads: openInner } = await openStore(address);
  let uploads: Promise<CheckedUploads> | null = null;
  async function open(): Promise<CheckedUploads> {
    const [{ CheckedUploads: Uploads }, inner] = await Promise.all([
      import('./checked-uploads.ts'),
      openInner(),
    ]);
    return new Uploads(inner, contents, scanner);
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
